import { hash } from 'node:crypto';
import { generateURI, verifySync } from 'otplib';
import type { SecondFactor } from '../../domain/admin/admin.events.js';

const PERIOD_SECONDS = 30;
const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 16;
const SECRET_BYTES = 20;
const CODE = /^\d{6}$/;
const RECOVERY_CODE = /^[a-z2-7]{26}$/;
/** Codes of 80 bits, from before. Their hashes have no key, and stay in the log: they work until the app is connected again. */
const EARLIER_RECOVERY_CODE = /^[a-z2-7]{16}$/;

/** Returns random bytes in Base64url. */
type Random = (bytes: number) => string;
/** The keyed hash of a recovery code, for one admin. */
type KeyedHash = (code: string) => string;

/** A new secret for an authenticator app, in Base32: 160 random bits. */
export function newSecret(random: Random): string {
  return base32(Buffer.from(random(SECRET_BYTES), 'base64url')).toUpperCase();
}

/** The `otpauth:` address of a secret, which the authenticator app reads from a QR code. */
export function enrolmentAddress(secret: string, username: string): string {
  return generateURI({ issuer: 'Footnote', label: username, secret });
}

/**
 * The step of a six-digit code for a secret, for a clock that is off by one step at most; null if the code is wrong.
 * Blanks in the code are ignored.
 */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const token = code.replaceAll(/\s/g, '');
  if (!CODE.test(token)) return null;
  const epoch = Math.floor(now.getTime() / 1000);
  const result = verifySync({ secret, token, epoch, epochTolerance: PERIOD_SECONDS });
  return result.valid ? Math.floor(epoch / PERIOD_SECONDS) + result.delta : null;
}

/**
 * What a code proves against what the admin has: a code of the app, or a recovery code. Null if it is neither. Whether
 * it was used before is a rule of the aggregate.
 */
export function factorOf(
  totp: { readonly secret: string; readonly recoveryHashes: readonly string[] },
  code: string,
  { now, keyedHash }: { readonly now: Date; readonly keyedHash: KeyedHash },
): SecondFactor | null {
  const step = stepOf(totp.secret, code, now);
  if (step !== null) return { kind: 'totp', step };
  const typed = code.toLowerCase().replaceAll(/[\s-]/g, '');
  const codeHash = recoveryHash(typed, keyedHash);
  return codeHash !== null && totp.recoveryHashes.includes(codeHash) ? { kind: 'recovery', codeHash } : null;
}

/** Ten recovery codes of 128 random bits, and their hashes. */
export function recoveryCodes(random: Random, keyedHash: KeyedHash): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    base32(Buffer.from(random(RECOVERY_BYTES), 'base64url')),
  );
  return { codes: codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-')), hashes: codes.map(keyedHash) };
}

function recoveryHash(typed: string, keyedHash: KeyedHash): string | null {
  if (RECOVERY_CODE.test(typed)) return keyedHash(typed);
  return EARLIER_RECOVERY_CODE.test(typed) ? hash('sha256', typed) : null;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';

/** Base32 in lower case, without `=` at the end. */
function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const fives = bits.match(/.{1,5}/g) ?? [];
  return fives.map((five) => LETTERS[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}
