import { accountEvents, type AccountEvents } from './account/account.events.js';
import { emailEvents, type EmailEvents } from './account/email.events.js';
import { registrationsEvents, type RegistrationsEvents } from './account/registrations.events.js';
import { usernameEvents, type UsernameEvents } from './account/username.events.js';
import { adminEvents, type AdminEvents } from './admin/admin.events.js';
import { adminRolesEvents, type AdminRolesEvents } from './admin/admin-roles.events.js';
import { boostsEvents, type BoostsEvents } from './boosts/boosts.events.js';
import type { Catalogue, Recorded } from '../kernel/event.js';
import { type KernelEvents, kernelEvents } from '../kernel/kernel-events.js';
import { commentEvents, type CommentEvents } from './comment/comment.events.js';
import { commentLikeEvents, type CommentLikeEvents } from './comment/comment-like.events.js';
import { decisionEvents, type DecisionEvents } from './decision/decision.events.js';
import { ownActEvents, type OwnActEvents } from './decision/own-act.events.js';
import { disclosureEvents, type DisclosureEvents } from './disclosure/disclosure.events.js';
import { type OperationEvents, operationEvents } from './operation/operation.events.js';
import { likeEvents, type LikeEvents } from './like/like.events.js';
import { achievementEvents, type AchievementEvents } from './notice/achievement.events.js';
import { appealEvents, type AppealEvents } from './review/appeal.events.js';
import { blockedPictureEvents, type BlockedPictureEvents } from './moderation/blocked-picture.events.js';
import { reviewEvents, type ReviewEvents } from './review/review.events.js';
import { noticeEvents, type NoticeEvents } from './notice/notice.events.js';
import { paymentEvents, type PaymentEvents } from './payment/payment.events.js';
import { paymentIntentEvents, type PaymentIntentEvents } from './payment/payment-intent.events.js';
import { reconciliationEvents, type ReconciliationEvents } from './payment/reconciliation.events.js';
import { refundDayEvents, type RefundDayEvents } from './payment/refund-day.events.js';
import { stripeEventEvents, type StripeEventEvents } from './payment/stripe-event.events.js';
import { stripeObservedEvents, type StripeObservedEvents } from './payment/stripe-observed.events.js';
import { photoEvents, type PhotoEvents } from './photo/photo.events.js';
import { uploaderEvents, type UploaderEvents } from './photo/uploader.events.js';
import { postEvents, type PostEvents } from './post/post.events.js';
import { legalHoldEvents, type LegalHoldEvents } from './post/legal-hold.events.js';
import { postActEvents, type PostActEvents } from './post/post-acts.events.js';
import { publishedPictureEvents, type PublishedPictureEvents } from './post/published-picture.events.js';
import { proposalEvents, type ProposalEvents } from './proposal/proposal.events.js';
import { raterEvents, type RaterEvents } from './rating/rater.events.js';
import { ratingEvents, type RatingEvents } from './rating/rating.events.js';
import { reportEvents, type ReportEvents } from './report/report.events.js';
import { weekEvents, type WeekEvents } from './week/week.events.js';

/** All events, by name. */
export type DomainEvents = AccountEvents &
  EmailEvents &
  RegistrationsEvents &
  UsernameEvents &
  PhotoEvents &
  UploaderEvents &
  PostEvents &
  PostActEvents &
  LegalHoldEvents &
  PublishedPictureEvents &
  RatingEvents &
  RaterEvents &
  LikeEvents &
  CommentEvents &
  CommentLikeEvents &
  ReportEvents &
  WeekEvents &
  AchievementEvents &
  NoticeEvents &
  PaymentEvents &
  PaymentIntentEvents &
  StripeEventEvents &
  StripeObservedEvents &
  ReconciliationEvents &
  RefundDayEvents &
  BoostsEvents &
  AdminEvents &
  AdminRolesEvents &
  ProposalEvents &
  BlockedPictureEvents &
  ReviewEvents &
  AppealEvents &
  DecisionEvents &
  OwnActEvents &
  DisclosureEvents &
  OperationEvents;

/** Any event, as read from the log. */
export type DomainEvent = {
  [Type in keyof DomainEvents]: Recorded<Type, DomainEvents[Type]>;
}[keyof DomainEvents];

/** Version, personal fields and upcasts of every event. The codec, the documentation and the tests read it. */
export const catalogue: Catalogue<DomainEvents> = {
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
  ...likeEvents,
  ...commentEvents,
  ...commentLikeEvents,
  ...reportEvents,
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
  ...blockedPictureEvents,
  ...reviewEvents,
  ...appealEvents,
  ...decisionEvents,
  ...ownActEvents,
  ...disclosureEvents,
  ...operationEvents,
};

/** What a log can hold: the events of the kernel, too. */
export type LoggedEvents = KernelEvents & DomainEvents;
export const wholeCatalogue: Catalogue<LoggedEvents> = { ...kernelEvents, ...catalogue };
