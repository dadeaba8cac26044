import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { visibleLine } from '../../shared/visible-text.js';
import { skeleton } from '../texts/look-alikes.js';

/** See README.md beside it for the source. */
const FILE = new URL('../../../../resources/common-passwords.txt.br', import.meta.url);

/** Digits and signs that stand for letters; some stand for two. */
const STANDING_FOR: readonly Readonly<Record<string, string>>[] = [
  { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i', '+': 't' },
  { '0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'l', '+': 't' },
];

let common: ReadonlySet<string> | null = null;

/**
 * Whether a password is a common one: as it is, without digits and signs at its ends, with letters in place of the digits
 * and signs that stand for them, or one of these several times in a row. Case and Unicode forms do not matter.
 */
function isCommon(password: string): boolean {
  const lower = password.normalize('NFKC').toLowerCase().trim();
  const forms = [lower, withoutEnds(lower)].flatMap((form) => [form, ...spelledOut(form)]);
  return forms.some((form) => isListed(form) || isListed(unitOf(form)));
}

/**
 * Whether it is in the list: the 100,000 most common passwords with at least 8 characters, and of the next 900,000 those with
 * at least 12. The first call reads the list.
 */
export function isListed(password: string): boolean {
  common ??= new Set(brotliDecompressSync(readFileSync(FILE)).toString().split('\n'));
  return common.has(password);
}

function spelledOut(text: string): string[] {
  return STANDING_FOR.map((letters) => Array.from(text, (each) => letters[each] ?? each).join(''));
}

function withoutEnds(text: string): string {
  return text.replaceAll(/^\P{L}+|\P{L}+$/gu, '');
}

/** What a text repeats: `abcd` for `abcdabcd`; a text that repeats nothing is its own. */
function unitOf(text: string): string {
  return /^(.+?)\1+$/su.exec(text)?.[1] ?? text;
}

/** The name of the site, as it is compared. */
const SITE = 'footnote';
/** Longer words are not in a password by accident. */
const SHORTEST_WORD = 3;
/** A password with so many letters beside words that anybody knows is a password of its own. */
const OWN_LETTERS = 3;

/** What others know a person by: none of it may be the password. */
export interface KnownAs {
  readonly email: string | null;
  /** The usernames and the display name. */
  readonly names: readonly (string | null)[];
}

/**
 * What makes a new password easy to guess for any account; null if nothing does. The length is checked elsewhere.
 */
export function weakness(password: string): string | null {
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(visibleLine(password) ?? '')) return 'A password cannot be only blanks';
  if (isCommon(password)) return 'This password is too common. Please choose another one';
  if (isSite(password)) {
    return refusal('the name of this site');
  }
  return null;
}

/**
 * What makes a new password easy to guess for who knows the person; null if nothing does. It may not be made up of the email
 * address, the part before its `@`, the person's names and the name of the site, once or several times, with digits, signs and
 * up to two more letters. Case and look-alikes do not matter.
 */
export function ownWeakness(password: string, { email, names }: KnownAs): string | null {
  const address = email === null ? [] : addressWords(email);
  const known = names.filter((name) => name !== null);
  const isAddressInside = email !== null && password.toLowerCase().includes(email.toLowerCase());
  if (isAddressInside || isMadeOf(password, address)) return refusal('your email address');
  if (isMadeOf(password, known)) return refusal('your name');
  return isMadeOf(password, [SITE, ...known, ...address])
    ? refusal('put together from your name, your email address and the name of this site')
    : null;
}

function refusal(what: string): string {
  return `A password cannot be ${what}. Please choose another one`;
}

function addressWords(email: string): string[] {
  const local = email.slice(0, email.lastIndexOf('@'));
  return [email, local, local.split('+')[0] ?? local];
}

function isMadeOf(password: string, words: readonly string[]): boolean {
  const chosen = plain(password);
  // Also a word of digits only, which would be dropped below.
  if (words.some((word) => plain(word).length >= SHORTEST_WORD && isRepeated(chosen, plain(word))))
    return true;
  return [withoutEnd, (text: string) => skeleton(text.replace(SIGNS_AT_END, ''))].some((form) =>
    consistsOf(form(password), words.map(form)),
  );
}

function consistsOf(text: string, words: readonly string[]): boolean {
  const long = words
    .filter((word) => word.length >= SHORTEST_WORD)
    .toSorted((one, other) => other.length - one.length);
  const rest = long.reduce((left, word) => left.replaceAll(word, ' '), text);
  return rest.includes(' ') && (rest.match(/\p{L}/gu) ?? []).length < OWN_LETTERS;
}

/** Whether it is the name of the site, repeated, with other letters that look the same, or as the name of a host. */
function isSite(password: string): boolean {
  const withoutHost = password.replace(/^www\./i, '').replace(/\.[a-z.]+$/i, '');
  const start = withoutHost.replace(SIGNS_AT_END, '');
  return [lettersOf(password), skeleton(start)].some((text) => isRepeated(text, SITE));
}

const SIGNS_AT_END = /[\p{N}\p{P}\p{S}\p{Z}]+$/u;

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
