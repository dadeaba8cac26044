import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

/**
 * What can be read in the files of a folder and of those in it: each file's bytes once as text of one byte a character
 * and once without its zeros, which is how ASCII reads that was written as UTF-16, wherever it begins. For tests that
 * search for what must not be left. (Node 24 can crash, now and then, when it decodes large buffers as UTF-16.)
 */
export async function textsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const text = await readFile(path.join(parentPath, name), 'latin1');
      return [text, text.replaceAll('\0', '')];
    }),
  );
  return texts.flat();
}
