import type { AdminRole } from '../admin/admin-role.js';
import { Account } from '../account/account.js';
import { Email } from '../account/email.js';
import { Registrations } from '../account/registrations.js';
import { Username } from '../account/username.js';
import { Admin } from '../admin/admin.js';
import { AdminRoles } from '../admin/admin-roles.js';
import { Boosts } from '../boosts/boosts.js';
import { Comment } from '../comment/comment.js';
import { CommentLike } from '../comment/comment-like.js';
import { Decision } from '../moderation-saga/decision.js';
import { OwnAct } from '../moderation-saga/own-act.js';
import { Disclosure } from '../disclosure/disclosure.js';
import { type LoggedEvents, wholeCatalogue } from '../events.js';
import { Like } from '../like/like.js';
import { PictureBlock } from '../moderation/blocked-picture.js';
import { AchievementRecord } from '../notification/achievement.js';
import { Digest } from '../notification/digest.js';
import { Notification } from '../notification/notification.js';
import { Payment } from '../payment/payment.js';
import { PaymentIntent } from '../payment/payment-intent.js';
import { ReconciliationRecord } from '../payment/reconciliation.js';
import { RefundDay } from '../payment/refund-day.js';
import { StripeEvent } from '../payment/stripe-event.js';
import { StripeObserved } from '../payment/stripe-observed.js';
import { Photo } from '../photo/photo.js';
import { UploadRefusals } from '../photo/uploader.js';
import { legalHoldEvents } from '../post/legal-hold.js';
import { postActEvents } from '../post/post-moderation.js';
import { Post } from '../post/post.js';
import { PublishedPicture } from '../post/published-picture.js';
import { Proposal } from '../proposal/proposal.js';
import { Rater } from '../rating/rater.js';
import { Rating } from '../rating/rating.js';
import { Report } from '../report/report.js';
import { Appeal } from '../review/appeal.js';
import { Reviews } from '../review/review.js';
import { Week } from '../week/week.js';
import { kernelEvents } from '../../kernel/kernel-events.js';
import type { TrailSubject } from './trail.js';

/** What the events of the trail are about, as far as it matters who may see them. */
type Area =
  | 'content'
  | 'moderation'
  | 'reports'
  | 'sanctions'
  | 'legal holds'
  | 'payments'
  | 'boosts'
  | 'people'
  | 'admins'
  | 'log';

type EventType = keyof LoggedEvents;

/** Events of one aggregate that belong elsewhere than the others. */
const EXCEPTIONS: Partial<Record<EventType, Area>> = {
  ProfileChanged: 'content',
  ProfilePictureChanged: 'content',
  AccountSuspended: 'sanctions',
  AccountRestored: 'sanctions',
  AccountStruck: 'sanctions',
  StrikeUndone: 'sanctions',
  AccountNoted: 'sanctions',
  ProfileWithheld: 'sanctions',
  ProfileWithholdingUndone: 'sanctions',
  WithheldNameTaken: 'sanctions',
  AdminRightsGranted: 'admins',
  AdminRightsRevoked: 'admins',
  RatingExcluded: 'moderation',
  RatingIncluded: 'moderation',
  CommentHidden: 'moderation',
  CommentActUndone: 'moderation',
  WeekReopened: 'admins',
};

/** A later area wins: what admins do to a post, and its legal holds, are events of posts, too. */
const EVENTS_OF: Readonly<Record<Area, readonly object[]>> = {
  content: [
    Photo.events,
    UploadRefusals.events,
    Post.events,
    PublishedPicture.events,
    Rating.events,
    Like.events,
    Comment.events,
    CommentLike.events,
    Week.events,
    AchievementRecord.events,
  ],
  moderation: [postActEvents, PictureBlock.events, Reviews.events, Decision.events, OwnAct.events],
  reports: [Report.events],
  sanctions: [Appeal.events, Rater.events],
  'legal holds': [legalHoldEvents],
  payments: [
    Payment.events,
    PaymentIntent.events,
    StripeEvent.events,
    StripeObserved.events,
    ReconciliationRecord.events,
    RefundDay.events,
  ],
  boosts: [Boosts.events],
  people: [
    Account.events,
    Email.events,
    Registrations.events,
    Username.events,
    Notification.events,
    Digest.events,
  ],
  admins: [Admin.events, AdminRoles.events, Proposal.events, Disclosure.events],
  log: [kernelEvents],
};

const AREA_OF: ReadonlyMap<string, Area> = new Map([
  ...Object.entries(EVENTS_OF).flatMap(([area, groups]) =>
    groups.flatMap((events) => Object.keys(events).map((type) => [type, area as Area] as const)),
  ),
  ...(Object.entries(EXCEPTIONS) as [EventType, Area][]),
]);

/** Null stands for all areas. What is in none, such as a new event, is for owners only. */
const SEEN_BY: Readonly<Record<AdminRole, readonly Area[] | null>> = {
  owner: null,
  moderator: ['content', 'moderation', 'reports', 'sanctions'],
  finance: ['payments', 'boosts'],
};

/** Events about payments where they have one: finance asks an owner to confirm a refund. */
const PROPOSALS: ReadonlySet<string> = new Set(Object.keys(Proposal.events));

/** Filters with a name. */
const TABS = {
  moderation: ['moderation', 'reports', 'sanctions', 'legal holds'],
  payments: ['payments', 'boosts'],
} as const satisfies Readonly<Record<string, readonly Area[]>>;

/** The areas of each role and each tab; null for all. */
const AREAS: Readonly<Record<AdminRole | TrailTab, readonly Area[] | null>> = { ...SEEN_BY, ...TABS };

export type TrailTab = keyof typeof TABS;
export const TRAIL_TABS = Object.keys(TABS) as readonly TrailTab[];

export const EVENT_TYPES = Object.keys(wholeCatalogue) as readonly EventType[];

interface Happening {
  readonly type: string;
  /** What it is about. */
  readonly subjects: readonly TrailSubject[];
}

/** Whether an event is a step towards a refund that an owner has to confirm. */
export function isRefundProposal({ type, subjects }: Happening): boolean {
  return PROPOSALS.has(type) && subjects.some(({ kind }) => kind === 'payment');
}

/** Whether admins with this role see an event, in every answer about the trail. Posts under legal hold aside. */
export function seesLine(role: AdminRole, event: Happening): boolean {
  return seesEvent(role, event.type) || (hasRefundProposals(role) && isRefundProposal(event));
}

/** Whether admins with this role see all events of this type. */
export function seesEvent(role: AdminRole, type: string): boolean {
  return isIn(SEEN_BY[role], type);
}

/** Whether admins with this role see at least some events of this type. */
export function seesSome(role: AdminRole, type: string): boolean {
  return seesEvent(role, type) || (hasRefundProposals(role) && PROPOSALS.has(type));
}

/** The types of events that this role sees all of; null for all types. */
export function typesSeenBy(role: AdminRole): readonly string[] | null {
  return SEEN_BY[role] && EVENT_TYPES.filter((type) => seesEvent(role, type));
}

/** The types of events that a tab has all of. */
export function typesIn(tab: TrailTab): readonly string[] {
  return EVENT_TYPES.filter((type) => isIn(TABS[tab], type));
}

/** Whether this role, or this tab, has also refunds that an owner has to confirm. */
export function hasRefundProposals(of: AdminRole | TrailTab): boolean {
  const areas = AREAS[of];
  return areas === null || areas.includes('payments');
}

function isIn(areas: readonly Area[] | null, type: string): boolean {
  const area = AREA_OF.get(type);
  return areas === null || (area !== undefined && areas.includes(area));
}
