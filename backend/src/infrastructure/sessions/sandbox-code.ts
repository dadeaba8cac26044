import { randomInt } from 'node:crypto';
import { DamagedFileError } from '../disk/damaged-file.js';
import { persistentSecret } from '../persistent-secret-file.js';

/** Without those that look alike. */
const CHARACTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const GROUPS = 7;
/** Codes of 80 bits, from before, stay valid. */
const EARLIER_GROUPS = 4;
const GROUP_LENGTH = 4;
const CODE = new RegExp(`^(?:[${CHARACTERS}]{${GROUP_LENGTH}}(?:-|$)){${EARLIER_GROUPS},${GROUPS}}(?<!-)$`);

/**
 * The code of the sandboxes in `file`, such as `7KQM-2XWP-9DTR-H4VB-M3SJ-Q8ZE-L5NC`: 140 random bits, created if the file is missing.
 * @throws DamagedFileError if the file contains something else, which might be easy to guess
 */
export function sandboxCodeIn(file: string): string {
  const code = persistentSecret(file, () => Buffer.from(`${newCode()}\n`))
    .toString()
    .trim();
  if (CODE.test(code)) return code;
  throw new DamagedFileError(file, 'it contains no code');
}

function newCode(): string {
  const character = () => CHARACTERS.charAt(randomInt(CHARACTERS.length));
  const group = () => Array.from({ length: GROUP_LENGTH }, character).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}
