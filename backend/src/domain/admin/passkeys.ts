import { type Evolve, Rejected, type Rules } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import { type DataOf, id, list, number, personal, text } from '../../kernel/field.js';
import { type Admin, type Passkey, ProvenFactor, withUsed } from './admin-state.js';
import { type Proof, requireProof } from './proof.js';

export const MOST_PASSKEYS = 10;

const added = {
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
};
const signIn = {
  adminId: id,
  passkeyId: id,
  /** The authenticator's count of signatures; 0 if it does not count. */
  counter: number,
};
const about = { adminId: 'admin' };

export const passkeyEvents = {
  /** The admin added a passkey. It signs in without password and code. */
  PasskeyAdded: event(
    added,
    '{actor} added a passkey to the login (second factor: {factor.kind|words}).',
    about,
    { version: 2, upcast: { 1: (data) => data } },
  ),
  /** The admin signed in with a passkey, whose authenticator had verified the person. */
  AdminSignedInWithPasskey: event(signIn, '{actor} signed in to the back office with a passkey.', about),
  /** The admin removed a passkey. It does not sign in any more. */
  PasskeyRemoved: event(
    {
      adminId: id,
      passkeyId: id,
      /** What proved who removes it. A code cannot be used again. */
      factor: ProvenFactor,
    },
    '{actor} removed a passkey from the login (second factor: {factor.kind|words}).',
    about,
    { version: 2, upcast: { 1: (data) => data } },
  ),
};

export const passkeyFolds = {
  PasskeyAdded(state, { passkeyId, name, credentialId, publicKey, transports, counter, factor }, at) {
    const passkey = { passkeyId, name, credentialId, publicKey, transports, counter };
    const passkeys = [...state.passkeys, { ...passkey, addedAt: at, usedAt: null }];
    return { ...withUsed(state, factor), passkeys };
  },
  AdminSignedInWithPasskey: (state, { passkeyId, counter }, at) => ({
    ...state,
    signedInAt: at,
    signIns: state.signIns + 1,
    passkeys: state.passkeys.map((passkey) =>
      passkey.passkeyId === passkeyId ? { ...passkey, counter, usedAt: at } : passkey,
    ),
  }),
  PasskeyRemoved: (state, { passkeyId, factor }) => ({
    ...withUsed(state, factor),
    passkeys: state.passkeys.filter((passkey) => passkey.passkeyId !== passkeyId),
  }),
} satisfies Evolve<Admin, typeof passkeyEvents>;

/** A passkey whose creation was checked. */
export interface NewPasskey extends Omit<DataOf<typeof added>, 'factor'> {
  readonly name: string;
  readonly credentialId: string;
  readonly publicKey: string;
  readonly proof: Proof;
}

export interface PasskeyRemoval {
  readonly adminId: string;
  readonly passkeyId: string;
  readonly proof: Proof;
  /** Whether every admin needs a second factor. */
  readonly isRequired: boolean;
}

export const passkeyRules = {
  /** Add a passkey that was created for the admin. */
  AddPasskey({ proof, ...passkey }: NewPasskey, admin) {
    if (!admin.created) throw new Rejected('notFound', 'Admin not found');
    requireProof(proof, admin);
    if (admin.passkeys.some(({ credentialId }) => credentialId === passkey.credentialId)) {
      throw new Rejected('conflict', 'This passkey was added already.');
    }
    if (admin.passkeys.length >= MOST_PASSKEYS) {
      throw new Rejected('conflict', `You have ${MOST_PASSKEYS} passkeys. Remove one first.`);
    }
    return [{ type: 'PasskeyAdded', data: { ...passkey, factor: proof.factor } }];
  },
  /** Record a sign-in whose signature was checked. A counter that is not higher than the last one is rejected. */
  SignInWithPasskey(data: DataOf<typeof signIn>, admin) {
    const passkey = admin.passkeys.find(({ passkeyId }) => passkeyId === data.passkeyId);
    if (!passkey || isBehind(data.counter, passkey)) throw new Rejected('invalid', 'Invalid credentials');
    return [{ type: 'AdminSignedInWithPasskey', data }];
  },
  /** Remove a passkey. */
  RemovePasskey({ adminId, passkeyId, proof, isRequired }: PasskeyRemoval, admin) {
    if (!admin.passkeys.some((passkey) => passkey.passkeyId === passkeyId)) return [];
    requireProof(proof, admin);
    // It may be the only second factor where every admin needs one.
    if (isRequired && !admin.totp && admin.passkeys.length === 1) {
      throw new Rejected('forbidden', 'Every admin needs an authenticator app or a passkey here.');
    }
    return [{ type: 'PasskeyRemoved', data: { adminId, passkeyId, factor: proof.factor } }];
  },
} satisfies Rules<Admin, typeof passkeyEvents>;

/** An authenticator that counts never repeats a number: an equal or lower one may come from a copy of it. */
function isBehind(counter: number, passkey: Passkey): boolean {
  return (counter > 0 || passkey.counter > 0) && counter <= passkey.counter;
}
