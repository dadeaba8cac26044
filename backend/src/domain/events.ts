import { Account } from './account/account.js';
import { Email } from './account/email.js';
import { Registrations } from './account/registrations.js';
import { Username } from './account/username.js';
import { Admin } from './admin/admin.js';
import { AdminRoles } from './admin/admin-roles.js';
import { Boosts } from './boosts/boosts.js';
import type { EventsOf, Recorded } from '../kernel/event.js';
import { kernelEvents } from '../kernel/kernel-events.js';
import { Comment } from './comment/comment.js';
import { CommentLike } from './comment/comment-like.js';
import { Decision } from './moderation-saga/decision.js';
import { OwnAct } from './moderation-saga/own-act.js';
import { Disclosure } from './disclosure/disclosure.js';
import { OperatorAction } from './operator-action/operator-action.js';
import { Like } from './like/like.js';
import { AchievementRecord } from './notification/achievement.js';
import { Appeal } from './review/appeal.js';
import { PictureBlock } from './moderation/blocked-picture.js';
import { Reviews } from './review/review.js';
import { Digest } from './notification/digest.js';
import { Inbox } from './notification/inbox.js';
import { Notification } from './notification/notification.js';
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

/** Fields, version, personal fields and upcasts of every event. The codec, the documentation and the tests read it. */
export const catalogue = {
  ...Account.events,
  ...Email.events,
  ...Registrations.events,
  ...Username.events,
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
  ...Week.events,
  ...AchievementRecord.events,
  ...Notification.events,
  ...Digest.events,
  ...Inbox.events,
  ...Payment.events,
  ...PaymentIntent.events,
  ...StripeEvent.events,
  ...StripeObserved.events,
  ...ReconciliationRecord.events,
  ...RefundDay.events,
  ...Boosts.events,
  ...Admin.events,
  ...AdminRoles.events,
  ...Proposal.events,
  ...PictureBlock.events,
  ...Reviews.events,
  ...Appeal.events,
  ...Decision.events,
  ...OwnAct.events,
  ...Disclosure.events,
  ...OperatorAction.events,
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
