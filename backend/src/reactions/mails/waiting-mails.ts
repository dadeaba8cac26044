import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Mailer } from '../../infrastructure/mail/mailer.port.js';

const MINUTE = 60_000;

/** Retries mails after temporary refusals, each when the mailer says that it is due. */
@Injectable()
export class WaitingMails implements BeforeApplicationShutdown {
  private underWay: Promise<void> | null = null;
  private isStopping = false;

  constructor(private readonly mailer: Mailer) {}

  /** Retries the mails that are due now, one after the other. @throws Error if no mail can be sent at all */
  @Interval(MINUTE)
  async tryAgain(): Promise<void> {
    this.underWay ??= this.tryAgainOnce().finally(() => {
      this.underWay = null;
    });
    await this.underWay;
  }

  /**
   * Waits for the current mail: if the server stopped between sending and recording it, the mail would be sent twice.
   */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.underWay?.catch(() => undefined);
  }

  private async tryAgainOnce(): Promise<void> {
    for (const id of await this.mailer.waiting()) {
      if (this.isStopping) return;
      await this.mailer.tryAgain(id);
    }
  }
}
