import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Mailer } from '../../infrastructure/mail/mailer.port.js';
import { PausingError } from '../../kernel/reaction.js';
import { OneAtATime } from '../timers/one-at-a-time.js';

const MINUTE = 60_000;

/** Retries mails after temporary refusals, each when the mailer says that it is due. */
@Injectable()
export class WaitingMails implements BeforeApplicationShutdown {
  private isStopping = false;

  constructor(private readonly mailer: Mailer) {}

  /**
   * Retries the mails that are due now, one after the other.
   * @throws PausingError if no mail can be sent at all, and Error if one failed, after all others were tried
   */
  @Interval(MINUTE)
  @OneAtATime()
  async tryAgain(): Promise<void> {
    const problems: unknown[] = [];
    for (const id of this.isStopping ? [] : await this.mailer.waiting()) {
      if (this.isStopping) return;
      await this.mailer.tryAgain(id).catch((error: unknown) => {
        if (error instanceof PausingError) throw error;
        problems.push(error);
      });
    }
    if (problems.length > 0) throw problems[0];
  }

  /**
   * Waits for the current mail: if the server stopped between sending and recording it, the mail would be sent twice.
   */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.tryAgain().catch(() => undefined);
  }
}
