import type { VerificationRequest } from '../../domain/account/account.events.js';
import { projection } from '../projection.js';
import type { SocialLinks } from './user.js';

/** An account: what its owner sees of it, what signing in takes, and what others see of the person. */
export interface AccountDocument {
  /** Null, like the password's hash, once the person's key has been destroyed. */
  readonly email: string | null;
  readonly emailHash: string;
  readonly passwordHash: string | null;
  readonly emailVerified: boolean;
  /** The newest request for a proof of the address. */
  readonly verification: VerificationRequest | null;
  readonly username: string;
  /** What a search for people looks into: their names in lower case. */
  readonly searchText: string;
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
  readonly createdAt: string;
}

export const accounts = projection<AccountDocument>({
  name: 'accounts',
  version: 1,
  indexes: [
    { fields: { emailHash: 1, emailVerified: 1, createdAt: -1 } },
    { fields: { 'verification.verificationId': 1 } },
  ],
  on: {
    AccountRegistered: {
      ids: ({ data }) => [data.accountId],
      fold: (_, { data, metadata }) => ({
        email: data.email,
        emailHash: data.emailHash,
        passwordHash: data.passwordHash,
        emailVerified: false,
        verification: null,
        username: data.username,
        searchText: data.username.toLowerCase(),
        displayUsername: null,
        bio: null,
        socialLinks: null,
        profilePictureUrl: null,
        isAdmin: false,
        notifications: { rating: true, comment: true, achievements: true },
        createdAt: metadata.at,
      }),
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
  },
});
