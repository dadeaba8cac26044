import type { AdminEvents, SecondFactor } from './admin.events.js';
import type { Proof } from './proof.js';

/** Create a login for the back office. It is rejected if the username has a login already. */
export type CreateAdmin = AdminEvents['AdminCreated'];

/** Record a sign-in whose password and second factor were checked, and use up the code. */
export type SignInAdmin = {
  adminId: string;
  passwordHash: string;
  factor: SecondFactor;
  /** Of the login that password and factor were checked against. */
  changes: number;
  /** Whether every admin needs a second factor. */
  isRequired: boolean;
};

/** Set a new password. `currentHash` is the hash that the old one was checked against. */
export type ChangeAdminPassword = {
  adminId: string;
  currentHash: string;
  passwordHash: string;
  proof: Proof;
};

/** Replace `currentHash`, which the password was checked against, by a hash of the same password in NFC. */
export type RenewAdminPasswordHash = {
  adminId: string;
  currentHash: string;
  passwordHash: string;
};

/** Make a login unusable until a new password is set with a token. */
export type ResetAdmin = AdminEvents['AdminReset'];

/** Set a new password with the hash of the token of a reset, at `now` (ISO 8601). */
export type SetNewAdminPassword = {
  adminId: string;
  tokenHash: string;
  passwordHash: string;
  now: string;
};

/** Connect an authenticator app whose code was checked, in place of the one that is connected. */
export type EnrolTotp = AdminEvents['TotpEnrolled'] & { secret: string; proof: Proof };

/** Disconnect the authenticator app. */
export type RemoveTotp = { adminId: string; proof: Proof; isRequired: boolean };

/** Add a passkey that was created for the admin. */
export type AddPasskey = Omit<AdminEvents['PasskeyAdded'], 'factor'> & {
  name: string;
  credentialId: string;
  publicKey: string;
  proof: Proof;
};

/** Record a sign-in whose signature was checked. A counter that is not higher than the last one is rejected. */
export type SignInWithPasskey = AdminEvents['AdminSignedInWithPasskey'];

/** Remove a passkey. */
export type RemovePasskey = {
  adminId: string;
  passkeyId: string;
  proof: Proof;
  /** Whether every admin needs a second factor. */
  isRequired: boolean;
};

/** Record a sign-in in a browser that had not signed in to the login before; does nothing for the first sign-in. */
export type RecordNewAdminDevice = AdminEvents['AdminSignedInOnNewDevice'];

/** Record that the person of a dismissed admin was deleted, or that a login will get no role any more. */
export type EraseAdmin = AdminEvents['AdminErased'];
