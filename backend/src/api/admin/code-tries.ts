import { HttpException, HttpStatus, Injectable } from '@nestjs/common';
import { LimitStore, type Quota } from '../../infrastructure/limits/limit-store.port.js';
import { ServerSecret } from '../../infrastructure/sessions/server-secret.js';

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
    const hash = this.secret.hmac('limit', 'totp-step', adminId, secret, String(step));
    return { key: hash.toString('hex'), most: 1, windowMs: BURNT_MS };
  }
}
