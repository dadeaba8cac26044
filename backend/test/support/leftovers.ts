import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

/** Not `toString('utf16le')`: with large buffers it frees memory twice, now and then, in Node 24. */
const utf16 = new TextDecoder('utf-16le');

/**
 * What can be read in bytes: once as text of one byte a character and twice as UTF-16, from the even and from the odd
 * bytes on. For tests that search for what must not be left.
 */
export function textsOf(bytes: Buffer): string[] {
  return [bytes.toString('latin1'), utf16.decode(bytes), utf16.decode(bytes.subarray(1))];
}

/** What can be read in the files of a folder and of those in it. What is removed while it is looked at is not there. */
export async function textsIn(folder: string): Promise<string[]> {
  const entries = await unlessGone(readdir(folder, { withFileTypes: true }));
  const texts = await Promise.all(
    entries.map(async (entry) => {
      const place = path.join(folder, entry.name);
      if (entry.isDirectory()) return textsIn(place);
      return entry.isFile()
        ? (await unlessGone(readFile(place).then((bytes) => [bytes]))).flatMap(textsOf)
        : [];
    }),
  );
  return texts.flat();
}

async function unlessGone<Item>(found: Promise<Item[]>): Promise<Item[]> {
  try {
    return await found;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
