import { Inject, Injectable } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import { Sessions } from './sessions.js';

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
