import { setTimeout } from 'node:timers/promises';
import type { MailBox, SentMail } from '../../src/infrastructure/mail/mail-box.port.js';
import type { RunningApp } from './app.js';

const PATIENCE_MS = 20_000;
const ALL = 200;

/** The sandbox mailbox. @throws Error when this server really sends its mails */
export function mailBoxOf({ adapters }: RunningApp): MailBox {
  if (!adapters.mailBox) throw new Error('this server keeps no mails');
  return adapters.mailBox;
}

/**
 * The mails to an address, oldest first, as soon as there are `count`: a reaction sends them after the answer.
 * @throws Error on timeout
 */
export async function mailsTo(app: RunningApp, address: string, count: number): Promise<SentMail[]> {
  const box = mailBoxOf(app);
  for (const end = Date.now() + PATIENCE_MS; ; await setTimeout(5)) {
    const found = (await box.list(ALL)).filter(({ to }) => to === address).reverse();
    if (found.length >= count)
      return (await Promise.all(found.map(({ id }) => box.read(id)))).filter((mail) => mail !== null);
    if (Date.now() > end) throw new Error(`${count} mails to ${address} were expected, ${found.length} came`);
  }
}

/** The token in the verification link of a mail. @throws Error when it has none */
export function tokenIn(mail: SentMail | undefined): string {
  const token = /\/verify-email\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  if (!token) throw new Error(`there is no verification link in the mail "${mail?.subject}"`);
  return token;
}
