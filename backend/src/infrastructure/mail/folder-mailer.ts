import nodemailer, { type SendMailOptions } from 'nodemailer';
import pLimit from 'p-limit';
import PostalMime, { type Email } from 'postal-mime';
import type { Clock } from '../../kernel/clock.js';
import { DurableFolder } from './durable-folder.js';
import type { MailBox, MailSummary, SentMail } from './mail-box.port.js';
import { type Mail, Mailer } from './mailer.port.js';
import { type From, messageOf } from './mime-message.js';
import { isTo, mentions, redacted, sentMailOf, summaryOf } from './parsed-mail.js';

const FILE = /^(\d{6,})-([A-Za-z0-9-]{1,100})\.eml$/;

/** Writes mails as RFC 5322 files, `000001-<id>.eml` and so on in the order of sending: the sandbox's mail box. */
export class FolderMailer extends Mailer implements MailBox {
  private readonly composer = nodemailer.createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
  });
  private readonly folder: DurableFolder;
  /** One at a time: the numbers follow the order of sending, and no mail is sent while one is being forgotten. */
  private readonly inTurn = pLimit(1);

  /** @param folder is created if it is missing */
  constructor(
    folder: string,
    private readonly from: From,
    private readonly clock: Clock,
  ) {
    super();
    this.folder = new DurableFolder(folder);
  }

  override async send(mail: Mail): Promise<void> {
    const message = messageOf(mail, this.from, this.clock.now());
    await this.inTurn(() => this.deliver(mail.id, message));
  }

  override async knows(id: string): Promise<boolean> {
    return (await this.files()).some((file) => idOf(file) === id);
  }

  override async forget(address: string, receiptId: string): Promise<void> {
    await this.inTurn(async () => {
      const forgotten: string[] = [];
      for (const file of await this.files()) {
        const bytes = await this.folder.read(file);
        const mail = bytes && (await parsed(bytes));
        // What is left of a damaged mail may contain the address.
        const isTheirs = mail ? isTo(mail, address) : bytes !== null && mentions(bytes, address);
        if (!isTheirs) continue;
        if (mail && idOf(file) === receiptId) await this.redact(file, mail, address);
        else forgotten.push(file);
      }
      await this.folder.remove(forgotten);
      // Files left incomplete by a crash contain an address too.
      await this.folder.removeDrafts();
    });
  }

  async list(limit: number): Promise<MailSummary[]> {
    const newest = (await this.files()).reverse().slice(0, limit);
    const mails = await Promise.all(newest.map(async (file) => ({ file, mail: await this.mailIn(file) })));
    return mails.flatMap(({ file, mail }) => (mail ? [summaryOf(idOf(file), mail)] : []));
  }

  async read(id: string): Promise<SentMail | null> {
    const file = (await this.files()).find((known) => idOf(known) === id);
    const mail = file && (await this.mailIn(file));
    return mail ? sentMailOf(id, mail) : null;
  }

  /** The content of a file; null if it is damaged, or the mail has just been forgotten. */
  private async mailIn(file: string): Promise<Email | null> {
    const bytes = await this.folder.read(file);
    return bytes && parsed(bytes);
  }

  /** Uses the next free number, which another process may take first. */
  private async deliver(id: string, message: SendMailOptions): Promise<void> {
    const bytes = await this.compose(message);
    for (;;) {
      const files = await this.files();
      if (files.some((file) => idOf(file) === id)) return;
      const last = files.at(-1);
      const next = String((last ? numberOf(last) : 0) + 1).padStart(6, '0');
      if (await this.folder.create(`${next}-${id}.eml`, bytes)) return;
    }
  }

  /** Replaces a mail by the same mail without its address. */
  private async redact(file: string, mail: Email, address: string): Promise<void> {
    const message = messageOf(
      redacted(idOf(file), mail, address),
      this.from,
      new Date(mail.date ?? this.clock.now()),
    );
    await this.folder.write(file, await this.compose(message));
  }

  private async compose(composed: SendMailOptions): Promise<Buffer> {
    const { message } = await this.composer.sendMail(composed);
    if (!Buffer.isBuffer(message)) throw new Error('nodemailer did not compose the mail into a buffer');
    return message;
  }

  /** The file names of the mails, oldest first. */
  private async files(): Promise<string[]> {
    const names = await this.folder.names();
    return names.filter((name) => FILE.test(name)).sort((one, other) => numberOf(one) - numberOf(other));
  }
}

/** Null for a damaged mail: each of ours has a recipient. */
async function parsed(bytes: Buffer): Promise<Email | null> {
  const mail = await PostalMime.parse(bytes).catch(() => null);
  return mail?.to ? mail : null;
}

function numberOf(file: string): number {
  return Number(FILE.exec(file)?.[1]);
}

function idOf(file: string): string {
  return FILE.exec(file)?.[2] ?? '';
}
