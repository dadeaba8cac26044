import { aggregate, Rejected } from '../../kernel/aggregate.js';
import type * as commands from './admin.commands.js';
import { adminEvents } from './admin.events.js';
import { type Admin as AdminState, type Decision, requireUnused, withUsed } from './admin-state.js';
import { requireProof } from './proof.js';
import { addPasskey, passkeySteps, removePasskey, signInWithPasskey } from './passkeys.js';

/** In characters. */
export const SHORTEST_ADMIN_PASSWORD = 12;

const createAdmin = (command: commands.CreateAdmin, admin: AdminState): Decision => {
  if (admin.created) throw new Rejected('conflict', 'This username is taken.');
  return [{ type: 'AdminCreated', data: command }];
};

const signInAdmin = (
  { adminId, passwordHash, factor, changes, isRequired }: commands.SignInAdmin,
  admin: AdminState,
): Decision => {
  // Password and app may have changed while these were checked.
  if (!admin.created || admin.reset || admin.passwordHash !== passwordHash) throw WRONG_CREDENTIALS();
  if (admin.changes !== changes) throw WRONG_CREDENTIALS();
  if ((admin.totp !== null) !== (factor.kind !== 'none')) throw WRONG_CREDENTIALS();
  // An admin with a passkey has a second factor: where one is required, the password alone must not replace it.
  if (isRequired && factor.kind === 'none' && admin.passkeys.length > 0) throw WRONG_CREDENTIALS();
  requireUnused(admin, factor);
  return [{ type: 'AdminSignedIn', data: { adminId, factor } }];
};

const changeAdminPassword = (
  { adminId, currentHash, passwordHash, proof }: commands.ChangeAdminPassword,
  admin: AdminState,
): Decision => {
  if (admin.reset || admin.passwordHash !== currentHash)
    throw new Rejected('invalid', 'Current password is incorrect');
  requireProof(proof, admin);
  return [{ type: 'AdminPasswordChanged', data: { adminId, passwordHash } }];
};

const renewPasswordHash = (
  { adminId, currentHash, passwordHash }: commands.RenewAdminPasswordHash,
  admin: AdminState,
): Decision =>
  // The password may have been changed, or its hash renewed, since it was checked.
  admin.reset || admin.passwordHash !== currentHash
    ? []
    : [{ type: 'AdminPasswordHashRenewed', data: { adminId, passwordHash } }];

/** The message for the token of a reset that is unknown, expired or used. */
export const INVALID_RESET = 'This link is not valid any more. Please ask for a new one.';

const resetAdmin = (command: commands.ResetAdmin, admin: AdminState): Decision => {
  if (!admin.created) throw new Rejected('notFound', 'Admin not found');
  return admin.reset?.tokenHash === command.tokenHash ? [] : [{ type: 'AdminReset', data: command }];
};

const setNewPassword = (
  { adminId, tokenHash, passwordHash, now }: commands.SetNewAdminPassword,
  { reset }: AdminState,
): Decision => {
  if (reset?.tokenHash !== tokenHash || now >= reset.expiresAt) throw new Rejected('invalid', INVALID_RESET);
  return [{ type: 'AdminPasswordChanged', data: { adminId, passwordHash } }];
};

const enrolTotp = ({ proof, ...enrolled }: commands.EnrolTotp, admin: AdminState): Decision => {
  if (!admin.created) throw new Rejected('notFound', 'Admin not found');
  requireProof(proof, admin, 'newApp');
  return [{ type: 'TotpEnrolled', data: enrolled }];
};

const removeTotp = ({ adminId, proof, isRequired }: commands.RemoveTotp, admin: AdminState): Decision => {
  if (!admin.totp) return [];
  requireProof(proof, admin);
  if (isRequired && admin.passkeys.length === 0) {
    throw new Rejected('forbidden', 'Every admin needs an authenticator app or a passkey here.');
  }
  return [{ type: 'TotpRemoved', data: { adminId } }];
};

const recordNewDevice = (command: commands.RecordNewAdminDevice, admin: AdminState): Decision => {
  if (!admin.created || admin.isErased) throw WRONG_CREDENTIALS();
  // The browser of the first sign-in is new to nobody: who made the login waits for it.
  if (admin.signIns <= 1) return [];
  return [{ type: 'AdminSignedInOnNewDevice', data: command }];
};

const eraseAdmin = ({ adminId }: commands.EraseAdmin, admin: AdminState): Decision =>
  admin.isErased || !admin.created ? [] : [{ type: 'AdminErased', data: { adminId } }];

/** One message for all that can be wrong: it does not reveal which part was right. */
const WRONG_CREDENTIALS = () => new Rejected('invalid', 'Invalid credentials');

type Key =
  | commands.CreateAdmin
  | commands.SignInAdmin
  | commands.ChangeAdminPassword
  | commands.RenewAdminPasswordHash
  | commands.ResetAdmin
  | commands.SetNewAdminPassword
  | commands.EnrolTotp
  | commands.RemoveTotp
  | commands.AddPasskey
  | commands.SignInWithPasskey
  | commands.RemovePasskey
  | commands.RecordNewAdminDevice
  | commands.EraseAdmin;

const initial: AdminState = {
  created: null,
  passwordHash: null,
  passwordSetAt: null,
  reset: null,
  totp: null,
  changes: 0,
  passkeys: [],
  signedInAt: null,
  signIns: 0,
  isErased: false,
};

export type Admin = AdminState;

export const Admin = aggregate('admin', {
  id: ({ adminId }: Key) => adminId,
  initial,
  snapshot: { version: 5, isPersonal: true },
  events: adminEvents,
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
    ...passkeySteps,
    AdminSignedInOnNewDevice: (state) => state,
    AdminErased: (state) => ({ ...state, isErased: true }),
  },
  decide: {
    CreateAdmin: createAdmin,
    SignInAdmin: signInAdmin,
    ChangeAdminPassword: changeAdminPassword,
    RenewAdminPasswordHash: renewPasswordHash,
    ResetAdmin: resetAdmin,
    SetNewAdminPassword: setNewPassword,
    EnrolTotp: enrolTotp,
    RemoveTotp: removeTotp,
    AddPasskey: addPasskey,
    SignInWithPasskey: signInWithPasskey,
    RemovePasskey: removePasskey,
    RecordNewAdminDevice: recordNewDevice,
    EraseAdmin: eraseAdmin,
  },
});
