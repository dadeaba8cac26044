import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import { isDamage, openSqlite } from './sqlite.js';

/** The endings of the files of an SQLite database. */
export const PARTS = ['', '-wal', '-shm'] as const;

/** Matches the names that {@link setFileAside} gives. */
export const ASIDE = /[.]damaged-\d+(?:-wal|-shm)?$/;

/** A file that must not be lost is damaged. The message tells operators what to do. */
export class DamagedStoreError extends Error {
  override readonly name = 'DamagedStoreError';

  constructor(file: string, content: string, reason: string) {
    super(
      `${file} is damaged (${reason}). It contains ${content}. Restore it from a backup and run npm run recover; docs/operations.md, "A damaged file", says more.`,
    );
  }
}

/**
 * Opens a store whose content must not be lost. Nothing is written to a damaged file.
 * @param content what the file contains, for operators
 * @param check `whole` reads the whole file; `opening` is for files that may be very large
 * @throws DamagedStoreError
 */
export function openNeeded<Store>(
  file: string,
  content: string,
  open: () => Store,
  check: 'whole' | 'opening' = 'whole',
): Store {
  const fault = check === 'whole' ? faultOf(file) : null;
  if (fault !== null) throw new DamagedStoreError(file, content, fault);
  try {
    return open();
  } catch (error) {
    if (isDamage(error)) throw new DamagedStoreError(file, content, (error as Error).message);
    throw error;
  }
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
  if (fault !== null) tell(setFileAside(file), fault);
  return open();
}

/** What is wrong with an existing file; null if nothing is. Reads the whole file, but no index. */
function faultOf(file: string): string | null {
  if (!existsSync(file)) return null;
  try {
    const database = openSqlite(file, { durability: 'normal' });
    try {
      const result = database.get<{ quick_check: string }>('PRAGMA quick_check(1)')?.quick_check;
      // The first of two lines names the database.
      return result === 'ok' ? null : (result?.split('\n').at(-1) ?? 'it could not be checked');
    } finally {
      database.close();
    }
  } catch (error) {
    if (isDamage(error)) return (error as Error).message;
    throw error;
  }
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
