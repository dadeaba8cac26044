import type { Catalogue } from '../../kernel/event.js';
import type { SocialLinks } from './social-links.js';

/**
 * A request to prove that an address is one's own. The token itself stands nowhere; only its SHA-256 does.
 */
export interface VerificationRequest {
  readonly verificationId: string;
  readonly tokenHash: string;
  /** ISO 8601; from then on the token is worth nothing. */
  readonly expiresAt: string;
}

/** A request to set a new password by mail. Of the token, too, only its SHA-256 stands anywhere. */
export interface PasswordResetRequest {
  readonly resetId: string;
  readonly tokenHash: string;
  /** ISO 8601; from then on the token is worth nothing. */
  readonly expiresAt: string;
}

/** Every field that is personal is null once the person's key has been destroyed. */
export interface AccountEvents {
  /** Somebody made an account. Whether the address is theirs is not known yet. */
  AccountRegistered: {
    accountId: string;
    email: string | null;
    /** The address as a keyed hash, to find and compare it by. */
    emailHash: string;
    username: string | null;
    /** Argon2id, in PHC notation. */
    passwordHash: string | null;
  };
  /** A mail with a link was asked for; links asked for before are worth nothing from now on. */
  VerificationRequested: VerificationRequest & {
    accountId: string;
    email: string | null;
    emailHash: string;
    /** Of the account: an address may have been registered more than once, and the mail tells which time it is about. */
    username: string | null;
  };
  /** The person has shown that they read the mail of this address. */
  EmailVerified: { accountId: string };
  /** A mail with a link that sets a new password was asked for; earlier links are worth nothing from now on. */
  PasswordResetRequested: PasswordResetRequest & { accountId: string };
  /** A new password was set by such a link; every session before has ended. */
  PasswordReset: { accountId: string; passwordHash: string | null };
  /** A new password was set by somebody who knew the old one; every other session before has ended. */
  PasswordChanged: { accountId: string; passwordHash: string | null };
  /** Which mails the person wants, besides those about the safety of the account. */
  EmailPreferencesChanged: {
    accountId: string;
    emailNotificationsRating: boolean;
    emailNotificationsComment: boolean;
    emailNotificationsAchievements: boolean;
  };
  /** What the person says of themselves; null for what they don't. */
  ProfileChanged: {
    accountId: string;
    displayUsername: string | null;
    bio: string | null;
    socialLinks: SocialLinks | null;
  };
  /** The person shows another picture, or none. The one before it is to be deleted. */
  ProfilePictureChanged: { accountId: string; pictureId: string | null; previousId: string | null };
  /** The person may read, but not write. */
  AccountSuspended: { accountId: string; reason: string };
  /** The person may write again. */
  AccountRestored: { accountId: string; reason: string };
  /** The person is shown the way to the back office. */
  AdminRightsGranted: { accountId: string };
  /** The person is not shown it any more. */
  AdminRightsRevoked: { accountId: string };
  /** The person wants to be deleted, and may change their mind until `dueAt` (ISO 8601). */
  DeletionRequested: { accountId: string; dueAt: string };
  /** The person has changed their mind. */
  DeletionCancelled: { accountId: string };
  /** The account is gone. The person's key is destroyed after this, and no event of theirs can follow. */
  AccountDeleted: { accountId: string; emailHash: string; pictureId: string | null };
}

const passwordEvent = {
  version: 1,
  personal: { subject: 'accountId', fields: ['passwordHash'] },
} as const;

/** Until version 2 usernames stood in the open. */
const sealedUsername = { 1: (data: Record<string, unknown>) => data };

export const accountEvents: Catalogue<AccountEvents> = {
  AccountRegistered: {
    version: 2,
    personal: { subject: 'accountId', fields: ['email', 'username', 'passwordHash'], createsKey: true },
    upcast: sealedUsername,
  },
  VerificationRequested: {
    version: 2,
    personal: { subject: 'accountId', fields: ['email', 'username'] },
    upcast: sealedUsername,
  },
  EmailVerified: { version: 1 },
  PasswordResetRequested: { version: 1 },
  PasswordReset: passwordEvent,
  PasswordChanged: passwordEvent,
  EmailPreferencesChanged: { version: 1 },
  ProfileChanged: {
    version: 1,
    personal: { subject: 'accountId', fields: ['displayUsername', 'bio', 'socialLinks'] },
  },
  ProfilePictureChanged: { version: 1 },
  AccountSuspended: { version: 1 },
  AccountRestored: { version: 1 },
  AdminRightsGranted: { version: 1 },
  AdminRightsRevoked: { version: 1 },
  DeletionRequested: { version: 1 },
  DeletionCancelled: { version: 1 },
  AccountDeleted: { version: 1 },
};
