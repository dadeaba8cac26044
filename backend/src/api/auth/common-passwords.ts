import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

/** See README.md beside it for the source. */
const FILE = new URL('../../../../resources/common-passwords.txt.br', import.meta.url);

let common: ReadonlySet<string> | null = null;

/**
 * Whether a password is one of the 100,000 most common ones, ignoring case and Unicode forms. Those under 8 characters
 * are not in the list, because they are refused by their length. The first call reads the list.
 */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(brotliDecompressSync(readFileSync(FILE)).toString().split('\n'));
  return common.has(password.normalize('NFKC').toLowerCase());
}
