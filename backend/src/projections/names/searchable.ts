/** Letters that stand for others without an accent of their own. */
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
 * A text as it is searched: without case and accents, compatible forms of letters made one, runs of space one space.
 * Empty for what has no letters.
 */
export function searchable(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(SPECIAL, (letter) => SPELLED[letter] ?? letter)
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

/** What a name ends with, from its whole on: any part of it is the beginning of one of these. */
export function suffixesOf(name: string): string[] {
  const text = searchable(name);
  const suffixes: string[] = [];
  // By letters, of which some take two of the places that `slice` counts.
  for (let start = 0; start < text.length; start += (text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1) {
    suffixes.push(text.slice(start));
  }
  return suffixes;
}
