import path from 'node:path';
import { type Sqlite, openSqlite } from './sqlite.js';

/** Another process has the data folder open. */
export class DataFolderInUseError extends Error {
  override readonly name = 'DataFolderInUseError';

  constructor(folder: string) {
    super(
      `${folder} is in use by another Footnote process; stop that one first, or set DATA_DIR to another folder`,
    );
  }
}

/** A file that nothing refers to is closed when memory is tidied up, and its lock is gone with it. */
const held = new Set<Sqlite>();

/**
 * Takes the data folder for this process until it ends or calls the function that is answered. The lock is
 * one of the operating system's on a file: it goes with the process, however that ends. @throws
 * DataFolderInUseError
 */
export function lockDataFolder(folder: string): () => void {
  const lock = openSqlite(path.join(folder, 'lock.db'), { durability: 'normal' });
  try {
    lock.exec('PRAGMA busy_timeout = 0');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code === 'SQLITE_BUSY') throw new DataFolderInUseError(folder);
    throw error;
  }
  held.add(lock);
  return () => {
    held.delete(lock);
    lock.close();
  };
}
