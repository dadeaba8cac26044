import { chmodSync, lstatSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** The bits that let other users read, write or enter. */
const OTHERS = 0o077;
/** Set on folders that all users of a machine share, such as /tmp. */
const STICKY = 0o1000;

/** The entries of a data folder. A copy, such as a restored backup, may give others access to them. */
const OURS =
  /^(?:.+\.db(?:-wal|-shm|-journal)?|secret|erasures[.]jsonl|sandbox-code|instance-id|views|images|mail|waiting-mails|outbox|security)$/;

/** A folder to which other users had access, with its mode before, such as `0755`. */
export interface OpenFolder {
  readonly mode: string;
  /** Whether they still have access: the folder belongs to another user, or its file system has no modes. */
  readonly isOpen: boolean;
}

/**
 * Removes the access of other users to a folder. Returns null if they had none. Shared folders such as /tmp keep their
 * mode.
 */
export function closeFolder(folder: string): OpenFolder | null {
  // Windows has no modes.
  if (process.platform === 'win32') return null;
  const { mode } = statSync(folder);
  if ((mode & OTHERS) === 0) return null;
  if ((mode & STICKY) === 0) close(folder, mode);
  return {
    mode: (mode & 0o7777).toString(8).padStart(4, '0'),
    isOpen: (statSync(folder).mode & OTHERS) !== 0,
  };
}

/**
 * Removes the access of other users to the files and folders that Footnote created in a data folder. A folder is closed
 * after its content: one that is closed already is not read again, as there may be millions of pictures. Symbolic links
 * are not followed.
 */
export function closeContents(folder: string): void {
  if (process.platform === 'win32') return;
  for (const name of readdirSync(folder)) if (OURS.test(name)) closeTree(path.join(folder, name));
}

function closeTree(entry: string): void {
  const { mode, isDirectory, isFile } = kindOf(entry);
  if ((mode & OTHERS) === 0 || (!isDirectory && !isFile)) return;
  if (isDirectory) for (const name of readdirSync(entry)) closeTree(path.join(entry, name));
  close(entry, mode);
}

function kindOf(entry: string) {
  const found = lstatSync(entry, { throwIfNoEntry: false });
  return {
    mode: found?.mode ?? 0,
    isDirectory: found?.isDirectory() ?? false,
    isFile: found?.isFile() ?? false,
  };
}

/** An entry of another user keeps its mode. */
function close(entry: string, mode: number): void {
  try {
    chmodSync(entry, mode & 0o7777 & ~OTHERS);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EPERM' && code !== 'EROFS' && code !== 'ENOENT') throw error;
  }
}
