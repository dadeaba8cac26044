import { DurableFolder } from './durable-folder.js';
import type { Mail } from './mailer.port.js';
import { isSameAddress, mentions } from './parsed-mail.js';

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

  /** Null also for a damaged file: the mail is written again. */
  async find(id: string): Promise<WaitingMail | null> {
    return waitingIn(await this.folder.read(`${id}.json`));
  }

  /** All waiting mails that can be read, the next due first. */
  async list(): Promise<WaitingMail[]> {
    return (await this.all())
      .flatMap(({ waiting }) => waiting ?? [])
      .toSorted((one, other) => one.dueAt.getTime() - other.dueAt.getTime());
  }

  /** The names of the files that can't be read. */
  async damaged(): Promise<string[]> {
    return (await this.all()).filter(({ waiting }) => !waiting).map(({ file }) => file);
  }

  /** Stores a mail durably, replacing one with the same id. */
  async put(waiting: WaitingMail): Promise<void> {
    await this.folder.write(`${waiting.mail.id}.json`, Buffer.from(JSON.stringify(waiting)));
  }

  async remove(id: string): Promise<void> {
    await this.folder.remove([`${id}.json`]);
  }

  /** Removes all waiting mails to an address, and what is left of damaged ones that contain it. */
  async forget(address: string): Promise<void> {
    const forgotten = (await this.all()).filter(({ waiting, bytes }) =>
      waiting ? isSameAddress(waiting.mail.to, address) : mentions(bytes, address),
    );
    await this.folder.remove(forgotten.map(({ file }) => file));
    await this.folder.removeDrafts();
  }

  /** Every file, with its mail unless it is damaged. */
  private async all(): Promise<{ file: string; bytes: Buffer; waiting: WaitingMail | null }[]> {
    const files = (await this.folder.names()).filter((name) => FILE.test(name));
    const read = await Promise.all(
      files.map(async (file) => ({ file, bytes: await this.folder.read(file) })),
    );
    // One that is missing by now was sent meanwhile.
    return read.flatMap(({ file, bytes }) => (bytes ? [{ file, bytes, waiting: waitingIn(bytes) }] : []));
  }
}

/** The mail in a file; null for a missing or damaged one. */
function waitingIn(bytes: Buffer | null): WaitingMail | null {
  if (!bytes) return null;
  try {
    const { mail, since, tries, dueAt } = JSON.parse(bytes.toString()) as WaitingMail;
    const read = { mail, since: new Date(since), tries, dueAt: new Date(dueAt) };
    const isWhole =
      typeof mail.id === 'string' &&
      typeof mail.to === 'string' &&
      Number.isInteger(tries) &&
      Number.isFinite(read.since.getTime() + read.dueAt.getTime());
    return isWhole ? read : null;
  } catch {
    return null;
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
