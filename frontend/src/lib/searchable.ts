/** Letters that are spelled with others. */
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
 * A text in the form that is searched, by the same rule as on the server (projections/names/searchable.ts): without
 * case and accents, compatible letters unified, whitespace collapsed. Empty for a text without letters.
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
