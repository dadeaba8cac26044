import { account } from './account/account.js';
import { email } from './account/email.js';
import { registrations } from './account/registrations.js';
import { username } from './account/username.js';
import { admin } from './admin/admin.js';
import { adminRoles } from './admin/admin-roles.js';
import { boosts } from './boosts/boosts.js';
import type { AnyAggregate, Command } from '../kernel/aggregate.js';
import { comment } from './comment/comment.js';
import { commentLike } from './comment/comment-like.js';
import { decision } from './decision/decision.js';
import { ownAct } from './decision/own-act.js';
import { disclosure } from './disclosure/disclosure.js';
import { like } from './like/like.js';
import { achievement } from './notice/achievement.js';
import { appeal } from './review/appeal.js';
import { blockedPicture } from './moderation/blocked-picture.js';
import { review } from './review/review.js';
import { notice } from './notice/notice.js';
import { operation } from './operation/operation.js';
import { payment } from './payment/payment.js';
import { paymentIntent } from './payment/payment-intent.js';
import { reconciliation } from './payment/reconciliation.js';
import { refundDay } from './payment/refund-day.js';
import { stripeEvent } from './payment/stripe-event.js';
import { stripeObserved } from './payment/stripe-observed.js';
import { photo } from './photo/photo.js';
import { uploader } from './photo/uploader.js';
import { post } from './post/post.js';
import { publishedPicture } from './post/published-picture.js';
import { proposal } from './proposal/proposal.js';
import { rater } from './rating/rater.js';
import { rating } from './rating/rating.js';
import { report } from './report/report.js';
import { week } from './week/week.js';

/** All aggregates. One generic handler runs the commands of each on its stream. */
export const aggregates: readonly AnyAggregate[] = [
  account,
  email,
  registrations,
  username,
  photo,
  uploader,
  post,
  publishedPicture,
  rating,
  like,
  comment,
  commentLike,
  report,
  week,
  achievement,
  notice,
  payment,
  paymentIntent,
  stripeEvent,
  stripeObserved,
  reconciliation,
  refundDay,
  boosts,
  admin,
  adminRoles,
  proposal,
  rater,
  blockedPicture,
  review,
  appeal,
  decision,
  ownAct,
  disclosure,
  operation,
];

/** The aggregate that decides about a command. */
export function aggregateOf(command: Command<object>): AnyAggregate {
  const { name } = command.constructor;
  const found = aggregates.find(({ commands }) => Object.hasOwn(commands, name));
  if (!found) throw new Error(`no aggregate knows the command ${name}`);
  return found;
}
