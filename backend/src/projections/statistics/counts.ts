import type { DomainEvents } from '../../domain/events.js';

/** The parts of the statistics. Roles see some of them. */
export type StatisticsPart = 'people' | 'content' | 'moderation' | 'money';

interface CountSpec {
  readonly part: StatisticsPart;
  /** Each event of one of these types counts once, as it is one line of the audit trail. */
  readonly types: readonly (keyof DomainEvents)[];
}

/**
 * What is counted, in the order in which it is shown. A count says what happened on a day and never changes later: undoing
 * something, excluding it or deleting it is another event, which counts for its own day.
 */
export const COUNTS = {
  accounts: { part: 'people', types: ['AccountRegistered'] },
  verifications: { part: 'people', types: ['EmailVerified'] },
  accountDeletions: { part: 'people', types: ['AccountDeleted'] },
  photos: { part: 'content', types: ['PhotoRated'] },
  refusedPhotos: { part: 'content', types: ['PhotoRefused'] },
  posts: { part: 'content', types: ['PostPublished'] },
  postDeletions: { part: 'content', types: ['PostDeleted'] },
  ratings: { part: 'content', types: ['Rated'] },
  likes: { part: 'content', types: ['Liked', 'CommentLiked'] },
  takenBackLikes: { part: 'content', types: ['Unliked', 'CommentUnliked'] },
  comments: { part: 'content', types: ['CommentPosted'] },
  commentDeletions: { part: 'content', types: ['CommentDeleted'] },
  reports: { part: 'moderation', types: ['PostReported'] },
  reviewedReports: { part: 'moderation', types: ['ReportReviewed'] },
  dismissedReports: { part: 'moderation', types: ['ReportDismissed'] },
  hiddenPosts: { part: 'moderation', types: ['PostHidden'] },
  removedPosts: { part: 'moderation', types: ['PostRemoved'] },
  hiddenComments: { part: 'moderation', types: ['CommentHidden'] },
  excludedRatings: { part: 'moderation', types: ['RatingExcluded'] },
  strikes: { part: 'moderation', types: ['AccountStruck'] },
  suspensions: { part: 'moderation', types: ['AccountSuspended'] },
  appeals: { part: 'moderation', types: ['AppealFiled'] },
  decidedAppeals: { part: 'moderation', types: ['AppealDecided'] },
  payments: { part: 'money', types: ['PaymentConfirmed'] },
  boughtBoosts: { part: 'money', types: ['BoostPurchased'] },
  appliedBoosts: { part: 'money', types: ['BoostApplied'] },
  startedRefunds: { part: 'money', types: ['RefundStarted'] },
} as const satisfies Readonly<Record<string, CountSpec>>;

export type CountName = keyof typeof COUNTS;
export type CountedType = (typeof COUNTS)[CountName]['types'][number];

/** The names of all counts, in order. */
export const COUNT_NAMES = Object.keys(COUNTS) as readonly CountName[];

/** The types of all events that count. Each belongs to one count. */
export const COUNTED_TYPES: readonly CountedType[] = COUNT_NAMES.flatMap((name) => [...COUNTS[name].types]);
