import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Clock } from '../../kernel/clock.js';
import { forEachSettled } from '../../kernel/settle-all.js';
import { History } from '../../kernel/history.js';
import { type Mail, Mailer } from '../../infrastructure/mail/mailer.port.js';
import { type Goodbye, Outbox } from '../../infrastructure/mail/outbox.port.js';
import { OneAtATime } from '../timers/one-at-a-time.js';
import { goodbyeId, isDeleted } from './goodbyes.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** When to retry a mail that its address refused. */
interface Pause {
  readonly tries: number;
  readonly until: number;
}

/**
 * Sends the mails in the outbox whose accounts are deleted, then removes the addresses. A mail that cannot be sent
 * within 24 hours is dropped. Running twice is safe: the mailer sends a mail once, by its id. After a temporary
 * refusal the mail stays in the outbox only and is retried with pauses that grow to an hour. A restart begins with the
 * shortest pause.
 */
@Injectable()
export class GoodbyeMails implements BeforeApplicationShutdown {
  private isStopping = false;
  private readonly pauses = new Map<string, Pause>();

  constructor(
    private readonly outbox: Outbox,
    private readonly mailer: Mailer,
    private readonly history: History,
    private readonly clock: Clock,
  ) {}

  /** Handles every entry. @throws Error if one failed, after all others were tried */
  @Interval('goodbye-mails', MINUTE)
  @OneAtATime()
  async deliver(): Promise<void> {
    const ids = this.isStopping ? [] : await this.outbox.accountIds();
    await forEachSettled(ids, async (accountId) => {
      const goodbye = this.isStopping ? null : await this.outbox.find(accountId);
      if (goodbye) await this.settle(goodbye);
    });
  }

  /**
   * Waits for the current mail: if the server stopped between sending and recording it, the mail would be sent twice.
   */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await this.deliver().catch(() => undefined);
  }

  private async settle({ accountId, to, letter, storedAt }: Goodbye): Promise<void> {
    const isOver = this.clock.now().getTime() - storedAt.getTime() >= DAY;
    const isGone = await isDeleted(this.history, accountId);
    // The owner may have cancelled the deletion a moment before.
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
