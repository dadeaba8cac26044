import { FIRST, SECOND } from './anonymous-username.js';

/** Names that nobody may choose, as others would take them for somebody or something else. */

/** What looks like a letter: other alphabets, small capitals, figures, signs. Its case counts: Greek Ν is an n, ν a v. */
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
  // An i without its dot, in upper case, is one as well.
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
    Array.from(alike, (sign) => [sign, letter] as const),
  ),
);

const FIRST_WORDS = FIRST.map(skeleton);
const SECOND_WORDS = new Set(SECOND.map(skeleton));
/** The same with any two words, written as such a name is. */
const LIKE_A_USERNAME = /^\p{Lu}\p{Ll}+[^\p{L}\p{N}]*\p{Lu}\p{Ll}+[^\p{L}\p{N}]*\d{4}$/u;

const BRAND = skeleton('footnote');
/** Nobody but who keeps the site in order is called so, whatever else stands beside it. */
const TITLES = new Set(['admin', 'admins', 'administrator', 'moderator'].map(skeleton));
const ROLES = `footnote admin administrator moderator mod support staff official team system security help desk`;
const ONLY_ROLES = new RegExp(`^(?:the)?(?:(?:${ROLES.split(' ').map(skeleton).join('|')})s?)+$`);

/**
 * Whom a name that somebody chose would be taken for: a `person` who is shown by an anonymous username, other than
 * their own, or the `service` and who works for it. Case, blanks, signs and look-alike letters make no difference.
 */
export function borrowedFrom(name: string, ownUsername: string): 'person' | 'service' | null {
  if (skeleton(name) === skeleton(ownUsername)) return null;
  if (isLikeService(name)) return 'service';
  return isLikeUsername(name) ? 'person' : null;
}

function isLikeUsername(name: string): boolean {
  if (LIKE_A_USERNAME.test(decomposed(name))) return true;
  const letters = Array.from(decomposed(name).replace(/[^\p{L}\p{N}|!]/gu, ''));
  const figures = letters.splice(-4);
  if (!figures.every((figure) => /[\dlo]/.test(figure) || /^[lo]$/.test(skeleton(figure)))) return false;
  const words = skeleton(letters.join(''));
  return FIRST_WORDS.some((first) => words.startsWith(first) && SECOND_WORDS.has(words.slice(first.length)));
}

function isLikeService(name: string): boolean {
  const words = decomposed(name)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}@$|!€]+/u)
    .map((word) => skeleton(word.replace(/\d+$/, '')));
  const whole = skeleton(words.join(''));
  return whole.includes(BRAND) || ONLY_ROLES.test(whole) || words.some((word) => TITLES.has(word));
}

/** What is left of a text for the eye that reads it in passing: plain letters, and what looks like none of them. */
function skeleton(text: string): string {
  return Array.from(decomposed(text), (sign) => LETTER_OF.get(sign) ?? sign)
    .join('')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

/** Without accents, and with letters of other shapes – wide, bold, in circles – in their plain one. */
function decomposed(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '');
}
