import path from 'node:path';
import { type Sqlite, openSqlite } from './sqlite.js';

export class DataFolderInUseError extends Error {
  override readonly name = 'DataFolderInUseError';

  constructor(folder: string) {
    super(
      `${folder} is in use by another Footnote process; stop that one first, or set DATA_DIR to another folder`,
    );
  }
}

/** Keeps the locks reachable: garbage collection would close the file and release its lock. */
const held = new Set<Sqlite>();

/**
 * Locks the data folder until the process ends or calls the returned function. The operating system holds the lock
 * on a file and releases it when the process ends, even after a crash. @throws DataFolderInUseError
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
