import { DurableFolder } from './durable-folder.js';
import { isSameAddress } from './parsed-mail.js';
import type { WaitingMail } from './waiting-mail.js';

const FILE = /^([A-Za-z0-9-]{1,100})\.json$/;

/**
 * Keeps the mails that are to be tried again, each in a file `<id>.json`, until they are removed. One process has the
 * folder at a time.
 */
export class MailSpool {
  private readonly folder: DurableFolder;

  /** @param folder is made when it is missing */
  constructor(folder: string) {
    this.folder = new DurableFolder(folder);
  }

  /** The mail of this id, or null when it does not wait. */
  async find(id: string): Promise<WaitingMail | null> {
    return this.written(`${id}.json`);
  }

  /** All that wait, those first that are due first. */
  async list(): Promise<WaitingMail[]> {
    const files = (await this.folder.names()).filter((name) => FILE.test(name));
    const written = await Promise.all(files.map((file) => this.written(file)));
    return written
      .filter((waiting) => waiting !== null)
      .toSorted((one, other) => one.dueAt.getTime() - other.dueAt.getTime());
  }

  /** Keeps a mail, durably, in the place of what waited under its id. */
  async put(waiting: WaitingMail): Promise<void> {
    await this.folder.write(`${waiting.mail.id}.json`, Buffer.from(JSON.stringify(waiting)));
  }

  async remove(id: string): Promise<void> {
    await this.folder.remove([`${id}.json`]);
  }

  /** Leaves no byte of an address in the folder: what waits for it is removed. */
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
