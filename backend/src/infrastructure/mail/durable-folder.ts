import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const DRAFT = /^\..+\.draft$/;
const OWNER_ONLY = { folder: 0o700, file: 0o600 };

/**
 * A folder whose files are there whole or not at all, whatever crashes: each is written beside its place, synced, and
 * only then put there. No other user of the machine can read them.
 */
export class DurableFolder {
  /** @param folder is made when the first file is written */
  constructor(private readonly folder: string) {}

  /** The names of the files, in no order; none when the folder is missing. */
  async names(): Promise<string[]> {
    return (await this.entries()).filter((name) => !DRAFT.test(name));
  }

  /** What is in a file; null when it is not there. */
  async read(name: string): Promise<Buffer | null> {
    try {
      return await readFile(path.join(this.folder, name));
    } catch (error) {
      if (isCode(error, 'ENOENT')) return null;
      throw error;
    }
  }

  /** Writes a new file. Answers false, and changes nothing, when there is one of this name, another process's too. */
  async create(name: string, bytes: Buffer): Promise<boolean> {
    const draft = await this.draft(bytes);
    try {
      // Unlike a rename, a link never overwrites.
      await link(draft, path.join(this.folder, name));
    } catch (error) {
      if (isCode(error, 'EEXIST')) return false;
      throw error;
    } finally {
      await rm(draft, { force: true });
    }
    await syncFolder(this.folder);
    return true;
  }

  /** Writes a file, in the place of one of this name, if there is any. */
  async write(name: string, bytes: Buffer): Promise<void> {
    const draft = await this.draft(bytes);
    await rename(draft, path.join(this.folder, name));
    await syncFolder(this.folder);
  }

  /** Writes zeros in place of what is in a file, before it is removed. One that is not there is no error. */
  async overwrite(name: string): Promise<void> {
    const handle = await open(path.join(this.folder, name), 'r+').catch((error: unknown) => {
      if (isCode(error, 'ENOENT')) return null;
      throw error;
    });
    if (handle === null) return;
    try {
      const { size } = await handle.stat();
      await handle.write(Buffer.alloc(size), 0, size, 0);
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  /** Removes files for good; those that are not there don't matter. */
  async remove(names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    for (const name of names) await rm(path.join(this.folder, name), { force: true });
    await syncFolder(this.folder);
  }

  /** Removes what a crash has left half written. Nothing may be written meanwhile. */
  async removeDrafts(): Promise<void> {
    await this.remove((await this.entries()).filter((name) => DRAFT.test(name)));
  }

  private async draft(bytes: Buffer): Promise<string> {
    const made = await mkdir(this.folder, { recursive: true, mode: OWNER_ONLY.folder });
    if (made !== undefined) await syncFolder(path.dirname(made));
    const draft = path.join(this.folder, `.${randomUUID()}.draft`);
    try {
      await writeFile(draft, bytes, { flag: 'wx', mode: OWNER_ONLY.file, flush: true });
      return draft;
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  private async entries(): Promise<string[]> {
    try {
      return await readdir(this.folder);
    } catch (error) {
      if (isCode(error, 'ENOENT')) return [];
      throw error;
    }
  }
}

/** What is removed from a folder, or put there, stays so after a power cut. A folder that is missing has nothing to keep. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  });
  if (handle === null) return;
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}
