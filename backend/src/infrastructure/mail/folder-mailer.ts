import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import nodemailer from 'nodemailer';
import PostalMime from 'postal-mime';
import type { Clock } from '../engine/clock.port.js';
import type { MailBox, MailSummary, SentMail } from './mail-box.port.js';
import { type Mail, Mailer } from './mailer.port.js';

const FILE = /^(\d{6,})-([A-Za-z0-9-]{1,100})\.eml$/;
const ID = /^[A-Za-z0-9-]{1,100}$/;

/**
 * Mails as RFC 5322 files, `000001-<id>.eml` and so on in the order of sending: the sandbox's post office.
 */
export class FolderMailer extends Mailer implements MailBox {
  private readonly composer = nodemailer.createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
  });
  private sending: Promise<void> = Promise.resolve();

  /** @param folder is made when it is missing */
  constructor(
    private readonly folder: string,
    private readonly from: { readonly name: string; readonly address: string },
    private readonly clock: Clock,
  ) {
    super();
  }

  override async send(mail: Mail): Promise<void> {
    if (!ID.test(mail.id)) throw new RangeError('the id of a mail has 1 to 100 letters, digits and hyphens');
    // One after the other: the numbers are the order of sending.
    const sent = this.sending.then(() => this.deliver(mail));
    this.sending = sent.catch(() => undefined);
    await sent;
  }

  async list(limit: number): Promise<MailSummary[]> {
    const newest = (await this.files()).reverse().slice(0, limit);
    return Promise.all(newest.map((file) => this.summary(file)));
  }

  async read(id: string): Promise<SentMail | null> {
    const file = (await this.files()).find((known) => idOf(known) === id);
    if (!file) return null;
    const mail = await PostalMime.parse(await readFile(path.join(this.folder, file)));
    return { ...(await this.summary(file)), html: mail.html ?? '', text: mail.text ?? '' };
  }

  private async summary(file: string): Promise<MailSummary> {
    const mail = await PostalMime.parse(await readFile(path.join(this.folder, file)));
    return {
      id: idOf(file),
      to: mail.to?.map(({ address }) => address).join(', ') ?? '',
      subject: mail.subject ?? '',
      sentAt: mail.date ?? '',
    };
  }

  private async deliver(mail: Mail): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    if ((await this.files()).some((file) => idOf(file) === mail.id)) return;
    const draft = path.join(this.folder, `.${randomUUID()}.draft`);
    await writeSynced(draft, await this.compose(mail));
    try {
      await this.number(draft, mail.id);
    } finally {
      await rm(draft, { force: true });
    }
    await syncFolder(this.folder);
  }

  /**
   * Gives a draft the next free number. A link never overwrites, so two processes can't take the same one.
   */
  private async number(draft: string, id: string): Promise<void> {
    for (;;) {
      const last = (await this.files()).at(-1);
      const next = String((last ? numberOf(last) : 0) + 1).padStart(6, '0');
      try {
        await link(draft, path.join(this.folder, `${next}-${id}.eml`));
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
    }
  }

  private async compose({ id, to, subject, html, text }: Mail): Promise<Buffer> {
    const { message } = await this.composer.sendMail({
      from: this.from,
      to,
      subject,
      html,
      text,
      date: this.clock.now(),
      messageId: `<${id}@${this.from.address.split('@').at(-1)}>`,
    });
    if (!Buffer.isBuffer(message)) throw new Error('the mail was not composed into bytes');
    return message;
  }

  /** The names of the mails, oldest first. */
  private async files(): Promise<string[]> {
    try {
      const names = await readdir(this.folder);
      return names.filter((name) => FILE.test(name)).sort((one, other) => numberOf(one) - numberOf(other));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }
}

function numberOf(file: string): number {
  return Number(FILE.exec(file)?.[1]);
}

function idOf(file: string): string {
  return FILE.exec(file)?.[2] ?? '';
}

async function writeSynced(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
