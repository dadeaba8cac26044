import type { VerificationRequest } from '../../domain/account/account.events.js';
import { projection } from '../projection.js';
import type { SocialLinks } from './social-links.js';

/**
 * An account: what its owner sees of it, and what signing in takes. There is none of a person whose key was
 * destroyed.
 */
export interface AccountDocument {
  readonly email: string;
  readonly emailHash: string;
  /** Argon2id, in PHC notation. */
  readonly passwordHash: string;
  readonly emailVerified: boolean;
  /** The newest request for a proof of the address. */
  readonly verification: VerificationRequest | null;
  readonly username: string;
  readonly displayUsername: string | null;
  readonly bio: string | null;
  readonly socialLinks: SocialLinks | null;
  readonly profilePictureUrl: string | null;
  readonly isAdmin: boolean;
  readonly notifications: {
    readonly rating: boolean;
    readonly comment: boolean;
    readonly achievements: boolean;
  };
  /** When the account is to be deleted; null when it is not. */
  readonly deletionDueAt: string | null;
  readonly createdAt: string;
}

export const accounts = projection<AccountDocument>({
  name: 'accounts',
  version: 2,
  indexes: [
    { fields: { emailHash: 1, emailVerified: 1, createdAt: -1 } },
    { fields: { 'verification.verificationId': 1 } },
    { fields: { deletionDueAt: 1 } },
  ],
  on: {
    AccountRegistered: {
      ids: ({ data }) => [data.accountId],
      fold: (_, { data: { email, emailHash, passwordHash, username }, metadata }) =>
        email === null || username === null || passwordHash === null
          ? null
          : {
              email,
              emailHash,
              passwordHash,
              emailVerified: false,
              verification: null,
              username,
              displayUsername: null,
              bio: null,
              socialLinks: null,
              profilePictureUrl: null,
              isAdmin: false,
              notifications: { rating: true, comment: true, achievements: true },
              deletionDueAt: null,
              createdAt: metadata.at,
            },
    },
    VerificationRequested: {
      ids: ({ data }) => [data.accountId],
      fold: (account, { data: { verificationId, tokenHash, expiresAt } }) =>
        account && { ...account, verification: { verificationId, tokenHash, expiresAt } },
    },
    EmailVerified: {
      ids: ({ data }) => [data.accountId],
      fold: (account) => account && { ...account, emailVerified: true },
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
