import { aggregate, Rejected } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import { type DataOf, id, list, number, personal, text, time } from '../../kernel/field.js';
import { noAdmin, requireUnused, SecondFactor, withUsed } from './admin-state.js';
import { type Proof, requireProof } from './proof.js';
import { passkeyEvents, passkeyFolds, passkeyRules } from './passkeys.js';

/** In characters. */
export const SHORTEST_ADMIN_PASSWORD = 12;

/** The message for the token of a reset that is unknown, expired or used. */
export const INVALID_RESET = 'This link is not valid any more. Please ask for a new one.';

const fields = { adminId: id };
const password = { adminId: id, passwordHash: personal('adminId', text) };
const created = {
  adminId: id,
  username: personal('adminId', text),
  /** Where notices to this admin go; null if none was given. */
  email: personal('adminId', text),
  /** Argon2id, in PHC notation. */
  passwordHash: personal('adminId', text),
};
const reset = {
  adminId: id,
  /** The SHA-256 hash of the token in the link. */
  tokenHash: id,
  /** ISO 8601; from then on the token is invalid. */
  expiresAt: time,
};
const enrolment = {
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
};
const signIn = {
  adminId: id,
  /** Browser and system, such as 'Firefox on Linux'; null if unknown. */
  device: personal('adminId', text),
};
const about = { adminId: 'admin' };

type OfAdmin = DataOf<typeof fields>;

interface SignIn extends OfAdmin {
  readonly passwordHash: string;
  readonly factor: SecondFactor;
  /** Of the login that password and factor were checked against. */
  readonly changes: number;
  /** Whether every admin needs a second factor. */
  readonly isRequired: boolean;
}

interface NewHash extends OfAdmin {
  readonly currentHash: string;
  readonly passwordHash: string;
}

interface NewPassword extends OfAdmin {
  readonly tokenHash: string;
  readonly passwordHash: string;
  readonly now: string;
}

interface Proven extends OfAdmin {
  readonly proof: Proof;
}

/** The credentials of an admin's login. Personal fields are null once the admin's key has been destroyed. */
export const Admin = aggregate('admin', {
  id: ({ adminId }: OfAdmin) => adminId,
  initial: noAdmin,
  snapshot: { version: 5, isPersonal: true },
  events: {
    /** A login for the back office was created. The id is a keyed hash of the username, in lower case. */
    AdminCreated: event(created, '{actor} created {adminId}, a login for the back office.', about, {
      createsKey: true,
    }),
    /** The admin signed in. A code of `factor` cannot be used again. */
    AdminSignedIn: event(
      { adminId: id, factor: SecondFactor },
      '{actor} signed in to the back office (second factor: {factor.kind|words}).',
      about,
    ),
    /** The admin set a new password. All earlier sessions have ended. */
    AdminPasswordChanged: event(
      password,
      '{actor} set a new password for the back office, which ended all earlier sessions.',
      about,
    ),
    /**
     * The hash of the password was made again, of its composed form (NFC). The password is the same, and no session has
     * ended.
     */
    AdminPasswordHashRenewed: event(
      password,
      '{actor} entered the right password for the back office, and its stored hash was renewed.',
      about,
    ),
    /**
     * An operator reset the login in a terminal: all sessions have ended, app and passkeys are gone, and nobody can sign in
     * before the link that the terminal printed has set a new password.
     */
    AdminReset: event(
      reset,
      '{actor} reset the login of {adminId} with a link for a new password, valid until {expiresAt|time}.',
      about,
    ),
    /** The admin connected an authenticator app. From now on a sign-in needs a code. */
    TotpEnrolled: event(
      enrolment,
      '{actor} connected an authenticator app and got recovery codes, {recoveryHashes.length} in all.',
      about,
    ),
    /** The admin disconnected the authenticator app. */
    TotpRemoved: event(fields, '{actor} disconnected the authenticator app from the login.', about),
    ...passkeyEvents,
    /** The admin signed in with a browser that had not signed in to this login before, other than for the first time. */
    AdminSignedInOnNewDevice: event(
      signIn,
      '{actor} signed in to the back office with a browser that had not signed in to the login before.',
      about,
    ),
    /**
     * The account of this admin was deleted, or the invitation of a login that waited for a second owner was withdrawn: the
     * admin's key is destroyed with it.
     */
    AdminErased: event(fields, '{actor} erased {adminId}, as the account of the person was deleted.', about),
  },
}).rules({
  evolve: {
    AdminCreated: (state, { username, email, passwordHash }, at) => ({
      ...state,
      created: { username, email },
      passwordHash,
      passwordSetAt: at,
    }),
    AdminSignedIn: (state, { factor }, at) => ({
      ...withUsed(state, factor),
      signedInAt: at,
      signIns: state.signIns + 1,
    }),
    AdminPasswordChanged: (state, { passwordHash }, at) => ({
      ...state,
      passwordHash,
      passwordSetAt: at,
      reset: null,
      changes: state.changes + 1,
    }),
    AdminPasswordHashRenewed: (state, { passwordHash }) => ({ ...state, passwordHash }),
    AdminReset: (state, { tokenHash, expiresAt }, at) => ({
      ...state,
      passwordSetAt: at,
      reset: { tokenHash, expiresAt },
      totp: null,
      passkeys: [],
      changes: state.changes + 1,
    }),
    TotpEnrolled: (state, { secret, recoveryHashes, step }) => ({
      ...state,
      totp: { secret, recoveryHashes, lastStep: step },
      changes: state.changes + 1,
    }),
    TotpRemoved: (state) => ({ ...state, totp: null, changes: state.changes + 1 }),
    ...passkeyFolds,
    AdminSignedInOnNewDevice: (state) => state,
    AdminErased: (state) => ({ ...state, isErased: true }),
  },
  decide: {
    /** Create a login for the back office. It is rejected if the username has a login already. */
    CreateAdmin(data: DataOf<typeof created>, admin) {
      if (admin.created) throw new Rejected('conflict', 'This username is taken.');
      return [{ type: 'AdminCreated', data }];
    },
    /** Record a sign-in whose password and second factor were checked, and use up the code. */
    SignInAdmin({ adminId, passwordHash, factor, changes, isRequired }: SignIn, admin) {
      // Password and app may have changed while these were checked.
      if (!admin.created || admin.reset || admin.passwordHash !== passwordHash) throw WRONG_CREDENTIALS();
      if (admin.changes !== changes) throw WRONG_CREDENTIALS();
      if ((admin.totp !== null) !== (factor.kind !== 'none')) throw WRONG_CREDENTIALS();
      // An admin with a passkey has a second factor: where one is required, the password alone must not replace it.
      if (isRequired && factor.kind === 'none' && admin.passkeys.length > 0) throw WRONG_CREDENTIALS();
      requireUnused(admin, factor);
      return [{ type: 'AdminSignedIn', data: { adminId, factor } }];
    },
    /** Set a new password. `currentHash` is the hash that the old one was checked against. */
    ChangeAdminPassword({ adminId, currentHash, passwordHash, proof }: NewHash & Proven, admin) {
      if (admin.reset || admin.passwordHash !== currentHash) {
        throw new Rejected('invalid', 'Current password is incorrect');
      }
      requireProof(proof, admin);
      return [{ type: 'AdminPasswordChanged', data: { adminId, passwordHash } }];
    },
    /** Replace `currentHash`, which the password was checked against, by a hash of the same password in NFC. */
    RenewAdminPasswordHash: ({ adminId, currentHash, passwordHash }: NewHash, admin) =>
      // The password may have been changed, or its hash renewed, since it was checked.
      admin.reset || admin.passwordHash !== currentHash
        ? []
        : [{ type: 'AdminPasswordHashRenewed', data: { adminId, passwordHash } }],
    /** Make a login unusable until a new password is set with a token. */
    ResetAdmin(data: DataOf<typeof reset>, admin) {
      if (!admin.created) throw new Rejected('notFound', 'Admin not found');
      return admin.reset?.tokenHash === data.tokenHash ? [] : [{ type: 'AdminReset', data }];
    },
    /** Set a new password with the hash of the token of a reset, at `now` (ISO 8601). */
    SetNewAdminPassword({ adminId, tokenHash, passwordHash, now }: NewPassword, admin) {
      if (admin.reset?.tokenHash !== tokenHash || now >= admin.reset.expiresAt) {
        throw new Rejected('invalid', INVALID_RESET);
      }
      return [{ type: 'AdminPasswordChanged', data: { adminId, passwordHash } }];
    },
    /** Connect an authenticator app whose code was checked, in place of the one that is connected. */
    EnrolTotp({ proof, ...data }: DataOf<typeof enrolment> & Proven & { readonly secret: string }, admin) {
      if (!admin.created) throw new Rejected('notFound', 'Admin not found');
      requireProof(proof, admin, 'newApp');
      return [{ type: 'TotpEnrolled', data }];
    },
    /** Disconnect the authenticator app. */
    RemoveTotp({ adminId, proof, isRequired }: Proven & { readonly isRequired: boolean }, admin) {
      if (!admin.totp) return [];
      requireProof(proof, admin);
      if (isRequired && admin.passkeys.length === 0) {
        throw new Rejected('forbidden', 'Every admin needs an authenticator app or a passkey here.');
      }
      return [{ type: 'TotpRemoved', data: { adminId } }];
    },
    ...passkeyRules,
    /** Record a sign-in in a browser that had not signed in to the login before; does nothing for the first sign-in. */
    RecordNewAdminDevice(data: DataOf<typeof signIn>, admin) {
      if (!admin.created || admin.isErased) throw WRONG_CREDENTIALS();
      // The browser of the first sign-in is new to nobody: who made the login waits for it.
      return admin.signIns <= 1 ? [] : [{ type: 'AdminSignedInOnNewDevice', data }];
    },
    /** Record that the person of a dismissed admin was deleted, or that a login will get no role any more. */
    EraseAdmin: ({ adminId }: OfAdmin, admin) =>
      admin.isErased || !admin.created ? [] : [{ type: 'AdminErased', data: { adminId } }],
  },
});

/** One message for all that can be wrong: it does not reveal which part was right. */
const WRONG_CREDENTIALS = () => new Rejected('invalid', 'Invalid credentials');
