import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Flag, Id, List, Maybe, OneOf, Part, Text, When, show } from '../../contract/fields.js';
import { readUpTo } from '../../domain/notification/inbox.js';
import { PROFILE_PARTS, type ProfilePart, Suspension, profile } from '../../domain/account/account-state.js';
import type { Stored } from '../../kernel/document-store.js';
import {
  type TypeOf,
  flag,
  id,
  list,
  nullable,
  number,
  object,
  record,
  text,
  time,
} from '../../kernel/field.js';
import type { Scalar } from '../../kernel/query.js';
import { type AdminList, equal, filtered } from '../admin-list.js';
import { listedBy, readerOf, view } from '../view.js';
import { SocialLinks, profilePictureUrl } from './people.js';
import { WithheldParts, withoutAct, withoutChanged } from './withheld-parts.js';

/**
 * An account as its owner sees it, and as mails need it. Authentication reads streams, never this view. A person whose
 * key was destroyed has no document.
 */
const Account = object({
  email: text,
  /** Null until the address is verified. */
  verifiedAt: nullable(time),
  username: text,
  ...profile,
  profilePictureUrl: nullable(text),
  /** When profile or picture last changed. */
  profileChangedAt: nullable(time),
  withheld: WithheldParts,
  isAdmin: flag,
  /**
   * The suspensions that were not lifted. One whose end is over has no effect, and leaves with the next one unless it hides
   * something. Of more than {@link MOST_SUSPENSIONS}, those that hide something, and then those that end last.
   */
  suspensions: list(Suspension),
  /** How many strikes were not undone. */
  strikes: number,
  /** What admins noted about the person for each other, oldest first: the latest {@link MOST_NOTES}. */
  notes: list(object({ at: time, adminId: nullable(id), text: nullable(text) })),
  /** When the first of the suspensions that hide something ends; null if none ends by itself. */
  hiddenUntil: nullable(time),
  notifications: object({ rating: flag, comment: flag, achievements: flag, boosts: flag }),
  emailWeekly: flag,
  /** Up to when the inbox was read: the whole, and what is about posts that were read later. Empty before. */
  inbox: object({ upTo: text, posts: record(time) }),
  /** Time of the oldest and of the newest notification that waits for the weekly digest; null if none does. */
  digestSince: nullable(time),
  digestUpTo: nullable(time),
  /** When the account will be deleted; null if no deletion is scheduled. */
  deletionDueAt: nullable(time),
  createdAt: time,
});
export type AccountDocument = TypeOf<typeof Account>;

const MOST_SUSPENSIONS = 50;
const MOST_NOTES = 50;

export const accounts = view('accounts', {
  version: 11,
  document: Account,
  ofLiving: (account, isErased) => (isErased(account._id) ? null : account),
  indexes: ['deletionDueAt', 'hiddenUntil', 'digestSince', ...listedBy('createdAt', 'email', 'isAdmin')],
})
  .createdBy('accountId', {
    AccountRegistered: (_, { email, username }, { at }) =>
      email === null || username === null
        ? null
        : {
            email,
            verifiedAt: null,
            username,
            displayUsername: null,
            bio: null,
            socialLinks: null,
            profilePictureUrl: null,
            profileChangedAt: null,
            withheld: [],
            isAdmin: false,
            suspensions: [],
            strikes: 0,
            notes: [],
            hiddenUntil: null,
            notifications: { rating: true, comment: true, achievements: true, boosts: true },
            emailWeekly: false,
            inbox: { upTo: '', posts: {} },
            digestSince: null,
            digestUpTo: null,
            deletionDueAt: null,
            createdAt: at,
          },
  })
  .changedBy('accountId', {
    EmailChanged: (account, { email }) => (email === null ? null : { ...account, email }),
    EmailVerified: (account, _, { at }) => ({ ...account, verifiedAt: at }),
    ProfileChanged: (account, { displayUsername, bio, socialLinks }, { at }) =>
      changed(account, { displayUsername, bio, socialLinks, profileChangedAt: at }),
    ProfilePictureChanged: (account, { pictureId }, { at }) =>
      changed(account, { profilePictureUrl: profilePictureUrl(pictureId), profileChangedAt: at }),
    ProfileWithheld: (account, { actId, parts }) => ({
      ...account,
      withheld: [...account.withheld, { actId, parts }],
    }),
    ProfileWithholdingUndone: (account, { actId }) => ({
      ...account,
      withheld: withoutAct(account.withheld, actId),
    }),
    WithheldNameTaken: (account) => changed(account, { displayUsername: null }),
    AccountSuspended: (account, { accountId: _, ...suspension }, { at }) =>
      withSuspensions(account, [...withRoom(account.suspensions, at), suspension]),
    AccountRestored: (account, { suspensionId }) =>
      withSuspensions(
        account,
        account.suspensions.filter((known) => known.suspensionId !== suspensionId),
      ),
    AccountStruck: (account) => ({ ...account, strikes: account.strikes + 1 }),
    StrikeUndone: (account) => ({ ...account, strikes: account.strikes - 1 }),
    AccountNoted: (account, { text: note }, { at, actor }) => ({
      ...account,
      notes: [...account.notes, { at, adminId: actor.id, text: note }].slice(-MOST_NOTES),
    }),
    AdminRightsGranted: (account) => ({ ...account, isAdmin: true }),
    AdminRightsRevoked: (account) => ({ ...account, isAdmin: false }),
    EmailPreferencesChanged: (account, data) => ({
      ...account,
      notifications: {
        rating: data.emailNotificationsRating,
        comment: data.emailNotificationsComment,
        achievements: data.emailNotificationsAchievements,
        boosts: data.emailNotificationsBoosts,
      },
      emailWeekly: data.emailWeekly,
    }),
    InboxRead: (account, data) => ({ ...account, inbox: readUpTo(account.inbox, data) }),
    ActivityNotified: (account, { mailed, at }) =>
      mailed === 'weekly'
        ? {
            ...account,
            digestSince: account.digestSince ?? at,
            // Clocks of several processes differ.
            digestUpTo: account.digestUpTo !== null && account.digestUpTo > at ? account.digestUpTo : at,
          }
        : account,
    DigestNotified: (account, { upTo }) => {
      // What came while the digest was decided waits for the next one.
      const left = account.digestUpTo !== null && account.digestUpTo > upTo ? account.digestUpTo : null;
      return { ...account, digestSince: left, digestUpTo: left };
    },
    DeletionRequested: (account, { dueAt }) => ({ ...account, deletionDueAt: dueAt }),
    DeletionCancelled: (account) => ({ ...account, deletionDueAt: null }),
    AccountDeleted: () => null,
  });

function changed(account: AccountDocument, after: Partial<AccountDocument>): AccountDocument {
  return { ...account, ...after, withheld: withoutChanged(account.withheld, account, after) };
}

/** Whether a suspension hides something: bio and picture, if not the posts, too. */
function isHiding({ cause, hidesPosts }: Suspension): boolean {
  return cause === 'moderation' || hidesPosts;
}

/** The suspensions that still matter at a time, with room for one more. */
function withRoom(suspensions: readonly Suspension[], at: string): readonly Suspension[] {
  const current = suspensions.filter(
    (known) => isHiding(known) || known.endsAt === null || known.endsAt > at,
  );
  if (current.length < MOST_SUSPENSIONS) return current;
  // Those that hide something come last: when they end, it comes back.
  const order = current.map((known) => `${Number(isHiding(known))} ${known.endsAt ?? 'never'}`);
  return current.toSpliced(order.indexOf(order.toSorted()[0] ?? ''), 1);
}

function withSuspensions(account: AccountDocument, suspensions: readonly Suspension[]): AccountDocument {
  const ends = suspensions.flatMap((known) => (isHiding(known) && known.endsAt ? [known.endsAt] : []));
  return { ...account, suspensions, hiddenUntil: ends.toSorted()[0] ?? null };
}

/** A suspension, as the suspended person sees it. */
export class UserSuspension {
  @Text('As shown to the person.') readonly reason!: string;
  @OneOf(['dispute', 'moderation']) readonly cause!: Suspension['cause'];
  @Maybe(When, 'Null: until it is lifted.') readonly endsAt!: string | null;
}

/** A part of the profile that nobody else sees. */
export class WithheldPart {
  @OneOf(PROFILE_PARTS) readonly part!: ProfilePart;
  @Id('The decision.') readonly actId!: string;
}

/** The signed-in user, as they see themselves. */
export class User {
  @Id() readonly id!: string;

  @ApiProperty({
    format: 'email',
    description: 'Not public: besides its owner, owners of the site and finance can look it up.',
  })
  readonly email!: string;
  @Text({ about: 'Two words and four digits, given at registration.', example: 'SunnyOtter4821' })
  readonly anonymousUsername!: string;
  @Maybe(Text, 'A name chosen by the person.') readonly displayUsername!: string | null;
  @Maybe(Text, { max: 500 }) readonly bio!: string | null;
  @Maybe(Text) readonly profilePictureUrl!: string | null;
  @Maybe(Part(() => SocialLinks)) readonly socialLinks!: SocialLinks | null;
  @List(() => WithheldPart, 'What a moderator keeps from others until you change it.')
  readonly withheld!: readonly WithheldPart[];
  @Flag('Shows the Admin link; grants no rights.') readonly isAdmin!: boolean;
  @Flag('Publishing, rating, liking and commenting need a verified address.')
  readonly emailVerified!: boolean;
  @Maybe(When, 'When the address was verified.') readonly verifiedAt!: string | null;
  @When() readonly createdAt!: string;
  @Flag('Mail when another user rates a post.') readonly emailNotificationsRating!: boolean;
  @Flag('Mail when another user comments or replies.') readonly emailNotificationsComment!: boolean;
  @Flag('Mail about ranks on the leaderboard.') readonly emailNotificationsAchievements!: boolean;
  @Flag('Mail an hour before a boost ends.') readonly emailNotificationsBoosts!: boolean;
  @Flag('Mails about posts come in one a week, not as it happens.') readonly emailWeekly!: boolean;
  @Maybe(When, 'When the account will be deleted; null if no deletion is scheduled.')
  readonly deletionDueAt!: string | null;
  @Maybe(
    Part(() => UserSuspension),
    'Of several suspensions the one that ends last. Until its end the person may read, but not publish, rate, like, comment or buy.',
  )
  readonly suspension!: UserSuspension | null;

  constructor(
    account: Omit<
      Stored<AccountDocument>,
      | '_position'
      | 'strikes'
      | 'notes'
      | 'profileChangedAt'
      | 'hiddenUntil'
      | 'inbox'
      | 'digestSince'
      | 'digestUpTo'
    >,
  ) {
    const { notifications } = account;
    show<User>(this, {
      ...account,
      id: account._id,
      anonymousUsername: account.username,
      emailVerified: account.verifiedAt !== null,
      suspension: lastOf(account.suspensions),
      withheld: account.withheld.flatMap(({ actId, parts }) => parts.map((part) => ({ part, actId }))),
      emailNotificationsRating: notifications.rating,
      emailNotificationsComment: notifications.comment,
      emailNotificationsAchievements: notifications.achievements,
      emailNotificationsBoosts: notifications.boosts,
    });
  }
}

/** The suspension that ends last. */
function lastOf(suspensions: readonly Suspension[]): UserSuspension | null {
  const endOf = ({ endsAt }: Suspension) => (endsAt === null ? Infinity : Date.parse(endsAt));
  const [last] = suspensions.toSorted((one, other) => endOf(other) - endOf(one));
  return last ? { reason: shownReason(last), cause: last.cause, endsAt: last.endsAt } : null;
}

/** Why a person is suspended, with what an admin has added. */
export function shownReason({ reason, note }: Pick<Suspension, 'reason' | 'note'>): string {
  return note ? `${reason}: ${note}` : reason;
}

const MOST_DUE = 100;

@Injectable()
export class AccountsReader extends readerOf(accounts) {
  count(): Promise<number> {
    return this.documents.count({});
  }

  /** The account as its owner sees it; null if it does not exist. */
  async user(accountId: string): Promise<User | null> {
    const account = await this.one(accountId);
    return account ? new User(account) : null;
  }

  /** The ids of accounts due for deletion by `now`, the longest due first; 100 at most. */
  async dueDeletions(now: Date): Promise<readonly string[]> {
    const where = { deletionDueAt: { $lte: now.toISOString() } };
    return (await this.all(where, { deletionDueAt: 1 }, MOST_DUE)).map(({ _id }) => _id);
  }

  /**
   * Whose digest has waited since `since` or longer, the longest waiting first, and the newest notification in it; `limit` at
   * most, after a cursor.
   */
  awaitingDigest(since: Date, limit: number, after: readonly Scalar[] | null) {
    const where = { digestSince: { $lte: since.toISOString() } };
    return this.all(where, { digestSince: 1 }, limit, after);
  }

  /** Suspensions that hide something and have ended by `now`; of 100 people at most. */
  async endedHiding(now: Date): Promise<readonly { accountId: string; suspensionId: string }[]> {
    const where = { hiddenUntil: { $lte: now.toISOString() } };
    const due = await this.all(where, { hiddenUntil: 1 }, MOST_DUE);
    return due.flatMap(({ _id: accountId, suspensions }) =>
      suspensions
        .filter((known) => isHiding(known) && known.endsAt !== null && new Date(known.endsAt) <= now)
        .map(({ suspensionId }) => ({ accountId, suspensionId })),
    );
  }

  /** The accounts that pass all filters at `now`, in the order in which they were created. */
  list(
    { search, suspended, isAdmin, unverified }: AccountFilters,
    isNewestFirst: boolean,
    now: Date,
  ): AdminList<AccountDocument> {
    const part = search?.trim().toLowerCase() ?? '';
    const isAddress = part.includes('@');
    const isId = UUID.test(part);
    return filtered(
      {
        name: 'users',
        view: this.documents,
        sort: { field: 'createdAt', direction: isNewestFirst ? -1 : 1, type: 'time' },
      },
      [
        isId && { where: { _id: part }, fits: ({ _id }) => _id === part },
        ...equal<AccountDocument>({ email: isAddress ? part : undefined, isAdmin }),
        part !== '' &&
          !isAddress &&
          !isId && {
            fits: ({ username, displayUsername }) =>
              [username, displayUsername ?? ''].some((name) => name.toLowerCase().includes(part)),
          },
        suspended !== undefined && { fits: (account) => isSuspendedAt(account, now) === suspended },
        unverified !== undefined && { fits: ({ verifiedAt }) => (verifiedAt === null) === unverified },
      ],
    );
  }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Which accounts a list shows; what is not given does not matter. */
export interface AccountFilters {
  /** A part of a name, a whole email address, or an id. */
  readonly search?: string | undefined;
  readonly suspended?: boolean | undefined;
  readonly isAdmin?: boolean | undefined;
  readonly unverified?: boolean | undefined;
}

function isSuspendedAt({ suspensions }: AccountDocument, now: Date): boolean {
  return suspensions.some(({ endsAt }) => endsAt === null || now < new Date(endsAt));
}
