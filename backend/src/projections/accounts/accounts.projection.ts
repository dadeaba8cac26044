import type { Suspension } from '../../domain/account/account-state.js';
import type { DomainEvents } from '../../domain/events.js';
import { projection } from '../projection.js';
import { profilePictureUrl } from './people.projection.js';

/**
 * An account as its owner sees it, and as mails need it. Authentication reads streams, never this view. A person whose
 * key was destroyed has no document.
 */
export interface AccountDocument {
  readonly email: string;
  readonly emailVerified: boolean;
  readonly username: string;
  readonly displayUsername: string | null;
  readonly bio: string | null;
  readonly socialLinks: DomainEvents['ProfileChanged']['socialLinks'];
  readonly profilePictureUrl: string | null;
  readonly isAdmin: boolean;
  /**
   * The suspensions that were not lifted. One whose end is over has no effect, and leaves with the next one unless it hides
   * posts. Of more than {@link MOST_SUSPENSIONS}, those that hide posts, and then those that end last.
   */
  readonly suspensions: readonly Suspension[];
  /** How many strikes were not undone. */
  readonly strikes: number;
  /** When the first of the suspensions that hide posts ends; null if none ends by itself. */
  readonly postsHiddenUntil: string | null;
  readonly notifications: {
    readonly rating: boolean;
    readonly comment: boolean;
    readonly achievements: boolean;
    readonly boosts: boolean;
  };
  /** When the account will be deleted; null if no deletion is scheduled. */
  readonly deletionDueAt: string | null;
  readonly createdAt: string;
}

const MOST_SUSPENSIONS = 50;

export const accounts = projection<AccountDocument>({
  name: 'accounts',
  version: 8,
  ofLiving: (account, isErased) => (isErased(account._id) ? null : account),
  indexes: [
    { fields: { deletionDueAt: 1 } },
    { fields: { postsHiddenUntil: 1 } },
    { fields: { createdAt: 1 } },
    { fields: { email: 1, createdAt: 1 } },
    { fields: { isAdmin: 1, createdAt: 1 } },
  ],
  on: {
    AccountRegistered: {
      ids: ({ data }) => [data.accountId],
      fold: (_, { data: { email, username }, metadata }) =>
        email === null || username === null
          ? null
          : {
              email,
              emailVerified: false,
              username,
              displayUsername: null,
              bio: null,
              socialLinks: null,
              profilePictureUrl: null,
              isAdmin: false,
              suspensions: [],
              strikes: 0,
              postsHiddenUntil: null,
              notifications: { rating: true, comment: true, achievements: true, boosts: true },
              deletionDueAt: null,
              createdAt: metadata.at,
            },
    },
    EmailChanged: {
      ids: ({ data }) => [data.accountId],
      fold: (account, { data: { email } }) => account && (email === null ? null : { ...account, email }),
    },
    EmailVerified: {
      ids: ({ data }) => [data.accountId],
      fold: (account) => account && { ...account, emailVerified: true },
    },
    ProfileChanged: {
      ids: ({ data }) => [data.accountId],
      fold: (account, { data: { displayUsername, bio, socialLinks } }) =>
        account && { ...account, displayUsername, bio, socialLinks },
    },
    ProfilePictureChanged: {
      ids: ({ data }) => [data.accountId],
      fold: (account, { data: { pictureId } }) =>
        account && { ...account, profilePictureUrl: profilePictureUrl(pictureId) },
    },
    AccountSuspended: {
      ids: ({ data }) => [data.accountId],
      fold: (account, { data: { accountId: _, ...suspension }, metadata: { at } }) =>
        account && withSuspensions(account, [...withRoom(account.suspensions, at), suspension]),
    },
    AccountRestored: {
      ids: ({ data }) => [data.accountId],
      fold: (account, { data: { suspensionId } }) =>
        account &&
        withSuspensions(
          account,
          account.suspensions.filter((known) => known.suspensionId !== suspensionId),
        ),
    },
    AccountStruck: {
      ids: ({ data }) => [data.accountId],
      fold: (account) => account && { ...account, strikes: account.strikes + 1 },
    },
    StrikeUndone: {
      ids: ({ data }) => [data.accountId],
      fold: (account) => account && { ...account, strikes: account.strikes - 1 },
    },
    AdminRightsGranted: {
      ids: ({ data }) => [data.accountId],
      fold: (account) => account && { ...account, isAdmin: true },
    },
    AdminRightsRevoked: {
      ids: ({ data }) => [data.accountId],
      fold: (account) => account && { ...account, isAdmin: false },
    },
    EmailPreferencesChanged: {
      ids: ({ data }) => [data.accountId],
      fold: (account, { data }) =>
        account && {
          ...account,
          notifications: {
            rating: data.emailNotificationsRating,
            comment: data.emailNotificationsComment,
            achievements: data.emailNotificationsAchievements,
            boosts: data.emailNotificationsBoosts,
          },
        },
    },
    DeletionRequested: {
      ids: ({ data }) => [data.accountId],
      fold: (account, { data: { dueAt } }) => account && { ...account, deletionDueAt: dueAt },
    },
    DeletionCancelled: {
      ids: ({ data }) => [data.accountId],
      fold: (account) => account && { ...account, deletionDueAt: null },
    },
    AccountDeleted: { ids: ({ data }) => [data.accountId], fold: () => null },
  },
});

/** The suspensions that still matter at a time, with room for one more. */
function withRoom(suspensions: readonly Suspension[], at: string): readonly Suspension[] {
  const current = suspensions.filter(
    ({ hidesPosts, endsAt }) => hidesPosts || endsAt === null || endsAt > at,
  );
  if (current.length < MOST_SUSPENSIONS) return current;
  // Those that hide posts come last: when they end, their posts come back.
  const order = current.map(({ hidesPosts, endsAt }) => `${Number(hidesPosts)} ${endsAt ?? 'never'}`);
  return current.toSpliced(order.indexOf(order.toSorted()[0] ?? ''), 1);
}

function withSuspensions(account: AccountDocument, suspensions: readonly Suspension[]): AccountDocument {
  const ends = suspensions.flatMap(({ hidesPosts, endsAt }) => (hidesPosts && endsAt ? [endsAt] : []));
  return { ...account, suspensions, postsHiddenUntil: ends.toSorted()[0] ?? null };
}
