import { existsSync, renameSync } from 'node:fs';

/** What SQLite keeps a database in: the file itself and two beside it. */
export const PARTS = ['', '-wal', '-shm'] as const;

/** The names that {@link setFileAside} gives. */
export const ASIDE = /[.]damaged-\d+(?:-wal|-shm)?$/;

/** Renames a database that can't be read to `….damaged-<n>`; one that is not there is no error. It must be closed. */
export function setFileAside(file: string): void {
  let number = 1;
  while (PARTS.some((part) => existsSync(`${file}.damaged-${number}${part}`))) number += 1;
  for (const part of PARTS) {
    if (existsSync(`${file}${part}`)) renameSync(`${file}${part}`, `${file}.damaged-${number}${part}`);
  }
}
