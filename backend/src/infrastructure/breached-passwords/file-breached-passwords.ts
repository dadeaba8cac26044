import { hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { BreachedPasswords } from './breached-passwords.port.js';

const HASH_LENGTH = 40;
const HASH = /^[0-9A-F]{40}$/;
/** Two lines fit: each has a hash, a colon, a count, and the end of the line. */
const CHUNK_BYTES = 128;

/**
 * Passwords of breaches, in a file of the operator: the SHA-1 hash of one password a line, in hexadecimal and sorted, with
 * anything after a colon. That is the form of the downloads of Have I Been Pwned. The file is searched, never read as a
 * whole, and opened for each search, so it can be replaced while the server runs.
 */
export class FileBreachedPasswords extends BreachedPasswords {
  /** @param file null: no password is known to be breached */
  constructor(private readonly file: string | null) {
    super();
  }

  /** @throws Error that says what is wrong with the file */
  async check(): Promise<void> {
    if (this.file === null) return;
    await this.reading(async (handle) => {
      const first = await lineFrom(handle, 0);
      if (!first || !HASH.test(first.hash)) throw new Error('it does not begin with a SHA-1 hash');
      const { size } = await handle.stat();
      const second = await lineFrom(handle, 1);
      const last = await lineFrom(handle, Math.max(0, size - CHUNK_BYTES));
      for (const later of [second, last]) {
        if (later && later.start > 0 && later.hash < first.hash) throw new Error('it is not sorted by hash');
      }
    });
  }

  override async has(password: string): Promise<boolean> {
    if (this.file === null) return false;
    const wanted = hash('sha1', password).toUpperCase();
    return this.reading(async (handle) => {
      let low = 0;
      let high = (await handle.stat()).size;
      while (low < high) {
        const middle = Math.floor((low + high) / 2);
        const line = await lineFrom(handle, middle);
        if (line?.hash === wanted) return true;
        if (line && line.start < high && line.hash < wanted) low = line.start + HASH_LENGTH;
        else high = middle;
      }
      return false;
    });
  }

  private async reading<Result>(read: (handle: FileHandle) => Promise<Result>): Promise<Result> {
    const handle = await open(this.file ?? '');
    try {
      return await read(handle);
    } finally {
      await handle.close();
    }
  }
}

/** The hash of the first line that begins at this byte or after it; null if there is none. */
async function lineFrom(
  handle: FileHandle,
  position: number,
): Promise<{ readonly start: number; readonly hash: string } | null> {
  const from = Math.max(0, position - 1);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, from);
  const text = buffer.toString('latin1', 0, bytesRead);
  const skipped = position === 0 ? 0 : text.indexOf('\n') + 1;
  if (position > 0 && skipped === 0) return null;
  const found = text.slice(skipped, skipped + HASH_LENGTH);
  return found.length === HASH_LENGTH ? { start: from + skipped, hash: found.toUpperCase() } : null;
}
