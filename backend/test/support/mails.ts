import type { Adapters } from '../../src/composition/adapters.js';
import type { MailBox, SentMail } from '../../src/infrastructure/mail/mail-box.port.js';
import type { Mail, Mailer } from '../../src/infrastructure/mail/mailer.port.js';
import { News } from './waits.js';

/** A server, as far as its mails are concerned. */
interface Mailing {
  readonly adapters: Pick<Adapters, 'mailBox'>;
}

/** More mails than a test sends before it restarts a server. */
const ALL = 1000;

/** The sandbox mailbox. @throws Error when this server really sends its mails */
export function mailBoxOf({ adapters }: Mailing): MailBox {
  if (!adapters.mailBox) throw new Error('this server keeps no mails');
  return adapters.mailBox;
}

/** The ids of the mails in a mail box by address, oldest first. */
class Arrivals {
  private readonly news = new News();
  private readonly ids = new Map<string, string[]>();

  at(address: string): readonly string[] {
    return this.ids.get(address) ?? [];
  }

  add({ id, to }: Pick<Mail, 'id' | 'to'>): void {
    if (this.at(to).includes(id)) return;
    this.ids.set(to, [...this.at(to), id]);
    this.news.tell();
  }

  forget(address: string): void {
    this.ids.delete(address);
  }

  until(what: string, holds: () => boolean): Promise<void> {
    return this.news.until(what, holds);
  }
}

const watched = new WeakMap<MailBox, Arrivals>();

/** Notices from now on which mails a server sends to its mail box, and forgets. */
export async function watchMails(box: MailBox): Promise<void> {
  const arrivals = new Arrivals();
  watched.set(box, arrivals);
  for (const mail of (await box.list(ALL)).reverse()) arrivals.add(mail);
  // The mailer that keeps its mails is the mail box.
  const mailer = box as MailBox & Pick<Mailer, 'send' | 'forget'>;
  const [send, forget] = [mailer.send.bind(mailer), mailer.forget.bind(mailer)];
  mailer.send = async (mail: Mail) => {
    await send(mail);
    arrivals.add(mail);
  };
  mailer.forget = async (address, receiptId) => {
    await forget(address, receiptId);
    arrivals.forget(address);
  };
}

function arrivalsOf(app: Mailing): Arrivals {
  const arrivals = watched.get(mailBoxOf(app));
  if (!arrivals) throw new Error('nobody watches the mails of this server');
  return arrivals;
}

/** The mails to an address, oldest first, as soon as there are `count`: a reaction sends them after the answer. */
export async function mailsTo(app: Mailing, address: string, count: number): Promise<SentMail[]> {
  const box = mailBoxOf(app);
  const arrivals = arrivalsOf(app);
  await arrivals.until(`${count} mails to ${address}`, () => arrivals.at(address).length >= count);
  const mails = await Promise.all(arrivals.at(address).map((id) => box.read(id)));
  return mails.filter((mail) => mail !== null);
}

/** Waits until a mail is sent. */
export async function mailed(app: Mailing, address: string, id: string): Promise<void> {
  const arrivals = arrivalsOf(app);
  await arrivals.until(`the mail ${id} to ${address}`, () => arrivals.at(address).includes(id));
}

/** The token in the verification link of a mail. @throws Error when it has none */
export function tokenIn(mail: SentMail | undefined): string {
  const token = /\/verify-email\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  if (!token) throw new Error(`there is no verification link in the mail "${mail?.subject}"`);
  return token;
}
