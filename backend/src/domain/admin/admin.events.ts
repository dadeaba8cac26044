import type { Catalogue } from '../../kernel/event.js';

/** How an admin proved, beside the password, who they are. */
export type SecondFactor =
  | { readonly kind: 'none' }
  /** A code of an authenticator app. `step` numbers the 30 seconds that it is for. */
  | { readonly kind: 'totp'; readonly step: number }
  /** One of the codes for the day when the app is lost. `codeHash` is its SHA-256 hash. */
  | { readonly kind: 'recovery'; readonly codeHash: string };

/** The credentials of an admin's login. Personal fields are null once the admin's key has been destroyed. */
export interface AdminEvents {
  /** A login for the back office was created. The id is a keyed hash of the username, in lower case. */
  AdminCreated: {
    adminId: string;
    username: string | null;
    /** Where notices to this admin go; null if none was given. */
    email: string | null;
    /** Argon2id, in PHC notation. */
    passwordHash: string | null;
  };
  /** The admin signed in. A code of `factor` cannot be used again. */
  AdminSignedIn: { adminId: string; factor: SecondFactor };
  /** The admin set a new password. All earlier sessions have ended. */
  AdminPasswordChanged: { adminId: string; passwordHash: string | null };
  /** The admin connected an authenticator app. From now on a sign-in needs a code. */
  TotpEnrolled: {
    adminId: string;
    /** The secret that the app shares, in Base32. */
    secret: string | null;
    /** SHA-256 hashes of the recovery codes. Each works once. */
    recoveryHashes: readonly string[];
    /** The step of the code that confirmed it. */
    step: number;
  };
  /** The admin disconnected the authenticator app. */
  TotpRemoved: { adminId: string };
}

export const adminEvents: Catalogue<AdminEvents> = {
  AdminCreated: {
    version: 1,
    personal: { subject: 'adminId', fields: ['username', 'email', 'passwordHash'], createsKey: true },
  },
  AdminSignedIn: { version: 1 },
  AdminPasswordChanged: { version: 1, personal: { subject: 'adminId', fields: ['passwordHash'] } },
  TotpEnrolled: { version: 1, personal: { subject: 'adminId', fields: ['secret'] } },
  TotpRemoved: { version: 1 },
};
