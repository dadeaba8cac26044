import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Mailer } from '../infrastructure/mail/mailer.port.js';

const MINUTE = 60_000;

/** Tries mails again that were refused for now, each when the mailer says that it is due. */
@Injectable()
export class WaitingMails implements BeforeApplicationShutdown {
  private underWay: Promise<void> | null = null;
  private isStopping = false;

  constructor(@Inject(Mailer) private readonly mailer: Mailer) {}

  /** Tries what is due now, one after the other. @throws Error when nothing can be handed over at all */
  @Interval(MINUTE)
  async tryAgain(): Promise<void> {
    this.underWay ??= this.tryAgainOnce().finally(() => {
      this.underWay = null;
    });
    await this.underWay;
  }

  /** Waits for the mail under way: handed over, but not noted, it would go out once more after the next start. */
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
