import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** In the source, not in `dist`. */
const TESTS = path.join(import.meta.dirname, '../../../test');

/** A committed record, by its path in `backend/test`. With `UPDATE_RECORDS=1` it is written first. */
export async function committed(name: string, record: string): Promise<string> {
  const file = path.join(TESTS, name);
  if (process.env.UPDATE_RECORDS === '1') await writeFile(file, record);
  return readFile(file, 'utf8');
}
