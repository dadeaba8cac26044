import { Account } from './account/account.js';
import { Email } from './account/email.js';
import { Registrations } from './account/registrations.js';
import { Username } from './account/username.js';
import { Admin } from './admin/admin.js';
import { AdminRoles } from './admin/admin-roles.js';
import { Boosts } from './boosts/boosts.js';
import type { AnyAggregate, Command } from '../kernel/aggregate.js';
import { Comment } from './comment/comment.js';
import { CommentLike } from './comment/comment-like.js';
import { Decision } from './moderation-saga/decision.js';
import { OwnAct } from './moderation-saga/own-act.js';
import { Disclosure } from './disclosure/disclosure.js';
import { Like } from './like/like.js';
import { AchievementRecord } from './notification/achievement.js';
import { Appeal } from './review/appeal.js';
import { PictureBlock } from './moderation/blocked-picture.js';
import { Reviews } from './review/review.js';
import { Digest } from './notification/digest.js';
import { Inbox } from './notification/inbox.js';
import { Notification } from './notification/notification.js';
import { OperatorAction } from './operator-action/operator-action.js';
import { Payment } from './payment/payment.js';
import { PaymentIntent } from './payment/payment-intent.js';
import { ReconciliationRecord } from './payment/reconciliation.js';
import { RefundDay } from './payment/refund-day.js';
import { StripeEvent } from './payment/stripe-event.js';
import { StripeObserved } from './payment/stripe-observed.js';
import { Photo } from './photo/photo.js';
import { UploadRefusals } from './photo/uploader.js';
import { Post } from './post/post.js';
import { PublishedPicture } from './post/published-picture.js';
import { Proposal } from './proposal/proposal.js';
import { Rater } from './rating/rater.js';
import { Rating } from './rating/rating.js';
import { Report } from './report/report.js';
import { Week } from './week/week.js';

/** All aggregates. One generic handler runs the commands of each on its stream. */
export const aggregates: readonly AnyAggregate[] = [
  Account,
  Email,
  Registrations,
  Username,
  Photo,
  UploadRefusals,
  Post,
  PublishedPicture,
  Rating,
  Like,
  Comment,
  CommentLike,
  Report,
  Week,
  AchievementRecord,
  Notification,
  Digest,
  Inbox,
  Payment,
  PaymentIntent,
  StripeEvent,
  StripeObserved,
  ReconciliationRecord,
  RefundDay,
  Boosts,
  Admin,
  AdminRoles,
  Proposal,
  Rater,
  PictureBlock,
  Reviews,
  Appeal,
  Decision,
  OwnAct,
  Disclosure,
  OperatorAction,
];

/** The aggregate that decides about a command. */
export function aggregateOf(command: Command<object>): AnyAggregate {
  const { name } = command.constructor;
  const found = aggregates.find(({ commands }) => Object.hasOwn(commands, name));
  if (!found) throw new Error(`no aggregate knows the command ${name}`);
  return found;
}
