import { accountEvents } from './account/account.events.js';
import { emailEvents } from './account/email.events.js';
import { registrationsEvents } from './account/registrations.events.js';
import { usernameEvents } from './account/username.events.js';
import { adminEvents } from './admin/admin.events.js';
import { adminRolesEvents } from './admin/admin-roles.events.js';
import { Boosts } from './boosts/boosts.js';
import type { EventsOf, Recorded } from '../kernel/event.js';
import { kernelEvents } from '../kernel/kernel-events.js';
import { commentEvents } from './comment/comment.events.js';
import { commentLikeEvents } from './comment/comment-like.events.js';
import { decisionEvents } from './decision/decision.events.js';
import { ownActEvents } from './decision/own-act.events.js';
import { disclosureEvents } from './disclosure/disclosure.events.js';
import { OperatorAction } from './operation/operation.js';
import { Like } from './like/like.js';
import { AchievementRecord } from './notice/achievement.js';
import { appealEvents } from './review/appeal.events.js';
import { blockedPictureEvents } from './moderation/blocked-picture.events.js';
import { reviewEvents } from './review/review.events.js';
import { Notice } from './notice/notice.js';
import { Payment } from './payment/payment.js';
import { PaymentIntent } from './payment/payment-intent.js';
import { ReconciliationRecord } from './payment/reconciliation.js';
import { RefundDay } from './payment/refund-day.js';
import { StripeEvent } from './payment/stripe-event.js';
import { StripeObserved } from './payment/stripe-observed.js';
import { photoEvents } from './photo/photo.events.js';
import { uploaderEvents } from './photo/uploader.events.js';
import { postEvents } from './post/post.events.js';
import { legalHoldEvents } from './post/legal-hold.events.js';
import { postActEvents } from './post/post-acts.events.js';
import { publishedPictureEvents } from './post/published-picture.events.js';
import { Proposal } from './proposal/proposal.js';
import { raterEvents } from './rating/rater.events.js';
import { ratingEvents } from './rating/rating.events.js';
import { reportEvents } from './report/report.events.js';
import { weekEvents } from './week/week.events.js';

/** Fields, version, personal fields and upcasts of every event. The codec, the documentation and the tests read it. */
export const catalogue = {
  ...accountEvents,
  ...emailEvents,
  ...registrationsEvents,
  ...usernameEvents,
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
  ...weekEvents,
  ...AchievementRecord.events,
  ...Notice.events,
  ...Payment.events,
  ...PaymentIntent.events,
  ...StripeEvent.events,
  ...StripeObserved.events,
  ...ReconciliationRecord.events,
  ...RefundDay.events,
  ...Boosts.events,
  ...adminEvents,
  ...adminRolesEvents,
  ...Proposal.events,
  ...blockedPictureEvents,
  ...reviewEvents,
  ...appealEvents,
  ...decisionEvents,
  ...ownActEvents,
  ...disclosureEvents,
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
