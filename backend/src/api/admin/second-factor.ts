import { hash } from 'node:crypto';
import { generateURI, verifySync } from 'otplib';
import { Injectable, HttpException, HttpStatus } from '@nestjs/common';
import type { SecondFactor } from '../../domain/admin/admin-state.js';
import { LimitStore, type Quota } from '../../infrastructure/limits/limit-store.port.js';
import { ServerSecret } from '../../infrastructure/sessions/server-secret.js';
import { Rejected } from '../../kernel/aggregate.js';
import { Clock, Ids } from '../../kernel/clock.js';
import { seal, unseal } from '../../kernel/sealed-text.js';

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

const LIFE_MS = 10 * 60_000;

interface Stored {
  /** In Base32. */
  readonly secret: string;
  /** In milliseconds since 1970. */
  readonly expiresAt: number;
}

/**
 * Secrets for authenticator apps that the server offered. The browser holds its offer, encrypted for its admin; the server
 * stores only which offers were used.
 */
@Injectable()
export class TotpOffers {
  constructor(
    private readonly limits: LimitStore,
    private readonly secret: ServerSecret,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** A new secret, and the offer that shows later that this admin got it, for 10 minutes. */
  make(adminId: string): { secret: string; offer: string } {
    const secret = newSecret((bytes) => this.ids.secret(bytes));
    const stored: Stored = { secret, expiresAt: this.clock.now().getTime() + LIFE_MS };
    return { secret, offer: seal(this.key, adminId, JSON.stringify(stored)) };
  }

  /** The secret of an offer. @throws Rejected (invalid) if it is not one of this admin, or has expired */
  secretOf(adminId: string, offer: string): string {
    const { secret, expiresAt } = this.read(adminId, offer);
    if (this.clock.now().getTime() >= expiresAt) throw notValid();
    return secret;
  }

  /**
   * Uses the offer of a secret up, in whatever spelling it came back.
   * @throws Rejected (invalid) if it was used already, DocumentStoreUnavailableError
   */
  async use(secret: string): Promise<void> {
    const key = this.secret.hmac('limit', 'totp-offer', secret).toString('hex');
    const free = await this.limits.take([{ key, most: 1, windowMs: LIFE_MS }], this.clock.now());
    if (free !== null) throw notValid();
  }

  private read(adminId: string, offer: string): Stored {
    try {
      return JSON.parse(unseal(this.key, adminId, offer)) as Stored;
    } catch {
      throw notValid();
    }
  }

  private get key(): Buffer {
    return this.secret.hmac('totp-offer');
  }
}

function notValid(): Rejected {
  return new Rejected('invalid', 'This secret is not valid any more. Please connect the app again.');
}

const TRIES = { most: 10, windowMs: 15 * 60_000 };

/** Where a code is typed: in a session, to sign in on a browser that the admin has used before, or on any other. */
export type CodeOrigin = 'session' | 'elsewhere' | { readonly device: string };

/** Longer than a step can lie ahead of the clock. */
const BURNT_MS = 15 * 60_000;

/** The 30 seconds of a code, of the app with this secret. */
interface StepOfAdmin {
  readonly adminId: string;
  readonly secret: string;
  readonly step: number;
}

/**
 * Counts the wrong codes of an admin. They count only after the right password, and those of strangers apart from those of
 * browsers that the admin uses: who has only stolen the password cannot use them up.
 */
@Injectable()
export class CodeTries {
  constructor(
    private readonly store: LimitStore,
    private readonly secret: ServerSecret,
  ) {}

  /** Checks a code, unless too many were wrong. One for which `check` throws was wrong. @throws HttpException (429) */
  async count<Factor>(
    adminId: string,
    where: CodeOrigin,
    now: Date,
    check: () => Promise<Factor | null>,
  ): Promise<Factor | null> {
    const origin = typeof where === 'string' ? [where] : ['device', where.device];
    const key = this.secret.hmac('limit', 'admin-code', adminId, ...origin).toString('hex');
    if (await this.store.take([{ key, ...TRIES }], now)) {
      throw new HttpException('Too many codes. Please come back later.', HttpStatus.TOO_MANY_REQUESTS);
    }
    const factor = await check();
    if (factor !== null) await this.store.giveBack([key], now);
    return factor;
  }

  /**
   * Uses up the code of a step that is not accepted yet, this one alone: else who guessed it could wait until it is.
   * @throws DocumentStoreUnavailableError
   */
  async burn(ofStep: StepOfAdmin, now: Date): Promise<void> {
    await this.store.take([this.burntOnce(ofStep)], now);
  }

  /** Whether a step was used up by {@link burn}. @throws DocumentStoreUnavailableError */
  async isBurnt(ofStep: StepOfAdmin, now: Date): Promise<boolean> {
    const quota = this.burntOnce(ofStep);
    if (await this.store.take([quota], now)) return true;
    // It is the aggregate that uses up accepted codes: a sign-in that fails after this can be repeated.
    await this.store.giveBack([quota.key], now);
    return false;
  }

  private burntOnce({ adminId, secret, step }: StepOfAdmin): Quota {
    const key = this.secret.hmac('limit', 'totp-step', adminId, secret, String(step)).toString('hex');
    return { key, most: 1, windowMs: BURNT_MS };
  }
}
