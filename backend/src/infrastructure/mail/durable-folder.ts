import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { nullIfMissing } from '../disk/file-system.js';
import { syncFolder } from '../sync-folder.js';

/** The text of a file. @throws TypeError if it is not UTF-8: a damaged letter must not go unnoticed */
export function textOf(bytes: Buffer): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

const DRAFT = /^\..+\.draft$/;
const OWNER_ONLY = { folder: 0o700, file: 0o600 };

/**
 * A folder whose files are always complete, even after a crash: each is written to a temporary file, synced, and then
 * moved to its name. Other users of the machine cannot read them.
 */
export class DurableFolder {
  /** @param folder is created with the first file */
  constructor(private readonly folder: string) {}

  /** The names of the files, unordered; none if the folder is missing. */
  async names(): Promise<string[]> {
    return (await this.entries()).filter((name) => !DRAFT.test(name));
  }

  /** The content of a file; null if it does not exist. */
  read(name: string): Promise<Buffer | null> {
    return readFile(path.join(this.folder, name)).catch(nullIfMissing);
  }

  /**
   * Writes a new file. Returns false and changes nothing if a file with this name exists, also if another process
   * created it.
   */
  async create(name: string, bytes: Buffer): Promise<boolean> {
    const draft = await this.draft(bytes);
    try {
      // Unlike a rename, a link never overwrites a file.
      await link(draft, path.join(this.folder, name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    } finally {
      await rm(draft, { force: true });
    }
    await syncFolder(this.folder);
    return true;
  }

  /** Writes a file, replacing one with this name. */
  async write(name: string, bytes: Buffer): Promise<void> {
    const draft = await this.draft(bytes);
    await rename(draft, path.join(this.folder, name));
    await syncFolder(this.folder);
  }

  /** Overwrites the content of a file with zeros before it is removed. A missing file is no error. */
  async overwrite(name: string): Promise<void> {
    const handle = await open(path.join(this.folder, name), 'r+').catch(nullIfMissing);
    if (handle === null) return;
    try {
      const { size } = await handle.stat();
      await handle.write(Buffer.alloc(size), 0, size, 0);
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  /** Removes files permanently; missing ones are ignored. */
  async remove(names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    for (const name of names) await rm(path.join(this.folder, name), { force: true });
    await syncFolder(this.folder);
  }

  /** Removes incomplete files left by a crash. No write may be running. */
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
    return (await readdir(this.folder).catch(nullIfMissing)) ?? [];
  }
}
