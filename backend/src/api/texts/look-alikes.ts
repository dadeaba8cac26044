import unhomoglyph from 'unhomoglyph';

/**
 * Characters that look like a letter, beyond Unicode's table of confusable characters (UTS 39), which `unhomoglyph`
 * brings: digits and symbols that stand for letters, and letters that differ a little. Case matters: Ν is n, ν is v.
 */
const LOOK_ALIKES = {
  a: '4@аАαΑɑᴀ',
  b: 'вВΒьЬʙ',
  c: 'сСϲᴄ',
  d: 'ԁđĐᴅ',
  e: '3€еЕєЄεΕᴇ',
  f: 'ғҒꜰ',
  g: 'ɡɢ',
  h: 'нНһҺΗħĦʜ',
  j: 'јЈ',
  k: 'кКκΚᴋ',
  // The dotless i and its upper-case form look like l, too.
  l: '1!|iIіІӏӀιΙıɪʟłŁ',
  m: 'мМΜᴍ',
  n: 'пПηΝոɴ',
  o: '0оОοΟσøØօᴏ',
  p: 'рРρΡᴘ',
  q: 'ԛ',
  r: 'гГʀ',
  s: '5$ѕЅꜱ',
  t: '7тТτΤᴛ',
  u: 'υսᴜ',
  v: 'ѵνᴠ',
  w: 'ԝшШωᴡ',
  x: 'хХχΧ',
  y: 'уУүҮγΥʏ',
  z: 'Ζᴢ',
};
const LETTER_OF = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([letter, alike]) =>
    Array.from(alike, (character) => [character, letter] as const),
  ),
);

/**
 * Marks that only decorate: those after a letter of a script that can be read without them, and those after no letter.
 * In other scripts, such as Devanagari and Thai, a mark is a vowel, and another one makes another name.
 */
const ACCENTS =
  /(?<=^|[^\p{L}\p{M}]|[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}])\p{M}+/gu;

/**
 * The text reduced to how it looks at a glance: look-alikes become plain lower-case letters, punctuation goes. Empty for
 * a text without letters and digits.
 */
export function skeleton(text: string): string {
  // Twice, because a capital letter can look like one letter and its small form like another.
  return plainLetters(plainLetters(text).toLowerCase())
    .replace(/[^\p{L}\p{N}\p{M}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

function plainLetters(text: string): string {
  const known = Array.from(decomposed(text), (character) => LETTER_OF.get(character) ?? character).join('');
  return Array.from(
    decomposed(unhomoglyph(known)),
    (character) => LETTER_OF.get(character) ?? character,
  ).join('');
}

/**
 * Symbols of letters and digits that Unicode does not decompose, by the first of each row: white letters on black circles
 * and squares, the letters of flags, and digits in circles.
 */
const SYMBOL_ROWS: readonly (readonly [first: string, plain: string])[] = [
  ['\u{1F150}', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  ['\u{1F170}', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  ['\u{1F1E6}', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  ['\u{1F10B}', '00'],
  ['\u{24FF}', '0'],
  ['\u{2776}', '123456789'],
  ['\u{2780}', '123456789'],
  ['\u{278A}', '123456789'],
];
const PLAIN_OF_SYMBOL = new Map(
  SYMBOL_ROWS.flatMap(([first, plain]) =>
    Array.from(plain, (character, index) => {
      const symbol = String.fromCodePoint((first.codePointAt(0) ?? 0) + index);
      return [symbol, character] as const;
    }),
  ),
);

/** Without accents; wide, bold, circled or squared letters become plain ones. */
export function decomposed(text: string): string {
  const lettered = Array.from(text, (character) => PLAIN_OF_SYMBOL.get(character) ?? character).join('');
  return lettered.normalize('NFKD').replace(ACCENTS, '');
}
