import { type Aggregate, type EventOf, Rejected } from '../../kernel/aggregate.js';
import * as commands from './admin.commands.js';
import type { AdminEvents, SecondFactor } from './admin.events.js';

/** The credentials of an admin. Personal fields are null once the key is destroyed. */
export interface Admin {
  readonly created: Pick<AdminEvents['AdminCreated'], 'username' | 'email'> | null;
  readonly passwordHash: string | null;
  /** When the password was last set, ISO 8601; sessions that started earlier have ended. */
  readonly passwordSetAt: string | null;
  readonly totp: {
    readonly secret: string | null;
    /** The step of the last code that was used: this one and earlier ones are used up. */
    readonly lastStep: number;
    /** The hashes of the recovery codes that are left. */
    readonly recoveryHashes: readonly string[];
  } | null;
  /** When the admin last signed in, ISO 8601. */
  readonly signedInAt: string | null;
}

/** In characters. */
export const SHORTEST_ADMIN_PASSWORD = 12;

type Decision = EventOf<AdminEvents>[];

const createAdmin = (command: commands.CreateAdmin['data'], admin: Admin): Decision => {
  if (admin.created) throw new Rejected('conflict', 'This username is taken.');
  return [{ type: 'AdminCreated', data: command }];
};

const signInAdmin = (
  { adminId, passwordHash, factor }: commands.SignInAdmin['data'],
  admin: Admin,
): Decision => {
  // The password may have changed while this one was checked.
  if (!admin.created || admin.passwordHash !== passwordHash) throw WRONG_CREDENTIALS();
  if ((admin.totp !== null) !== (factor.kind !== 'none')) throw WRONG_CREDENTIALS();
  requireUnused(admin, factor);
  return [{ type: 'AdminSignedIn', data: { adminId, factor } }];
};

const changeAdminPassword = (
  { adminId, currentHash, passwordHash }: commands.ChangeAdminPassword['data'],
  admin: Admin,
): Decision => {
  if (admin.passwordHash !== currentHash) throw new Rejected('invalid', 'Current password is incorrect');
  return [{ type: 'AdminPasswordChanged', data: { adminId, passwordHash } }];
};

const enrolTotp = (command: commands.EnrolTotp['data'], admin: Admin): Decision => {
  if (!admin.created) throw new Rejected('notFound', 'Admin not found');
  if (admin.totp) throw new Rejected('conflict', 'An authenticator app is connected already.');
  return [{ type: 'TotpEnrolled', data: command }];
};

const removeTotp = ({ adminId, factor, isRequired }: commands.RemoveTotp['data'], admin: Admin): Decision => {
  if (!admin.totp) return [];
  if (isRequired) throw new Rejected('forbidden', 'Every admin needs an authenticator app here.');
  requireUnused(admin, factor);
  return [{ type: 'TotpRemoved', data: { adminId } }];
};

/** A code that was seen once, for example by a person nearby, is worthless. */
function requireUnused({ totp }: Admin, factor: SecondFactor): void {
  if (factor.kind === 'none' || !totp) return;
  const isUsed =
    factor.kind === 'totp' ? factor.step <= totp.lastStep : !totp.recoveryHashes.includes(factor.codeHash);
  if (isUsed) throw new Rejected('invalid', 'This code was used already. Please wait for the next one.');
}

/** One message for all that can be wrong: it does not reveal which part was right. */
const WRONG_CREDENTIALS = () => new Rejected('invalid', 'Invalid credentials');

/** The state after a sign-in or another use of `factor`. */
function withUsed(admin: Admin, factor: SecondFactor): Admin {
  const { totp } = admin;
  if (!totp || factor.kind === 'none') return admin;
  if (factor.kind === 'totp') return { ...admin, totp: { ...totp, lastStep: factor.step } };
  const recoveryHashes = totp.recoveryHashes.filter((hash) => hash !== factor.codeHash);
  return { ...admin, totp: { ...totp, recoveryHashes } };
}

export const admin: Aggregate<Admin, AdminEvents, typeof commands> = {
  category: 'admin',
  id: ({ adminId }) => adminId,
  initial: { created: null, passwordHash: null, passwordSetAt: null, totp: null, signedInAt: null },
  snapshot: { version: 1, isPersonal: true },
  commands,
  decide: {
    CreateAdmin: createAdmin,
    SignInAdmin: signInAdmin,
    ChangeAdminPassword: changeAdminPassword,
    EnrolTotp: enrolTotp,
    RemoveTotp: removeTotp,
  },
  evolve: {
    AdminCreated: (state, { username, email, passwordHash }, at) => ({
      ...state,
      created: { username, email },
      passwordHash,
      passwordSetAt: at,
    }),
    AdminSignedIn: (state, { factor }, at) => ({ ...withUsed(state, factor), signedInAt: at }),
    AdminPasswordChanged: (state, { passwordHash }, at) => ({ ...state, passwordHash, passwordSetAt: at }),
    TotpEnrolled: (state, { secret, recoveryHashes, step }) => ({
      ...state,
      totp: { secret, recoveryHashes, lastStep: step },
    }),
    TotpRemoved: (state) => ({ ...state, totp: null }),
  },
};
