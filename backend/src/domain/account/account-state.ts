import { type EventOf, Rejected } from '../../kernel/aggregate.js';
import type {
  accountEvents,
  PasswordResetRequest,
  StrikeStep,
  Suspension,
  VerificationRequest,
  AccountEvents,
} from './account.events.js';

/** The state of an account, for decisions and for its owner. Personal fields are null once the key is destroyed. */
export interface Account {
  readonly registered: Pick<AccountEvents['AccountRegistered'], 'email' | 'emailHash' | 'username'> | null;
  /** When it was registered, ISO 8601; null before. */
  readonly createdAt: string | null;
  /** The newest request; older ones are invalid. */
  readonly verification: VerificationRequest | null;
  readonly verified: boolean;
  readonly passwordHash: string | null;
  /** When the password was last changed, ISO 8601; sessions that started earlier have ended. */
  readonly passwordChangedAt: string | null;
  /** The newest unused request. */
  readonly reset: PasswordResetRequest | null;
  readonly preferences: Omit<AccountEvents['EmailPreferencesChanged'], 'accountId'>;
  readonly profile: Omit<AccountEvents['ProfileChanged'], 'accountId'>;
  readonly pictureId: string | null;
  /** The suspensions that were not lifted. One whose end is over has no effect. */
  readonly suspensions: readonly Suspension[];
  /** The strikes that were not undone, in order. */
  readonly strikes: readonly { readonly actId: string; readonly step: StrikeStep }[];
  /** The strikes that were undone. They are not repeated. */
  readonly undoneStrikes: readonly string[];
  readonly isAdmin: boolean;
  /** When the account is due for deletion, ISO 8601; null when no deletion is requested. */
  readonly deletionDueAt: string | null;
  readonly deleted: boolean;
}

export type RegisteredAccount = Account & { readonly registered: NonNullable<Account['registered']> };

export type Decision = EventOf<typeof accountEvents>[];

/** The state before registration. */
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
    emailNotificationsBoosts: true,
  },
  profile: { displayUsername: null, bio: null, socialLinks: null },
  pictureId: null,
  suspensions: [],
  strikes: [],
  undoneStrikes: [],
  isAdmin: false,
  deletionDueAt: null,
  deleted: false,
};

/** @throws Rejected (notFound) when the account does not exist or was deleted */
export function requireAccount(account: Account): asserts account is RegisteredAccount {
  if (!account.registered || account.deleted) throw new Rejected('notFound', 'User not found');
}
