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
  /** What is not to be at rest anywhere: it waits only as long as the process runs. */
  private readonly unwritten = new Map<string, WaitingMail>();

  /** @param folder is made when it is missing */
  constructor(folder: string) {
    this.folder = new DurableFolder(folder);
  }

  /** The mail of this id, or null when it does not wait. */
  async find(id: string): Promise<WaitingMail | null> {
    return this.unwritten.get(id) ?? this.written(`${id}.json`);
  }

  /** All that wait, those first that are due first. */
  async list(): Promise<WaitingMail[]> {
    const files = (await this.folder.names()).filter((name) => FILE.test(name));
    const written = await Promise.all(files.map((file) => this.written(file)));
    return [...written.filter((waiting) => waiting !== null), ...this.unwritten.values()].sort(
      (one, other) => one.dueAt.getTime() - other.dueAt.getTime(),
    );
  }

  /** Keeps a mail, durably, in the place of what waited under its id. */
  async put(waiting: WaitingMail): Promise<void> {
    const { id } = waiting.mail;
    if (this.unwritten.has(id)) this.unwritten.set(id, waiting);
    else await this.folder.write(`${id}.json`, Buffer.from(JSON.stringify(waiting)));
  }

  async remove(id: string): Promise<void> {
    if (!this.unwritten.delete(id)) await this.folder.remove([`${id}.json`]);
  }

  /**
   * Leaves no byte of an address in the folder. What waits for it is removed; the mail with the id `receiptId` alone goes
   * on waiting, in memory, until the process ends.
   */
  async forget(address: string, receiptId: string): Promise<void> {
    const forgotten = (await this.list()).filter(({ mail: { to } }) => isSameAddress(to, address));
    const receipt = forgotten.find(({ mail: { id } }) => id === receiptId);
    if (receipt) this.unwritten.set(receiptId, receipt);
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
