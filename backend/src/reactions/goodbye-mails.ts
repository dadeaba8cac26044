import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Clock } from '../kernel/clock.js';
import { History } from '../kernel/history.js';
import { type Mail, Mailer } from '../infrastructure/mail/mailer.port.js';
import { type Goodbye, Outbox } from '../infrastructure/mail/outbox.port.js';
import { goodbyeId, isDeleted } from './goodbyes.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** When a letter that its address refused is tried again. */
interface Pause {
  readonly tries: number;
  readonly until: number;
}

/**
 * Sends the letters in the outbox whose accounts are deleted by now, and leaves nothing of their addresses here: a letter
 * that can't be sent for 24 hours is given up. It may run twice: a mail is sent once, by its id. A letter that its address
 * refuses for now stays in the outbox, the one place that keeps it, and is tried again after pauses that grow to an hour;
 * a restart begins with the shortest again.
 */
@Injectable()
export class GoodbyeMails implements BeforeApplicationShutdown {
  private underWay: Promise<void> | null = null;
  private isStopping = false;
  private readonly pauses = new Map<string, Pause>();

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
    if (isGone && letter && !isOver && !(await this.handOver({ id, to, ...letter }))) return;
    this.pauses.delete(id);
    if (isGone) await this.mailer.forget(to, id);
    await this.outbox.remove(accountId);
  }

  private async handOver(mail: Mail): Promise<boolean> {
    const now = this.clock.now().getTime();
    const { tries, until } = this.pauses.get(mail.id) ?? { tries: 0, until: now };
    if (now < until) return false;
    const isHandedOver = await this.mailer.handOver(mail);
    if (!isHandedOver) {
      this.pauses.set(mail.id, { tries: tries + 1, until: now + Math.min(MINUTE * 2 ** tries, HOUR) });
    }
    return isHandedOver;
  }
}
