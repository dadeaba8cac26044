import type { Catalogue } from '../catalogue.js';

/**
 * A request to prove that an address is one's own. The token itself stands nowhere; only its SHA-256 does.
 */
export interface VerificationRequest {
  readonly verificationId: string;
  readonly tokenHash: string;
  /** ISO 8601; from then on the token is worth nothing. */
  readonly expiresAt: string;
}

export interface AccountEvents {
  /** Somebody made an account. Whether the address is theirs is not known yet. */
  AccountRegistered: {
    accountId: string;
    /** Null once the person's key has been destroyed, like every personal field. */
    email: string | null;
    /** The address as a keyed hash, to find and compare it by. */
    emailHash: string;
    username: string;
    /** Argon2id, in PHC notation. */
    passwordHash: string | null;
  };
  /** A mail with a link was asked for; links asked for before are worth nothing from now on. */
  VerificationRequested: VerificationRequest & {
    accountId: string;
    email: string | null;
    emailHash: string;
    /** Of the account: an address may have been registered more than once, and the mail tells which time it is about. */
    username: string;
  };
  /** The person has shown that they read the mail of this address. */
  EmailVerified: { accountId: string };
}

export const accountEvents: Catalogue<AccountEvents> = {
  AccountRegistered: { version: 1, personal: { subject: 'accountId', fields: ['email', 'passwordHash'] } },
  VerificationRequested: { version: 1, personal: { subject: 'accountId', fields: ['email'] } },
  EmailVerified: { version: 1 },
};
