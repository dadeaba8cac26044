import type { Catalogue } from '../../kernel/event.js';

/** How an admin proved, beside the password, who they are. */
export type SecondFactor =
  | { readonly kind: 'none' }
  /** A code of an authenticator app. `step` numbers the 30 seconds that it is for. */
  | { readonly kind: 'totp'; readonly step: number }
  /** One of the codes for the day when the app is lost. `codeHash` is its hash. */
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
  /**
   * An operator reset the login in a terminal: all sessions have ended, app and passkeys are gone, and nobody can sign in
   * before the link that the terminal printed has set a new password.
   */
  AdminReset: {
    adminId: string;
    /** The SHA-256 hash of the token in the link. */
    tokenHash: string;
    /** ISO 8601; from then on the token is invalid. */
    expiresAt: string;
  };
  /** The admin connected an authenticator app. From now on a sign-in needs a code. */
  TotpEnrolled: {
    adminId: string;
    /** The secret that the app shares, in Base32. */
    secret: string | null;
    /**
     * Hashes of the recovery codes, each of which works once: keyed ones of codes with 26 characters, SHA-256 ones of
     * earlier codes with 16.
     */
    recoveryHashes: readonly string[];
    /** The step of the code that confirmed it. */
    step: number;
  };
  /** The admin disconnected the authenticator app. */
  TotpRemoved: { adminId: string };
  /** The admin added a passkey. It signs in without password and code. */
  PasskeyAdded: {
    adminId: string;
    passkeyId: string;
    /** What the admin calls it. */
    name: string | null;
    /** The id that the authenticator gave it, in Base64url. */
    credentialId: string | null;
    /** The key that its signatures are checked with: a COSE key, in Base64url. */
    publicKey: string | null;
    /** How browsers reach the authenticator, such as `internal` or `usb`. */
    transports: readonly string[];
    /** The authenticator's count of signatures; 0 if it does not count. */
    counter: number;
    /** What proved, beside the password, who adds it. A code cannot be used again. */
    factor: SecondFactor;
  };
  /** The admin signed in with a passkey, whose authenticator had verified the person. */
  AdminSignedInWithPasskey: {
    adminId: string;
    passkeyId: string;
    /** The authenticator's count of signatures; 0 if it does not count. */
    counter: number;
  };
  /** The admin removed a passkey. It does not sign in any more. */
  PasskeyRemoved: {
    adminId: string;
    passkeyId: string;
    /** What proved, beside the password, who removes it. A code cannot be used again. */
    factor: SecondFactor;
  };
  /** The admin signed in with a browser that had not signed in to this login before, other than for the first time. */
  AdminSignedInOnNewDevice: {
    adminId: string;
    /** Browser and system, such as 'Firefox on Linux'; null if unknown. */
    device: string | null;
  };
  /**
   * The account of this admin was deleted, or the invitation of a login that waited for a second owner was withdrawn: the
   * admin's key is destroyed with it.
   */
  AdminErased: { adminId: string };
}

export const adminEvents: Catalogue<AdminEvents> = {
  AdminCreated: {
    version: 1,
    personal: { subject: 'adminId', fields: ['username', 'email', 'passwordHash'], createsKey: true },
    trail: { says: '{actor} created {adminId}, a login for the back office.', about: { adminId: 'admin' } },
  },
  AdminSignedIn: {
    version: 1,
    trail: {
      says: '{actor} signed in to the back office (second factor: {factor.kind|words}).',
      about: { adminId: 'admin' },
    },
  },
  AdminPasswordChanged: {
    version: 1,
    personal: { subject: 'adminId', fields: ['passwordHash'] },
    trail: {
      says: '{actor} set a new password for the back office, which ended all earlier sessions.',
      about: { adminId: 'admin' },
    },
  },
  AdminReset: {
    version: 1,
    trail: {
      says: '{actor} reset the login of {adminId} with a link for a new password, valid until {expiresAt|time}.',
      about: { adminId: 'admin' },
    },
  },
  TotpEnrolled: {
    version: 1,
    personal: { subject: 'adminId', fields: ['secret'] },
    trail: {
      says: '{actor} connected an authenticator app and got recovery codes, {recoveryHashes.length} in all.',
      about: { adminId: 'admin' },
    },
  },
  TotpRemoved: {
    version: 1,
    trail: {
      says: '{actor} disconnected the authenticator app from the login.',
      about: { adminId: 'admin' },
    },
  },
  PasskeyAdded: {
    version: 1,
    personal: { subject: 'adminId', fields: ['name', 'credentialId', 'publicKey'] },
    trail: {
      says: '{actor} added a passkey to the login (second factor: {factor.kind|words}).',
      about: { adminId: 'admin' },
    },
  },
  AdminSignedInWithPasskey: {
    version: 1,
    trail: { says: '{actor} signed in to the back office with a passkey.', about: { adminId: 'admin' } },
  },
  PasskeyRemoved: {
    version: 1,
    trail: {
      says: '{actor} removed a passkey from the login (second factor: {factor.kind|words}).',
      about: { adminId: 'admin' },
    },
  },
  AdminSignedInOnNewDevice: {
    version: 1,
    personal: { subject: 'adminId', fields: ['device'] },
    trail: {
      says: '{actor} signed in to the back office with a browser that had not signed in to the login before.',
      about: { adminId: 'admin' },
    },
  },
  AdminErased: {
    version: 1,
    trail: {
      says: '{actor} erased {adminId}, as the account of the person was deleted.',
      about: { adminId: 'admin' },
    },
  },
};
