import { type EventOf, Rejected } from '../../kernel/aggregate.js';
import type * as commands from './account.commands.js';
import type { AccountEvents, PasswordResetRequest, VerificationRequest } from './account.events.js';

/** A person's account: what the rules ask, and what its owner sees of it. Personal fields are null once the key is destroyed. */
export interface Account {
  readonly registered: Pick<AccountEvents['AccountRegistered'], 'email' | 'emailHash' | 'username'> | null;
  /** When it was registered, ISO 8601; null before. */
  readonly createdAt: string | null;
  /** The newest request; older ones count for nothing. */
  readonly verification: VerificationRequest | null;
  readonly verified: boolean;
  readonly passwordHash: string | null;
  /** When a password last replaced another, ISO 8601; sessions from before have ended. */
  readonly passwordChangedAt: string | null;
  /** The newest request that was not used. */
  readonly reset: PasswordResetRequest | null;
  readonly preferences: Omit<AccountEvents['EmailPreferencesChanged'], 'accountId'>;
  readonly profile: Omit<AccountEvents['ProfileChanged'], 'accountId'>;
  /** The one that is shown. */
  readonly pictureId: string | null;
  /** Why the person may not write at the moment; null when they may. */
  readonly suspension: { readonly reason: string } | null;
  readonly isAdmin: boolean;
  /** When the account is to be deleted. */
  readonly deletionDueAt: string | null;
  readonly deleted: boolean;
}

/** An account that is there. */
export type RegisteredAccount = Account & { readonly registered: NonNullable<Account['registered']> };

/** What a command of the account leads to. */
export type Decision = EventOf<AccountEvents>[];
/** What a command brings along. */
export type DataOf<Name extends keyof typeof commands> = InstanceType<(typeof commands)[Name]>['data'];

/** Nobody yet. */
export const noAccount: Account = {
  registered: null,
  createdAt: null,
  verification: null,
  verified: false,
  passwordHash: null,
  passwordChangedAt: null,
  reset: null,
  preferences: {
    emailNotificationsRating: true,
    emailNotificationsComment: true,
    emailNotificationsAchievements: true,
  },
  profile: { displayUsername: null, bio: null, socialLinks: null },
  pictureId: null,
  suspension: null,
  isAdmin: false,
  deletionDueAt: null,
  deleted: false,
};

/** @throws Rejected (notFound) when there is no account, or none any more */
export function requireAccount(account: Account): asserts account is RegisteredAccount {
  if (!account.registered || account.deleted) throw new Rejected('notFound', 'User not found');
}
