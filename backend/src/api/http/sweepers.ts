import { Injectable } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import { Sessions } from './sessions.js';
import { Clock } from '../../kernel/clock.js';
import { forEachSettled } from '../../kernel/settle-all.js';
import { IdempotencyStore } from '../../infrastructure/idempotency/idempotency-store.port.js';
import { LimitStore } from '../../infrastructure/limits/limit-store.port.js';

/** Deletes expired sessions every hour. They are already invalid; this only keeps the store small. */
@Injectable()
export class SessionSweeper {
  constructor(private readonly sessions: Sessions) {}

  @Cron(CronExpression.EVERY_HOUR)
  async sweep(): Promise<void> {
    await this.sessions.sweep();
  }
}

/**
 * Deletes counts that no limit needs any more, and answers that nobody may ask for again, every ten minutes. Safe on several
 * instances.
 */
@Injectable()
export class LimitsSweeper {
  constructor(
    private readonly store: LimitStore,
    private readonly requests: IdempotencyStore,
    private readonly clock: Clock,
  ) {}

  /** Deletes what is due now. Returns how many entries. */
  @Cron(CronExpression.EVERY_10_MINUTES)
  async sweep(): Promise<number> {
    const now = this.clock.now();
    let removed = 0;
    await forEachSettled([this.store, this.requests], async (store) => {
      removed += await store.removeExpired(now);
    });
    return removed;
  }
}
