import { seen } from '../../shared/visible-text.js';

/** Letters whose plain form Unicode normalisation does not give. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  þ: 'th',
  ς: 'σ',
};
const SPECIAL = new RegExp(`[${Object.keys(SPELLED).join('')}]`, 'gu');

/**
 * Normalises a text for search: no case, no accents, nothing invisible, one form of compatible letters, single spaces.
 * Empty if no letters are left.
 */
export function searchable(text: string): string {
  return seen(text)
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(SPECIAL, (letter) => SPELLED[letter] ?? letter)
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

/** All endings of a name, from the complete name on: each part of it is the beginning of one of them. */
export function suffixesOf(name: string): string[] {
  const text = searchable(name);
  const suffixes: string[] = [];
  // Split by code points: some letters take two units of `slice`.
  for (let start = 0; start < text.length; start += (text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1) {
    suffixes.push(text.slice(start));
  }
  return suffixes;
}
