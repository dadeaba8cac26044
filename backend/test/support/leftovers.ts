import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

/**
 * What can be read in the files of a folder and of those in it: each file's bytes once as text of one byte a character
 * and twice as UTF-16, from its even and from its odd bytes on. For tests that search for what must not be left.
 */
export async function textsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const bytes = await readFile(path.join(parentPath, name));
      return [bytes.toString('latin1'), bytes.toString('utf16le'), bytes.subarray(1).toString('utf16le')];
    }),
  );
  return texts.flat();
}
