import { Rejected } from '../../kernel/aggregate.js';
import type * as commands from './admin.commands.js';
import type { AdminEvents } from './admin.events.js';
import { type Admin, type Decision, type Passkey, withUsed } from './admin-state.js';
import { requireProof } from './proof.js';

export const MOST_PASSKEYS = 10;

/** Adds a passkey whose creation was checked. */
export function addPasskey({ proof, ...added }: commands.AddPasskey, admin: Admin): Decision {
  if (!admin.created) throw new Rejected('notFound', 'Admin not found');
  requireProof(proof, admin);
  if (admin.passkeys.some(({ credentialId }) => credentialId === added.credentialId)) {
    throw new Rejected('conflict', 'This passkey was added already.');
  }
  if (admin.passkeys.length >= MOST_PASSKEYS) {
    throw new Rejected('conflict', `You have ${MOST_PASSKEYS} passkeys. Remove one first.`);
  }
  return [{ type: 'PasskeyAdded', data: { ...added, factor: proof.factor } }];
}

/** Records a sign-in with a passkey whose signature was checked. */
export function signInWithPasskey(command: commands.SignInWithPasskey, admin: Admin): Decision {
  const passkey = admin.passkeys.find(({ passkeyId }) => passkeyId === command.passkeyId);
  if (!passkey || isBehind(command.counter, passkey)) throw new Rejected('invalid', 'Invalid credentials');
  return [{ type: 'AdminSignedInWithPasskey', data: command }];
}

/** Removes a passkey, unless it is the only second factor where every admin needs one. */
export function removePasskey(
  { adminId, passkeyId, proof, isRequired }: commands.RemovePasskey,
  admin: Admin,
): Decision {
  if (!admin.passkeys.some((passkey) => passkey.passkeyId === passkeyId)) return [];
  requireProof(proof, admin);
  if (isRequired && !admin.totp && admin.passkeys.length === 1) {
    throw new Rejected('forbidden', 'Every admin needs an authenticator app or a passkey here.');
  }
  return [{ type: 'PasskeyRemoved', data: { adminId, passkeyId, factor: proof.factor } }];
}

/** An authenticator that counts never repeats a number: an equal or lower one may come from a copy of it. */
function isBehind(counter: number, passkey: Passkey): boolean {
  return (counter > 0 || passkey.counter > 0) && counter <= passkey.counter;
}

/** What the events of passkeys change. */
export const passkeySteps = {
  PasskeyAdded: (state: Admin, added: AdminEvents['PasskeyAdded'], at: string): Admin => {
    const { passkeyId, name, credentialId, publicKey, transports, counter, factor } = added;
    const passkey = { passkeyId, name, credentialId, publicKey, transports, counter };
    const passkeys = [...state.passkeys, { ...passkey, addedAt: at, usedAt: null }];
    return { ...withUsed(state, factor), passkeys };
  },
  AdminSignedInWithPasskey: (
    state: Admin,
    { passkeyId, counter }: AdminEvents['AdminSignedInWithPasskey'],
    at: string,
  ): Admin => ({
    ...state,
    signedInAt: at,
    signIns: state.signIns + 1,
    passkeys: state.passkeys.map((passkey) =>
      passkey.passkeyId === passkeyId ? { ...passkey, counter, usedAt: at } : passkey,
    ),
  }),
  PasskeyRemoved: (state: Admin, { passkeyId, factor }: AdminEvents['PasskeyRemoved']): Admin => ({
    ...withUsed(state, factor),
    passkeys: state.passkeys.filter((passkey) => passkey.passkeyId !== passkeyId),
  }),
};
