import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';
import * as v from 'valibot';

/**
 * What stands after the question mark, for the router: texts as they are, and not as JSON, so that nothing that somebody
 * searches for loses its quotes. Whole texts of digits, and true and false, still come as what they say; the schemas of the
 * routes make them texts again.
 */
export const parseSearch = parseSearchWith((text) => text);

/** The other way round. */
export const stringifySearch = stringifySearchWith(JSON.stringify);

const anyOrigin = 'http://own.invalid';

/**
 * A path of this site (with its query and hash) that a link may lead to; undefined for whatever would leave the site:
 * another scheme, `//evil.example`, and what browsers make of backslashes, tabs and line breaks.
 */
export function ownPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/') || !URL.canParse(value, anyOrigin))
    return undefined;
  const { origin, pathname, search, hash } = new URL(value, anyOrigin);
  // Dots that are resolved may leave two slashes at the front: `/.//evil.example`.
  if (origin !== anyOrigin || pathname.startsWith('//')) return undefined;
  return pathname + search + hash;
}

/** What the address of a mailed link says: its token. One of digits alone is read from the address as a number. */
export const tokenSearch = v.object({
  token: v.optional(v.fallback(v.pipe(v.union([v.string(), v.number()]), v.transform(String)), '')),
});

/**
 * Whether this has the shape of a token of a mail: 86 characters of base64url, or 64 in older mails. A link
 * that was cut off has not.
 */
export function isMailedToken(token: string | undefined): token is string {
  return token !== undefined && /^(?:[\w-]{64}|[\w-]{86})$/.test(token);
}

/** What the addresses of the forms for visitors say: where to go on afterwards, within this site. */
export const nextSearch = v.object({
  next: v.optional(v.pipe(v.unknown(), v.transform(ownPath))),
});
