import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, open, readFile, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import nodemailer, { type SendMailOptions } from 'nodemailer';
import PostalMime, { type Email } from 'postal-mime';
import type { Clock } from '../engine/clock.port.js';
import type { MailBox, MailSummary, SentMail } from './mail-box.port.js';
import { type Mail, Mailer } from './mailer.port.js';
import { type From, messageOf } from './message.js';
import { isTo, redacted, sentMailOf, summaryOf } from './parsed-mail.js';

const FILE = /^(\d{6,})-([A-Za-z0-9-]{1,100})\.eml$/;
const DRAFT = /^\..+\.draft$/;

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
    private readonly from: From,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async send(mail: Mail): Promise<void> {
    const message = messageOf(mail, this.from, this.clock.now());
    await this.inTurn(() => this.deliver(mail.id, message));
  }

  override async forget(address: string, receiptId: string): Promise<void> {
    await this.inTurn(async () => {
      for (const file of await this.files()) {
        const mail = await this.parsed(file);
        if (!mail || !isTo(mail, address)) continue;
        if (idOf(file) === receiptId) await this.redact(file, mail, address);
        else await rm(path.join(this.folder, file));
      }
      await this.removeDrafts();
    });
  }

  async list(limit: number): Promise<MailSummary[]> {
    const newest = (await this.files()).reverse().slice(0, limit);
    const mails = await Promise.all(newest.map(async (file) => ({ file, mail: await this.parsed(file) })));
    return mails.flatMap(({ file, mail }) => (mail ? [summaryOf(idOf(file), mail)] : []));
  }

  async read(id: string): Promise<SentMail | null> {
    const file = (await this.files()).find((known) => idOf(known) === id);
    const mail = file && (await this.parsed(file));
    return mail ? sentMailOf(id, mail) : null;
  }

  /** One after the other: the numbers are the order of sending, and nothing is sent while something is forgotten. */
  private async inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.sending.then(work);
    this.sending = done.catch(() => undefined);
    await done;
  }

  /** What is in a file; null when the mail has just been forgotten. */
  private async parsed(file: string): Promise<Email | null> {
    try {
      return await PostalMime.parse(await readFile(path.join(this.folder, file)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  private async deliver(id: string, message: SendMailOptions): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    if ((await this.files()).some((file) => idOf(file) === id)) return;
    const draft = this.newDraft();
    await writeSynced(draft, await this.compose(message));
    try {
      await this.number(draft, id);
    } finally {
      await rm(draft, { force: true });
    }
    await syncFolder(this.folder);
  }

  /** Puts the same mail, to nobody, into the place of a mail. */
  private async redact(file: string, mail: Email, address: string): Promise<void> {
    const message = messageOf(
      redacted(idOf(file), mail, address),
      this.from,
      new Date(mail.date ?? this.clock.now()),
    );
    const draft = this.newDraft();
    await writeSynced(draft, await this.compose(message));
    await rename(draft, path.join(this.folder, file));
  }

  /** What a crash has left half sent holds an address too. */
  private async removeDrafts(): Promise<void> {
    if (!existsSync(this.folder)) return;
    for (const name of await readdir(this.folder)) {
      if (DRAFT.test(name)) await rm(path.join(this.folder, name));
    }
    await syncFolder(this.folder);
  }

  private newDraft(): string {
    return path.join(this.folder, `.${randomUUID()}.draft`);
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

  private async compose(composed: SendMailOptions): Promise<Buffer> {
    const { message } = await this.composer.sendMail(composed);
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
