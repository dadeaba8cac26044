import { HttpException, HttpStatus, Injectable } from '@nestjs/common';
import { LimitStore } from '../../infrastructure/limits/limit-store.port.js';
import { ServerSecret } from '../../infrastructure/sessions/server-secret.js';

const TRIES = { most: 10, windowMs: 15 * 60_000 };

/** Where a code is typed: in a session, to sign in on a browser that the admin has used before, or on any other. */
export type CodeOrigin = 'session' | 'elsewhere' | { readonly device: string };

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

  /** Checks a code, unless too many were wrong. @throws HttpException (429) */
  async count<Factor>(
    adminId: string,
    where: CodeOrigin,
    now: Date,
    check: () => Factor | null,
  ): Promise<Factor | null> {
    const origin = typeof where === 'string' ? [where] : ['device', where.device];
    const key = this.secret.hmac('limit', 'admin-code', adminId, ...origin).toString('hex');
    if (await this.store.take([{ key, ...TRIES }], now)) {
      throw new HttpException('Too many codes. Please come back later.', HttpStatus.TOO_MANY_REQUESTS);
    }
    const factor = check();
    if (factor !== null) await this.store.giveBack([key], now);
    return factor;
  }
}
