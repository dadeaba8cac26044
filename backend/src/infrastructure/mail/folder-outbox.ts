import path from 'node:path';
import pLimit from 'p-limit';
import { DamagedFileError, namedIfUnreadable } from '../disk/damaged-file.js';
import { DurableFolder, textOf } from './durable-folder.js';
import { type Goodbye, Outbox } from './outbox.port.js';

const FILE = /^[A-Za-z0-9-]{1,100}[.]json$/;

/** An outbox in a folder, with one file `<account id>.json` per entry. */
export class FolderOutbox extends Outbox {
  private readonly folder: DurableFolder;
  private readonly inTurn = pLimit(1);

  /** @param place the folder, which is created with the first entry */
  constructor(private readonly place: string) {
    super();
    this.folder = new DurableFolder(place);
  }

  async put(goodbye: Goodbye): Promise<void> {
    const name = nameOf(goodbye.accountId);
    await this.inTurn(() => this.folder.write(name, Buffer.from(JSON.stringify(goodbye))));
  }

  async find(accountId: string): Promise<Goodbye | null> {
    return this.read(nameOf(accountId));
  }

  async accountIds(): Promise<string[]> {
    return (await this.folder.names()).filter((name) => FILE.test(name)).map((name) => path.parse(name).name);
  }

  async list(): Promise<Goodbye[]> {
    const names = (await this.folder.names()).filter((name) => FILE.test(name));
    const entries = await Promise.all(names.map((name) => this.read(name)));
    return entries
      .filter((entry) => entry !== null)
      .toSorted((one, other) => one.storedAt.getTime() - other.storedAt.getTime());
  }

  async remove(accountId: string): Promise<void> {
    await this.inTurn(async () => {
      await this.folder.overwrite(nameOf(accountId));
      await this.folder.remove([nameOf(accountId)]);
      // Files left incomplete by a crash contain an address too.
      await this.folder.removeDrafts();
    });
  }

  private async read(name: string): Promise<Goodbye | null> {
    const file = path.join(this.place, name);
    const bytes = await this.folder.read(name).catch(namedIfUnreadable(file));
    // A removal overwrites first; a crash may leave the file.
    if (!bytes || (bytes.length > 0 && bytes.every((byte) => byte === 0))) return null;
    try {
      const { storedAt, ...rest } = JSON.parse(textOf(bytes)) as Goodbye;
      return { ...rest, storedAt: new Date(storedAt) };
    } catch {
      throw new DamagedFileError(file, 'it is not JSON');
    }
  }
}

/** @throws RangeError for an id that cannot be a file name */
function nameOf(accountId: string): string {
  const name = `${accountId}.json`;
  if (!FILE.test(name)) throw new RangeError(`not the id of an account: ${accountId}`);
  return name;
}
