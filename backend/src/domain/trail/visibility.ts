import type { AdminRole } from '../admin/admin-roles.events.js';
import { Account } from '../account/account.js';
import { Email } from '../account/email.js';
import { Registrations } from '../account/registrations.js';
import { Username } from '../account/username.js';
import { Admin } from '../admin/admin.js';
import { AdminRoles } from '../admin/admin-roles.js';
import { boostsEvents } from '../boosts/boosts.events.js';
import { commentEvents } from '../comment/comment.events.js';
import { commentLikeEvents } from '../comment/comment-like.events.js';
import { decisionEvents } from '../decision/decision.events.js';
import { ownActEvents } from '../decision/own-act.events.js';
import { disclosureEvents } from '../disclosure/disclosure.events.js';
import { type LoggedEvents, wholeCatalogue } from '../events.js';
import { Like } from '../like/like.js';
import { blockedPictureEvents } from '../moderation/blocked-picture.events.js';
import { achievementEvents } from '../notice/achievement.events.js';
import { noticeEvents } from '../notice/notice.events.js';
import { paymentEvents } from '../payment/payment.events.js';
import { paymentIntentEvents } from '../payment/payment-intent.events.js';
import { reconciliationEvents } from '../payment/reconciliation.events.js';
import { refundDayEvents } from '../payment/refund-day.events.js';
import { stripeEventEvents } from '../payment/stripe-event.events.js';
import { stripeObservedEvents } from '../payment/stripe-observed.events.js';
import { photoEvents } from '../photo/photo.events.js';
import { uploaderEvents } from '../photo/uploader.events.js';
import { legalHoldEvents } from '../post/legal-hold.events.js';
import { postActEvents } from '../post/post-acts.events.js';
import { postEvents } from '../post/post.events.js';
import { publishedPictureEvents } from '../post/published-picture.events.js';
import { proposalEvents } from '../proposal/proposal.events.js';
import { raterEvents } from '../rating/rater.events.js';
import { ratingEvents } from '../rating/rating.events.js';
import { reportEvents } from '../report/report.events.js';
import { appealEvents } from '../review/appeal.events.js';
import { reviewEvents } from '../review/review.events.js';
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
  AdminRightsGranted: 'admins',
  AdminRightsRevoked: 'admins',
  RatingExcluded: 'moderation',
  RatingIncluded: 'moderation',
  CommentHidden: 'moderation',
  CommentActUndone: 'moderation',
  WeekReopened: 'admins',
};

const EVENTS_OF: Readonly<Record<Area, readonly object[]>> = {
  content: [
    photoEvents,
    uploaderEvents,
    postEvents,
    publishedPictureEvents,
    ratingEvents,
    Like.events,
    commentEvents,
    commentLikeEvents,
    Week.events,
    achievementEvents,
  ],
  moderation: [postActEvents, blockedPictureEvents, reviewEvents, decisionEvents, ownActEvents],
  reports: [reportEvents],
  sanctions: [appealEvents, raterEvents],
  'legal holds': [legalHoldEvents],
  payments: [
    paymentEvents,
    paymentIntentEvents,
    stripeEventEvents,
    stripeObservedEvents,
    reconciliationEvents,
    refundDayEvents,
  ],
  boosts: [boostsEvents],
  people: [Account.events, Email.events, Registrations.events, Username.events, noticeEvents],
  admins: [Admin.events, AdminRoles.events, proposalEvents, disclosureEvents],
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
const PROPOSALS: ReadonlySet<string> = new Set(Object.keys(proposalEvents));

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
