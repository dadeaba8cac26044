import { existsSync, renameSync } from 'node:fs';

/** The endings of the files of an SQLite database. */
export const PARTS = ['', '-wal', '-shm'] as const;

/** Matches the names that {@link setFileAside} gives. */
export const ASIDE = /[.]damaged-\d+(?:-wal|-shm)?$/;

/** Renames a damaged database to `….damaged-<n>` and returns that path. It must be closed. A missing file is no error. */
export function setFileAside(file: string): string {
  let number = 1;
  while (PARTS.some((part) => existsSync(`${file}.damaged-${number}${part}`))) number += 1;
  const aside = `${file}.damaged-${number}`;
  for (const part of PARTS) {
    if (existsSync(`${file}${part}`)) renameSync(`${file}${part}`, `${aside}${part}`);
  }
  return aside;
}
