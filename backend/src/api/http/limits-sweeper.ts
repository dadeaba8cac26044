import { Inject, Injectable } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import { Clock } from '../../kernel/clock.js';
import { LimitStore } from '../../infrastructure/limits/limit-store.port.js';

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
