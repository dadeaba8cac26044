import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

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
export function isCommon(password: string): boolean {
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
