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

/** What can be read in the files of a folder and of those in it. */
export async function textsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(
    files.map(async ({ parentPath, name }) => textsOf(await readFile(path.join(parentPath, name)))),
  );
  return texts.flat();
}
