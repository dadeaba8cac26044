import { accountEvents } from './account/account.events.js';
import { emailEvents } from './account/email.events.js';
import { registrationsEvents } from './account/registrations.events.js';
import { usernameEvents } from './account/username.events.js';
import { adminEvents } from './admin/admin.events.js';
import { adminRolesEvents } from './admin/admin-roles.events.js';
import { boostsEvents } from './boosts/boosts.events.js';
import type { EventsOf, Recorded } from '../kernel/event.js';
import { kernelEvents } from '../kernel/kernel-events.js';
import { Comment } from './comment/comment.js';
import { CommentLike } from './comment/comment-like.js';
import { Decision } from './decision/decision.js';
import { OwnAct } from './decision/own-act.js';
import { Disclosure } from './disclosure/disclosure.js';
import { operationEvents } from './operation/operation.events.js';
import { Like } from './like/like.js';
import { achievementEvents } from './notice/achievement.events.js';
import { Appeal } from './review/appeal.js';
import { PictureBlock } from './moderation/blocked-picture.js';
import { Reviews } from './review/review.js';
import { noticeEvents } from './notice/notice.events.js';
import { paymentEvents } from './payment/payment.events.js';
import { paymentIntentEvents } from './payment/payment-intent.events.js';
import { reconciliationEvents } from './payment/reconciliation.events.js';
import { refundDayEvents } from './payment/refund-day.events.js';
import { stripeEventEvents } from './payment/stripe-event.events.js';
import { stripeObservedEvents } from './payment/stripe-observed.events.js';
import { Photo } from './photo/photo.js';
import { UploadRefusals } from './photo/uploader.js';
import { Post } from './post/post.js';
import { PublishedPicture } from './post/published-picture.js';
import { proposalEvents } from './proposal/proposal.events.js';
import { Rater } from './rating/rater.js';
import { Rating } from './rating/rating.js';
import { Report } from './report/report.js';
import { weekEvents } from './week/week.events.js';

/** Fields, version, personal fields and upcasts of every event. The codec, the documentation and the tests read it. */
export const catalogue = {
  ...accountEvents,
  ...emailEvents,
  ...registrationsEvents,
  ...usernameEvents,
  ...Photo.events,
  ...UploadRefusals.events,
  ...Post.events,
  ...PublishedPicture.events,
  ...Rating.events,
  ...Rater.events,
  ...Like.events,
  ...Comment.events,
  ...CommentLike.events,
  ...Report.events,
  ...weekEvents,
  ...achievementEvents,
  ...noticeEvents,
  ...paymentEvents,
  ...paymentIntentEvents,
  ...stripeEventEvents,
  ...stripeObservedEvents,
  ...reconciliationEvents,
  ...refundDayEvents,
  ...boostsEvents,
  ...adminEvents,
  ...adminRolesEvents,
  ...proposalEvents,
  ...PictureBlock.events,
  ...Reviews.events,
  ...Appeal.events,
  ...Decision.events,
  ...OwnAct.events,
  ...Disclosure.events,
  ...operationEvents,
};

/** All events, by name. */
export type DomainEvents = EventsOf<typeof catalogue>;

/** What a log can hold: the events of the kernel, too. */
export const wholeCatalogue = { ...kernelEvents, ...catalogue };
export type LoggedEvents = EventsOf<typeof wholeCatalogue>;

/** Any event, as read from the log. */
export type DomainEvent = {
  [Type in keyof DomainEvents]: Recorded<Type, DomainEvents[Type]>;
}[keyof DomainEvents];
