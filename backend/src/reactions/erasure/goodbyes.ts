import { Injectable } from '@nestjs/common';
import { Account } from '../../domain/account/account.js';
import type { DomainEvents } from '../../domain/events.js';
import { Clock } from '../../kernel/clock.js';
import type { Recorded } from '../../kernel/event.js';
import { type History, UnmaskedHistory } from '../../kernel/history.js';
import { Outbox } from '../../infrastructure/mail/outbox.port.js';
import { Site } from '../../site/site.js';
import { renderMail } from '../mails/texts/render-mail.js';
import { writtenDay, writtenMoment } from '../mails/texts/written-dates.js';

const REMOVED = [
  'your email address, your password and your names',
  'your profile, with its picture and links',
  'your posts and their pictures',
  'your comments, and the replies to them',
  'your sessions on all devices',
];

/** Stores the address of an account outside the log, so that it can be used after the account's key is destroyed. */
@Injectable()
export class Goodbyes {
  constructor(
    private readonly history: UnmaskedHistory,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly site: Site,
  ) {}

  /**
   * Stores the address, with the goodbye mail if the address is verified. Does nothing if the key of the account is
   * already destroyed.
   */
  async store(accountId: string, deletedAt: Date): Promise<void> {
    const events = await this.history.of(streamOf(accountId));
    const named = events.findLast(({ type }) => type === 'AccountRegistered' || type === 'EmailChanged') as
      Recorded<string, DomainEvents['AccountRegistered' | 'EmailChanged']> | undefined;
    const address = named?.data.email ?? null;
    if (address === null) return;
    const isProved = events.some(({ type }) => type === 'EmailVerified');
    const letter = isProved ? await this.mail(deletedAt.toISOString()) : null;
    await this.outbox.put({ accountId, to: address, letter, storedAt: this.clock.now() });
  }

  /** Does the same, unless an entry for the account exists. */
  async storeIfMissing(accountId: string, deletedAt: Date): Promise<void> {
    if (!(await this.outbox.find(accountId))) await this.store(accountId, deletedAt);
  }

  /** Removes the entry, unless the account was deleted in the meantime. */
  async takeBack(accountId: string): Promise<void> {
    if (!(await isDeleted(this.history, accountId))) await this.outbox.remove(accountId);
  }

  /** The receipt for a deleted account. People may keep it, so it names neither the account nor its address. */
  private mail(deletedAt: string) {
    const sender = { publicUrl: this.site.publicUrl, unsubscribeToken: null };
    return renderMail(sender, {
      subject: 'Your account was deleted',
      preview: `On ${writtenDay(deletedAt)}. This is your receipt.`,
      lines: [
        `On ${writtenMoment(deletedAt)} we permanently removed:`,
        REMOVED,
        'Thank you for being part of Footnote. You are welcome to come back with a new account.',
      ],
      button: ['Go to Footnote', '/'],
      notes: ['Please keep this mail if you need a receipt: it is the last one from us.'],
      footer: 'unstoppable',
    });
  }
}

export function goodbyeId(accountId: string): string {
  return `deleted-${accountId}`;
}

export async function isDeleted(history: History, accountId: string): Promise<boolean> {
  const events = await history.of(streamOf(accountId));
  return events.some(({ type }) => type === 'AccountDeleted');
}

function streamOf(accountId: string): string {
  return `${Account.category}-${accountId}`;
}
