import { isUnreadable } from '../disk/damaged-file.js';
import { DurableFolder, textOf } from './durable-folder.js';
import { MailSpool, type StoredMail } from './mail-spool.port.js';
import { type WaitingMail, waitingMailOf } from './waiting-mail.js';

const FILE = /^([A-Za-z0-9-]{1,100})\.json$/;

/** A spool in a folder, with a file `<id>.json` for each mail. One process at a time uses the folder. */
export class FolderMailSpool extends MailSpool {
  private readonly folder: DurableFolder;

  /** @param folder is created if it is missing */
  constructor(folder: string) {
    super();
    this.folder = new DurableFolder(folder);
  }

  override async find(id: string): Promise<WaitingMail | null> {
    const bytes = await this.folder.read(`${id}.json`);
    return bytes && waitingIn(bytes);
  }

  override async put(waiting: WaitingMail): Promise<void> {
    await this.folder.write(`${waiting.mail.id}.json`, Buffer.from(JSON.stringify(waiting)));
  }

  override async replace(waiting: WaitingMail): Promise<void> {
    if (await this.folder.read(`${waiting.mail.id}.json`)) await this.put(waiting);
  }

  override async remove(id: string): Promise<void> {
    await this.folder.remove([`${id}.json`]);
  }

  protected override async all(): Promise<StoredMail[]> {
    const names = (await this.folder.names()).filter((name) => FILE.test(name));
    const read = await Promise.all(
      names.map(async (name) => ({ name, bytes: await this.folder.read(name).catch(nothingIfUnreadable) })),
    );
    // One that is missing by now was sent meanwhile.
    return read.flatMap(({ name, bytes }) => (bytes ? [{ name, bytes, waiting: waitingIn(bytes) }] : []));
  }

  protected override async removeAll(names: readonly string[]): Promise<void> {
    await this.folder.remove(names);
    await this.folder.removeDrafts();
  }
}

/** What can't be read counts as damaged. */
function nothingIfUnreadable(error: unknown): Buffer {
  if (isUnreadable(error)) return Buffer.alloc(0);
  throw error;
}

function waitingIn(bytes: Buffer): WaitingMail | null {
  try {
    return waitingMailOf(textOf(bytes));
  } catch {
    return null;
  }
}
