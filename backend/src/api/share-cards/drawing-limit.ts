import type { FastifyRequest } from 'fastify';
import { HttpException, HttpStatus, Injectable } from '@nestjs/common';
import { LimitStore } from '../../infrastructure/limits/limit-store.port.js';
import { ServerSecret } from '../../infrastructure/sessions/server-secret.js';
import { Clock } from '../../kernel/clock.js';
import { rateLimitKeyOf } from '../http/rate-limit-key.js';
import { LimitSwitch } from '../http/limits.guard.js';

/** A drawing takes about 0.2 seconds of a processor. Cards that are already drawn do not count. */
const MOST = 30;
const WINDOW_MS = 5 * 60_000;

/** A network or a person has asked for too many new drawings. */
export class TooManyDrawingsError extends HttpException {
  constructor(readonly retryAfterSeconds: number) {
    super('Too many pictures were asked for. Please try again later.', HttpStatus.TOO_MANY_REQUESTS);
  }
}

/** Limits how many cards are drawn for one network, over all its visitors, and for each person. */
@Injectable()
export class DrawingLimit {
  constructor(
    private readonly limits: LimitSwitch,
    private readonly store: LimitStore,
    private readonly secret: ServerSecret,
    private readonly clock: Clock,
  ) {}

  /** Counts a drawing for the sender of this request. @throws TooManyDrawingsError */
  async take(request: FastifyRequest): Promise<void> {
    if (!this.limits.isOn) return;
    const hash = this.secret.hmac(
      'limit',
      'card',
      String(MOST),
      String(WINDOW_MS),
      ...rateLimitKeyOf(request),
    );
    const now = this.clock.now();
    const quota = { key: hash.toString('hex'), most: MOST, windowMs: WINDOW_MS };
    const free = await this.store.take([quota], now);
    if (free) throw new TooManyDrawingsError(Math.max(1, Math.ceil((free.getTime() - now.getTime()) / 1000)));
  }
}
