import { Rejected } from '../../kernel/aggregate.js';
import type { Admin, ProvenFactor } from './admin-state.js';

/** How an admin has shown who they are. */
export interface Proof {
  readonly factor: ProvenFactor;
  /** Of the login at that time: password and codes prove nothing once one of them has changed. */
  readonly changes: number;
}

/** What a proof allows: every change of the login, a new app in place of a lost one, or nothing. */
export type Proven = 'everything' | 'newApp' | 'nothing';

/** What a proof allows with the login as it is now: it takes a passkey or a code wherever the login has one. */
export function provenBy({ factor, changes }: Proof, admin: Admin): Proven {
  if (factor.kind === 'passkey') {
    const isKnown = admin.passkeys.some(({ passkeyId }) => passkeyId === factor.passkeyId);
    return isKnown ? 'everything' : 'nothing';
  }
  if (changes !== admin.changes) return 'nothing';
  if (factor.kind === 'none') return admin.totp || admin.passkeys.length > 0 ? 'nothing' : 'everything';
  if (!admin.totp) return 'nothing';
  return factor.kind === 'totp' ? 'everything' : 'newApp';
}

/** @throws Rejected (forbidden) for a proof that does not allow `change` */
export function requireProof(proof: Proof, admin: Admin, change: Proven = 'everything'): void {
  const proven = provenBy(proof, admin);
  if (proven === 'everything' || proven === change) return;
  throw new Rejected('forbidden', 'Please show once more who you are, and try again.', 'sign_in_again');
}
