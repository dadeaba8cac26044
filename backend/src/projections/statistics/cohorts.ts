import type { DomainEvents } from '../../domain/events.js';
import { foldEach, projection } from '../projection.js';
import { dayAfter, mondayOf } from './days.js';

/** An account, under its id. It is never deleted: its person was active, whatever came later. */
export interface CohortDocument {
  /** The week in which it was registered, by its Monday. */
  readonly cohort: string;
  readonly isVerified: boolean;
  /** The weeks in which its person wrote something, oldest first: those that are shown beside its cohort. */
  readonly active: readonly string[];
}

/** Of 366 days, the longest range that is shown, the last week begins at most so many days after the first one. */
const SHOWN_DAYS = 371;

/** What counts as active: a write. Registering, verifying an address and signing in do not count; a visit leaves no event. */
export const ACTIVITIES = [
  'PhotoRated',
  'PhotoAdmitted',
  'PostPublished',
  'PostDeleted',
  'Rated',
  'Liked',
  'Unliked',
  'CommentPosted',
  'CommentDeleted',
  'CommentLiked',
  'CommentUnliked',
  'PostReported',
  'AppealFiled',
  'ProfileChanged',
  'ProfilePictureChanged',
  'CheckoutStarted',
  'BoostApplied',
  'RefundRequested',
] as const satisfies readonly (keyof DomainEvents)[];

/** The id of the count document with the number of accounts of a cohort, and the count in it. */
export const sizeOf = (cohort: string) => ({ id: `cohort:${cohort}`, name: 'accounts' });
/** The same for the accounts of a cohort that were active in a week. */
export const activeIn = (week: string, cohort: string) => ({ id: `active:${week}`, name: cohort });

export const cohorts = projection<CohortDocument>({
  name: 'cohorts',
  version: 3,
  indexes: [],
  isGathered: true,
  counts: {
    keyOf: ({ cohort, active }) => [cohort, ...active].join(' '),
    countedIn: (key) => {
      const [cohort = '', ...active] = key.split(' ');
      return [sizeOf(cohort), ...active.map((week) => activeIn(week, cohort))];
    },
  },
  on: {
    AccountRegistered: {
      ids: ({ data }) => [data.accountId],
      fold: (known, { metadata }) =>
        known ?? { cohort: mondayOf(metadata.at), isVerified: false, active: [] },
    },
    EmailVerified: {
      ids: ({ data }) => [data.accountId],
      fold: (account) => account && { ...account, isVerified: true },
    },
    ...foldEach(ACTIVITIES, () => ({
      // What an admin or the program does to a person's things is no write of their own.
      ids: ({ metadata: { actor } }) => (actor.kind === 'user' && actor.id !== null ? [actor.id] : []),
      fold: (account, { metadata }) => {
        const week = mondayOf(metadata.at);
        if (!account || account.active.includes(week)) return account;
        if (week < account.cohort || week > dayAfter(account.cohort, SHOWN_DAYS)) return account;
        return { ...account, active: [...account.active, week] };
      },
    })),
  },
});
