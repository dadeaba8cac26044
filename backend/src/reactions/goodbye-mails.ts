import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Clock } from '../kernel/clock.js';
import { History } from '../kernel/history.js';
import { Mailer } from '../infrastructure/mail/mailer.port.js';
import { type Goodbye, Outbox } from '../infrastructure/mail/outbox.port.js';
import { goodbyeId, isDeleted } from './goodbyes.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * Sends the letters in the outbox whose accounts are deleted by now, and leaves nothing of their addresses here: a letter
 * that can't be sent for 24 hours is given up. It may run twice: a mail is sent once, by its id.
 */
@Injectable()
export class GoodbyeMails implements BeforeApplicationShutdown {
  private underWay: Promise<void> | null = null;
  private isStopping = false;

  constructor(
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(Mailer) private readonly mailer: Mailer,
    @Inject(History) private readonly history: History,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Deals with every entry. @throws Error when one could not be dealt with: it is the turn of all others before */
  @Interval('goodbye-mails', MINUTE)
  async deliver(): Promise<void> {
    this.underWay ??= this.deliverAll().finally(() => {
      this.underWay = null;
    });
    await this.underWay;
  }

  /** Waits for the letter under way: handed over, but not noted, it would go out once more after the next start. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.underWay?.catch(() => undefined);
  }

  private async deliverAll(): Promise<void> {
    const problems: unknown[] = [];
    for (const goodbye of await this.outbox.list()) {
      if (this.isStopping) return;
      await this.settle(goodbye).catch((error: unknown) => problems.push(error));
    }
    if (problems.length > 0) throw problems[0];
  }

  private async settle({ accountId, to, letter, storedAt }: Goodbye): Promise<void> {
    const isOver = this.clock.now().getTime() - storedAt.getTime() >= DAY;
    const isGone = await isDeleted(this.history, accountId);
    // Its owner may have taken the wish back a moment before.
    if (!isGone && !isOver) return;
    const id = goodbyeId(accountId);
    if (isGone && letter && !isOver) await this.mailer.send({ id, to, ...letter });
    if (isGone) await this.mailer.forget(to, id);
    await this.outbox.remove(accountId);
  }
}
