import { Injectable } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import { Clock } from '../../kernel/clock.js';
import { SentMails } from '../../infrastructure/mail/sent-mails.port.js';

const DAYS_30 = 30 * 24 * 60 * 60 * 1000;

/**
 * Deletes the ids of mails that were sent more than 30 days ago: they are never retried. Running twice or on several
 * instances is safe.
 */
@Injectable()
export class SentMailsSweep {
  constructor(
    private readonly sentMails: SentMails,
    private readonly clock: Clock,
  ) {}

  /** Deletes the ids that are due now. Returns how many. */
  @Cron(CronExpression.EVERY_HOUR)
  async sweep(): Promise<number> {
    return this.sentMails.removeBefore(new Date(this.clock.now().getTime() - DAYS_30));
  }
}
