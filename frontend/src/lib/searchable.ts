/** Letters that stand for others without an accent of their own. */
const spelled: Readonly<Record<string, string>> = {
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
const special = new RegExp(`[${Object.keys(spelled).join('')}]`, 'gu');

/**
 * A text as it is searched, by the rule of the server (its projections/names/searchable.ts): without case and accents,
 * compatible forms of letters made one, runs of space one space. Empty for what has no letters.
 */
export function searchable(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(special, (letter) => spelled[letter] ?? letter)
    .replaceAll(/\s+/gu, ' ')
    .trim();
}
