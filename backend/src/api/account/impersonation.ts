import { FIRST, SECOND } from '../../domain/account/anonymous-username.js';
import { seen } from '../../shared/visible-text.js';
import { decomposed, skeleton } from '../texts/look-alikes.js';

/** Refuses display names that other users could take for another person or for the service. */

const FIRST_WORDS = FIRST.map(skeleton);
const SECOND_WORDS = new Set(SECOND.map(skeleton));
/** Any two capitalized words and four digits: the shape of an anonymous username. */
const LIKE_A_USERNAME = /^\p{Lu}\p{Ll}+[^\p{L}\p{N}]*\p{Lu}\p{Ll}+[^\p{L}\p{N}]*\d{4}$/u;

const BRAND = skeleton('footnote');
/** Words reserved for the people who run the site, alone or inside a longer name. */
const TITLES = new Set(['admin', 'admins', 'administrator', 'moderator'].map(skeleton));
const ROLES = `footnote admin administrator moderator mod support staff official team system security help desk`;
const ONLY_ROLES = new RegExp(`^(?:the)?(?:(?:${ROLES.split(' ').map(skeleton).join('|')})s?)+$`);

/**
 * Tells whom a chosen name imitates: a `person` with an anonymous username other than the user's own, or the
 * `service` and its staff. Null otherwise. Ignores case, spaces, punctuation, look-alike letters and
 * what is invisible.
 */
export function impersonatedBy(chosen: string, ownUsername: string): 'person' | 'service' | null {
  const name = seen(chosen);
  if (skeleton(name) === skeleton(ownUsername)) return null;
  if (isLikeService(name)) return 'service';
  return isLikeUsername(name) ? 'person' : null;
}

function isLikeUsername(name: string): boolean {
  if (LIKE_A_USERNAME.test(decomposed(name))) return true;
  const letters = Array.from(decomposed(name).replace(/[^\p{L}\p{N}|!]/gu, ''));
  const digits = letters.splice(-4);
  if (!digits.every((digit) => /[\dlo]/.test(digit) || /^[lo]$/.test(skeleton(digit)))) return false;
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
