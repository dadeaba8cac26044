import { Account } from './account/account.js';
import { Email } from './account/email.js';
import { Registrations } from './account/registrations.js';
import { Username } from './account/username.js';
import { Admin } from './admin/admin.js';
import { AdminRoles } from './admin/admin-roles.js';
import { boostsEvents } from './boosts/boosts.events.js';
import type { EventsOf, Recorded } from '../kernel/event.js';
import { kernelEvents } from '../kernel/kernel-events.js';
import { commentEvents } from './comment/comment.events.js';
import { commentLikeEvents } from './comment/comment-like.events.js';
import { decisionEvents } from './decision/decision.events.js';
import { ownActEvents } from './decision/own-act.events.js';
import { disclosureEvents } from './disclosure/disclosure.events.js';
import { operationEvents } from './operation/operation.events.js';
import { Like } from './like/like.js';
import { achievementEvents } from './notice/achievement.events.js';
import { appealEvents } from './review/appeal.events.js';
import { blockedPictureEvents } from './moderation/blocked-picture.events.js';
import { reviewEvents } from './review/review.events.js';
import { noticeEvents } from './notice/notice.events.js';
import { paymentEvents } from './payment/payment.events.js';
import { paymentIntentEvents } from './payment/payment-intent.events.js';
import { reconciliationEvents } from './payment/reconciliation.events.js';
import { refundDayEvents } from './payment/refund-day.events.js';
import { stripeEventEvents } from './payment/stripe-event.events.js';
import { stripeObservedEvents } from './payment/stripe-observed.events.js';
import { photoEvents } from './photo/photo.events.js';
import { uploaderEvents } from './photo/uploader.events.js';
import { postEvents } from './post/post.events.js';
import { legalHoldEvents } from './post/legal-hold.events.js';
import { postActEvents } from './post/post-acts.events.js';
import { publishedPictureEvents } from './post/published-picture.events.js';
import { proposalEvents } from './proposal/proposal.events.js';
import { raterEvents } from './rating/rater.events.js';
import { ratingEvents } from './rating/rating.events.js';
import { reportEvents } from './report/report.events.js';
import { Week } from './week/week.js';

/** Fields, version, personal fields and upcasts of every event. The codec, the documentation and the tests read it. */
export const catalogue = {
  ...Account.events,
  ...Email.events,
  ...Registrations.events,
  ...Username.events,
  ...photoEvents,
  ...uploaderEvents,
  ...postEvents,
  ...postActEvents,
  ...legalHoldEvents,
  ...publishedPictureEvents,
  ...ratingEvents,
  ...raterEvents,
  ...Like.events,
  ...commentEvents,
  ...commentLikeEvents,
  ...reportEvents,
  ...Week.events,
  ...achievementEvents,
  ...noticeEvents,
  ...paymentEvents,
  ...paymentIntentEvents,
  ...stripeEventEvents,
  ...stripeObservedEvents,
  ...reconciliationEvents,
  ...refundDayEvents,
  ...boostsEvents,
  ...Admin.events,
  ...AdminRoles.events,
  ...proposalEvents,
  ...blockedPictureEvents,
  ...reviewEvents,
  ...appealEvents,
  ...decisionEvents,
  ...ownActEvents,
  ...disclosureEvents,
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
