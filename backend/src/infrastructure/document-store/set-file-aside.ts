import { existsSync, renameSync } from 'node:fs';

/** The suffixes of SQLite's files: the database itself and two more. */
export const PARTS = ['', '-wal', '-shm'] as const;

/** Matches the names that {@link setFileAside} gives. */
export const ASIDE = /[.]damaged-\d+(?:-wal|-shm)?$/;

/** Renames an unreadable database to `….damaged-<n>`; a missing file is no error. The database must be closed. */
export function setFileAside(file: string): void {
  let number = 1;
  while (PARTS.some((part) => existsSync(`${file}.damaged-${number}${part}`))) number += 1;
  for (const part of PARTS) {
    if (existsSync(`${file}${part}`)) renameSync(`${file}${part}`, `${file}.damaged-${number}${part}`);
  }
}
