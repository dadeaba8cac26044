import { type EventOf, Rejected } from '../../kernel/aggregate.js';
import type { adminEvents, ProvenFactor, SecondFactor, AdminEvents } from './admin.events.js';

/** A passkey that signs an admin in. Personal fields are null once the admin's key is destroyed. */
export interface Passkey {
  readonly passkeyId: string;
  readonly name: string | null;
  /** The id that the authenticator gave it, in Base64url. */
  readonly credentialId: string | null;
  /** A COSE key, in Base64url. */
  readonly publicKey: string | null;
  readonly transports: readonly string[];
  /** The authenticator's count of signatures at the last use; 0 if it does not count. */
  readonly counter: number;
  /** ISO 8601. */
  readonly addedAt: string;
  /** ISO 8601; null before the first sign-in with it. */
  readonly usedAt: string | null;
}

/** The credentials of an admin. Personal fields are null once the key is destroyed. */
export interface Admin {
  readonly created: Pick<AdminEvents['AdminCreated'], 'username' | 'email'> | null;
  readonly passwordHash: string | null;
  /** When the password was last set or reset, ISO 8601; sessions that started earlier have ended. */
  readonly passwordSetAt: string | null;
  /** The reset that no new password has followed yet: until then the old one is worthless. */
  readonly reset: { readonly tokenHash: string; readonly expiresAt: string } | null;
  readonly totp: {
    readonly secret: string | null;
    /** The step of the last code that was used: this one and earlier ones are used up. */
    readonly lastStep: number;
    /** The hashes of the recovery codes that are left. */
    readonly recoveryHashes: readonly string[];
  } | null;
  /** How often the password or the app has changed. */
  readonly changes: number;
  /** Oldest first. */
  readonly passkeys: readonly Passkey[];
  /** When the admin last signed in, ISO 8601. */
  readonly signedInAt: string | null;
  readonly signIns: number;
  readonly isErased: boolean;
}

export type Decision = EventOf<typeof adminEvents>[];

export const CODE_USED = 'This code was used already. Please wait for the next one.';

/** A code that was seen once, for example by a person nearby, is worthless. @throws Rejected (invalid) for one */
export function requireUnused({ totp }: Admin, factor: SecondFactor): void {
  if (factor.kind === 'none' || !totp) return;
  const isUsed =
    factor.kind === 'totp' ? factor.step <= totp.lastStep : !totp.recoveryHashes.includes(factor.codeHash);
  if (isUsed) throw new Rejected('invalid', CODE_USED);
}

export function withUsed(admin: Admin, factor: ProvenFactor): Admin {
  const { totp } = admin;
  if (!totp || factor.kind === 'none' || factor.kind === 'passkey') return admin;
  if (factor.kind === 'totp') {
    return { ...admin, totp: { ...totp, lastStep: Math.max(totp.lastStep, factor.step) } };
  }
  const recoveryHashes = totp.recoveryHashes.filter((hash) => hash !== factor.codeHash);
  return { ...admin, totp: { ...totp, recoveryHashes } };
}
