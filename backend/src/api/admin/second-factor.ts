import { hash } from 'node:crypto';
import { generateURI, verifySync } from 'otplib';
import type { SecondFactor } from '../../domain/admin/admin-state.js';

const PERIOD_SECONDS = 30;
const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 16;
const SECRET_BYTES = 20;
const CODE = /^\d{6}$/;
/** How far a phone may be off for its code to be recognised, in steps beyond the one that is accepted: 5 minutes. */
export const NEAR_STEPS = 10;
/** Blanks, punctuation, and marks that show nothing, such as those of the direction of writing. */
const SEPARATORS = /[\s\p{Z}\p{P}\p{Cf}\u2212]/gu;
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

/** The step that a six-digit code is for. One that is near is not accepted: the clock of the phone is off. */
export interface FoundStep {
  readonly step: number;
  readonly isNear: boolean;
}

/** The step of a code for a secret: accepted for a clock that is off by one step at most. Null if the code is wrong. */
export function stepOf(secret: string, typed: string, now: Date): FoundStep | null {
  const token = plainCode(typed);
  if (!CODE.test(token)) return null;
  const epoch = Math.floor(now.getTime() / 1000);
  for (const steps of [1, 1 + NEAR_STEPS]) {
    const result = verifySync({ secret, token, epoch, epochTolerance: steps * PERIOD_SECONDS });
    if (result.valid) {
      return { step: Math.floor(epoch / PERIOD_SECONDS) + result.delta, isNear: Math.abs(result.delta) > 1 };
    }
  }
  return null;
}

/** The recovery code that the admin has: whatever is not six digits. Null for any other one. */
export function recoveryOf(
  recoveryHashes: readonly string[],
  typed: string,
  keyedHash: KeyedHash,
): SecondFactor | null {
  const codeHash = recoveryHash(plainCode(typed), keyedHash);
  return codeHash !== null && recoveryHashes.includes(codeHash) ? { kind: 'recovery', codeHash } : null;
}

/** A code as it is compared: without separators, in lower case, with the digits of any script as those from 0 to 9. */
function plainCode(typed: string): string {
  return typed
    .replaceAll(SEPARATORS, '')
    .toLowerCase()
    .replaceAll(/\p{Nd}/gu, (digit) => String(valueOf(digit)));
}

/** Unicode has the digits of each script in a row from 0 to 9, and puts some rows beside each other. */
function valueOf(digit: string): number {
  const point = digit.codePointAt(0) ?? 0;
  let first = point;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return (point - first) % 10;
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
