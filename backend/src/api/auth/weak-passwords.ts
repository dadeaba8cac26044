import { visibleLine } from '../../domain/visible-text.js';
import { skeleton } from '../texts/look-alikes.js';
import { InvalidRequestException } from '../http/validation.js';
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

/** The name of the site, as it is compared. */
const SITE = 'footnote';
/** Longer words are not repeated by accident. */
const SHORTEST_LOCAL_PART = 3;

/**
 * What makes a new password easy to guess for any account; null if nothing does. The length is checked elsewhere.
 */
export function weakness(password: string): string | null {
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(visibleLine(password) ?? '')) return 'A password cannot be only blanks';
  if (isCommonPassword(password) || isCommonPassword(password.trim()))
    return 'This password is too common. Please choose another one';
  if (isSite(password)) {
    return 'A password cannot be the name of this site. Please choose another one';
  }
  return null;
}

/**
 * Rejects a new password that is the person's own email address or the part before its `@`, ignoring case,
 * punctuation and the digits at the end.
 * @throws InvalidRequestException with the error at this field
 */
export function refuseOwnEmail(field: string, password: string, email: string): void {
  const local = email.slice(0, email.lastIndexOf('@'));
  const chosen = withoutEnd(password);
  const names = [email, local, local.split('+')[0] ?? local].map(withoutEnd);
  const isOwn =
    password.toLowerCase().includes(email.toLowerCase()) ||
    names.some((name) => name.length >= SHORTEST_LOCAL_PART && isRepeated(chosen, name)) ||
    // An address of digits only.
    plain(password) === plain(local);
  if (isOwn) {
    throw new InvalidRequestException({
      [field]: ['A password cannot be your email address. Please choose another one'],
    });
  }
}

/** Whether it is the name of the site, repeated, with other letters that look the same, or as the name of a host. */
function isSite(password: string): boolean {
  const withoutHost = password.replace(/^www\./i, '').replace(/\.[a-z.]+$/i, '');
  const start = withoutHost.replace(/[\p{N}\p{P}\p{S}\p{Z}]+$/u, '');
  return [lettersOf(password), skeleton(start)].some((text) => isRepeated(text, SITE));
}

function isRepeated(text: string, part: string): boolean {
  return text !== '' && text.replaceAll(part, '') === '';
}

function lettersOf(text: string): string {
  return plain(text).replace(/\P{L}/gu, '');
}

function withoutEnd(text: string): string {
  return plain(text).replace(/\p{N}+$/u, '');
}

/** Letters and digits only, in lower case. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

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
