import { Inject, Injectable } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import { Sessions } from './sessions.js';
import { Clock } from '../../kernel/clock.js';
import { LimitStore } from '../../infrastructure/limits/limit-store.port.js';

/**
 * Throws expired sessions away every hour. They are worth nothing from the moment they expire; this only
 * keeps the store small.
 */
@Injectable()
export class SessionSweeper {
  constructor(@Inject(Sessions) private readonly sessions: Sessions) {}

  @Cron(CronExpression.EVERY_HOUR)
  async sweep(): Promise<void> {
    await this.sessions.sweep();
  }
}

/** Throws away, every ten minutes, the counts that no limit looks at any more; safe on several instances. */
@Injectable()
export class LimitsSweeper {
  constructor(
    @Inject(LimitStore) private readonly store: LimitStore,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Throws away what is due now and answers how much that was. */
  @Cron(CronExpression.EVERY_10_MINUTES)
  async sweep(): Promise<number> {
    return this.store.removeExpired(this.clock.now());
  }
}
