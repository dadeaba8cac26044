import { type EventsOf, event } from '../../kernel/event.js';
import {
  type TypeOf,
  anyOf,
  id,
  list,
  named,
  number,
  object,
  oneOf,
  text,
  time,
  personal,
} from '../../kernel/field.js';

const PASSWORD_ALONE = object({ kind: oneOf('none') });
/** A code of an authenticator app. `step` numbers the 30 seconds that it is for. */
const CODE = object({ kind: oneOf('totp'), step: number });
/** One of the codes for the day when the app is lost. `codeHash` is its hash. */
const RECOVERY_CODE = object({ kind: oneOf('recovery'), codeHash: id });

/** How an admin proved, beside the password, who they are. */
export const SecondFactor = named('SecondFactor', anyOf(PASSWORD_ALONE, CODE, RECOVERY_CODE));
export type SecondFactor = TypeOf<typeof SecondFactor>;

/** How an admin proved who they are: by the password, alone or with a second factor, or by a passkey. */
export const ProvenFactor = named(
  'ProvenFactor',
  anyOf(PASSWORD_ALONE, CODE, RECOVERY_CODE, object({ kind: oneOf('passkey'), passkeyId: id })),
);
export type ProvenFactor = TypeOf<typeof ProvenFactor>;

/** The credentials of an admin's login. Personal fields are null once the admin's key has been destroyed. */
export const adminEvents = {
  /** A login for the back office was created. The id is a keyed hash of the username, in lower case. */
  AdminCreated: event(
    {
      adminId: id,
      username: personal('adminId', text),
      /** Where notices to this admin go; null if none was given. */
      email: personal('adminId', text),
      /** Argon2id, in PHC notation. */
      passwordHash: personal('adminId', text),
    },
    '{actor} created {adminId}, a login for the back office.',
    { adminId: 'admin' },
    { createsKey: true },
  ),
  /** The admin signed in. A code of `factor` cannot be used again. */
  AdminSignedIn: event(
    {
      adminId: id,
      factor: SecondFactor,
    },
    '{actor} signed in to the back office (second factor: {factor.kind|words}).',
    { adminId: 'admin' },
  ),
  /** The admin set a new password. All earlier sessions have ended. */
  AdminPasswordChanged: event(
    {
      adminId: id,
      passwordHash: personal('adminId', text),
    },
    '{actor} set a new password for the back office, which ended all earlier sessions.',
    { adminId: 'admin' },
  ),
  /**
   * The hash of the password was made again, of its composed form (NFC). The password is the same, and no session has
   * ended.
   */
  AdminPasswordHashRenewed: event(
    {
      adminId: id,
      passwordHash: personal('adminId', text),
    },
    '{actor} entered the right password for the back office, and its stored hash was renewed.',
    { adminId: 'admin' },
  ),
  /**
   * An operator reset the login in a terminal: all sessions have ended, app and passkeys are gone, and nobody can sign in
   * before the link that the terminal printed has set a new password.
   */
  AdminReset: event(
    {
      adminId: id,
      /** The SHA-256 hash of the token in the link. */
      tokenHash: id,
      /** ISO 8601; from then on the token is invalid. */
      expiresAt: time,
    },
    '{actor} reset the login of {adminId} with a link for a new password, valid until {expiresAt|time}.',
    { adminId: 'admin' },
  ),
  /** The admin connected an authenticator app. From now on a sign-in needs a code. */
  TotpEnrolled: event(
    {
      adminId: id,
      /** The secret that the app shares, in Base32. */
      secret: personal('adminId', text),
      /**
       * Hashes of the recovery codes, each of which works once: keyed ones of codes with 26 characters, SHA-256 ones of
       * earlier codes with 16.
       */
      recoveryHashes: list(id),
      /** The step of the code that confirmed it. */
      step: number,
    },
    '{actor} connected an authenticator app and got recovery codes, {recoveryHashes.length} in all.',
    { adminId: 'admin' },
  ),
  /** The admin disconnected the authenticator app. */
  TotpRemoved: event(
    {
      adminId: id,
    },
    '{actor} disconnected the authenticator app from the login.',
    { adminId: 'admin' },
  ),
  /** The admin added a passkey. It signs in without password and code. */
  PasskeyAdded: event(
    {
      adminId: id,
      passkeyId: id,
      /** What the admin calls it. */
      name: personal('adminId', text),
      /** The id that the authenticator gave it, in Base64url. */
      credentialId: personal('adminId', id),
      /** The key that its signatures are checked with: a COSE key, in Base64url. */
      publicKey: personal('adminId', text),
      /** How browsers reach the authenticator, such as `internal` or `usb`. */
      transports: list(text),
      /** The authenticator's count of signatures; 0 if it does not count. */
      counter: number,
      /** What proved who adds it. A code cannot be used again. */
      factor: ProvenFactor,
    },
    '{actor} added a passkey to the login (second factor: {factor.kind|words}).',
    { adminId: 'admin' },
    { version: 2, upcast: { 1: (data) => data } },
  ),
  /** The admin signed in with a passkey, whose authenticator had verified the person. */
  AdminSignedInWithPasskey: event(
    {
      adminId: id,
      passkeyId: id,
      /** The authenticator's count of signatures; 0 if it does not count. */
      counter: number,
    },
    '{actor} signed in to the back office with a passkey.',
    { adminId: 'admin' },
  ),
  /** The admin removed a passkey. It does not sign in any more. */
  PasskeyRemoved: event(
    {
      adminId: id,
      passkeyId: id,
      /** What proved who removes it. A code cannot be used again. */
      factor: ProvenFactor,
    },
    '{actor} removed a passkey from the login (second factor: {factor.kind|words}).',
    { adminId: 'admin' },
    { version: 2, upcast: { 1: (data) => data } },
  ),
  /** The admin signed in with a browser that had not signed in to this login before, other than for the first time. */
  AdminSignedInOnNewDevice: event(
    {
      adminId: id,
      /** Browser and system, such as 'Firefox on Linux'; null if unknown. */
      device: personal('adminId', text),
    },
    '{actor} signed in to the back office with a browser that had not signed in to the login before.',
    { adminId: 'admin' },
  ),
  /**
   * The account of this admin was deleted, or the invitation of a login that waited for a second owner was withdrawn: the
   * admin's key is destroyed with it.
   */
  AdminErased: event(
    {
      adminId: id,
    },
    '{actor} erased {adminId}, as the account of the person was deleted.',
    { adminId: 'admin' },
  ),
};

export type AdminEvents = EventsOf<typeof adminEvents>;
