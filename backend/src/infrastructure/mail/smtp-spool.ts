import { DurableFolder } from './durable-folder.js';
import type { Mail } from './mailer.port.js';
import { isSameAddress } from './parsed-mail.js';

/** A mail that the server refused temporarily. */
export interface WaitingMail {
  readonly mail: Mail;
  /** Time of the first attempt. */
  readonly since: Date;
  readonly tries: number;
  /** Time of the next attempt. */
  readonly dueAt: Date;
}

const FILE = /^([A-Za-z0-9-]{1,100})\.json$/;
const MINUTE = 60_000;
const LONGEST_PAUSE = 60 * MINUTE;
/** After this time the links in mails have expired, and the content is outdated. */
const PATIENCE = 24 * 60 * MINUTE;

/**
 * Stores the mails to retry, each in a file `<id>.json`, until they are removed. One process at a time uses the
 * folder.
 */
export class MailSpool {
  private readonly folder: DurableFolder;

  /** @param folder is created if it is missing */
  constructor(folder: string) {
    this.folder = new DurableFolder(folder);
  }

  async find(id: string): Promise<WaitingMail | null> {
    return this.written(`${id}.json`);
  }

  /** All waiting mails, the next due first. */
  async list(): Promise<WaitingMail[]> {
    const files = (await this.folder.names()).filter((name) => FILE.test(name));
    const written = await Promise.all(files.map((file) => this.written(file)));
    return written
      .filter((waiting) => waiting !== null)
      .toSorted((one, other) => one.dueAt.getTime() - other.dueAt.getTime());
  }

  /** Stores a mail durably, replacing one with the same id. */
  async put(waiting: WaitingMail): Promise<void> {
    await this.folder.write(`${waiting.mail.id}.json`, Buffer.from(JSON.stringify(waiting)));
  }

  async remove(id: string): Promise<void> {
    await this.folder.remove([`${id}.json`]);
  }

  /** Removes all waiting mails to an address and overwrites their files. */
  async forget(address: string): Promise<void> {
    const forgotten = (await this.list()).filter(({ mail: { to } }) => isSameAddress(to, address));
    await this.folder.remove(forgotten.map(({ mail: { id } }) => `${id}.json`));
    await this.folder.removeDrafts();
  }

  private async written(file: string): Promise<WaitingMail | null> {
    const bytes = await this.folder.read(file);
    if (!bytes) return null;
    const { since, dueAt, ...rest } = JSON.parse(bytes.toString()) as WaitingMail;
    return { ...rest, since: new Date(since), dueAt: new Date(dueAt) };
  }
}

export function firstRefused(mail: Mail, now: Date): WaitingMail {
  return { mail, since: now, tries: 1, dueAt: new Date(now.getTime() + MINUTE) };
}

/**
 * The mail after another attempt: each pause is twice the one before, one hour at most. Null if 24 hours have passed
 * since the first attempt; the last attempt is at exactly that time.
 */
export function refusedAgain(waiting: WaitingMail, now: Date): WaitingMail | null {
  const end = waiting.since.getTime() + PATIENCE;
  if (now.getTime() >= end) return null;
  const pause = Math.min(MINUTE * 2 ** waiting.tries, LONGEST_PAUSE);
  return { ...waiting, tries: waiting.tries + 1, dueAt: new Date(Math.min(now.getTime() + pause, end)) };
}
