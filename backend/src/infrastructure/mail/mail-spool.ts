import { DurableFolder } from './durable-folder.js';
import { isSameAddress } from './parsed-mail.js';
import type { WaitingMail } from './waiting-mail.js';

const FILE = /^([A-Za-z0-9-]{1,100})\.json$/;

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

  /** The waiting mail with this id, or null. */
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
