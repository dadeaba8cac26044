import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import { DamagedFileError } from '../disk/damaged-file.js';
import { PARTS, type Sqlite, isDamage, openSqlite } from './sqlite.js';

/** Matches the names that {@link setFileAside} gives. */
export const ASIDE = /[.]damaged-\d+(?:-wal|-shm)?$/;

/**
 * Opens a store whose content must not be lost. Nothing is written to a damaged file.
 * @param check `whole` reads the whole file; `opening` is for files that may be very large
 * @throws DamagedFileError
 */
export function openNeeded<Store>(
  file: string,
  open: () => Store,
  check: 'whole' | 'opening' = 'whole',
): Store {
  if (check === 'whole') throwIfDamaged(file);
  try {
    return open();
  } catch (error) {
    if (!isDamage(error)) throw error;
    throwIfDamaged(file);
    throw error instanceof DamagedFileError ? error : new DamagedFileError(file, (error as Error).message);
  }
}

/** Reads the whole file. @throws DamagedFileError, which names the damaged page */
export function throwIfDamaged(file: string): void {
  const fault = faultOf(file);
  if (fault) throw fault;
}

/**
 * Opens a store that can start empty. A damaged file is put aside under another name, beside the new one.
 * @param tell receives the name of the file that was put aside, and the reason
 */
export function openReplaceable<Store>(
  file: string,
  open: () => Store,
  tell: (aside: string, reason: string) => void,
): Store {
  const fault = faultOf(file);
  if (fault) tell(setFileAside(file), fault.reason);
  return open();
}

/** What is wrong with an existing file; null if nothing is. Reads the whole file, but no index. */
function faultOf(file: string): DamagedFileError | null {
  if (!existsSync(file)) return null;
  try {
    const database = openSqlite(file, { durability: 'normal' });
    try {
      const [fault] = pageFaults(database);
      return fault === undefined ? null : new DamagedFileError(file, fault);
    } finally {
      database.close();
    }
  } catch (error) {
    if (error instanceof DamagedFileError) return error;
    throw error;
  }
}

/** What SQLite finds wrong with the pages of a database, up to three things. */
export function pageFaults(database: Sqlite): string[] {
  const rows = database.all<{ quick_check: string }>('PRAGMA quick_check(3)');
  // The first line of each names the database.
  return rows
    .flatMap(({ quick_check: found }) => found.split('\n'))
    .filter((line) => !/^(?:ok$|[*]{3} )/.test(line));
}

/**
 * Renames a damaged database to `….damaged-<n>`, beside earlier ones. It must be closed; a missing file is no error.
 * @returns the new name, without the folder
 */
export function setFileAside(file: string): string {
  let number = 1;
  while (PARTS.some((part) => existsSync(`${file}.damaged-${number}${part}`))) number += 1;
  const aside = `${file}.damaged-${number}`;
  for (const part of PARTS) {
    if (existsSync(`${file}${part}`)) renameSync(`${file}${part}`, `${aside}${part}`);
  }
  return path.basename(aside);
}
