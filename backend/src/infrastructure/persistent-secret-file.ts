import path from 'node:path';
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { namedIfUnreadable } from './disk/damaged-file.js';
import { syncFolderNow } from './sync-folder.js';

/** The content of a file that only this user can read; `make` gives it if the file is missing. @throws DamagedFileError */
export function persistentSecret(file: string, make: () => Buffer): Buffer {
  const found = readIfThere(file);
  if (found) return found;
  write(file, make());
  return readFileSync(file);
}

function readIfThere(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? null : namedIfUnreadable(file)(error);
  }
}

/** Writes a draft and links it as `file`, so that two processes that start at once share one content. */
function write(file: string, content: Buffer): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const descriptor = openSync(draft, 'wx', 0o600);
  try {
    writeSync(descriptor, content);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  // Without this, a power cut could take the content after it was used first.
  syncFolderNow(path.dirname(file));
}
