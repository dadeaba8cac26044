import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';
import * as v from 'valibot';

/**
 * Parses search parameters for the router, as text and not as JSON, so that a search keeps its quotes. Numbers, true
 * and false are still parsed; the schemas of the routes turn them back into text.
 */
export const parseSearch = parseSearchWith((text) => text);

export const stringifySearch = stringifySearchWith(JSON.stringify);

const anyOrigin = 'http://own.invalid';

/** Where the site is. On the server, which sends nothing and writes no absolute addresses, any. */
export const ownOrigin = typeof window === 'undefined' ? anyOrigin : window.location.origin;

/**
 * A path of this site (with query and hash) that is safe to redirect to; undefined for anything that would leave the
 * site: another scheme, `//evil.example`, or tricks with backslashes, tabs and line breaks.
 */
export function ownPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/')) return undefined;
  try {
    const { origin, pathname, search, hash } = new URL(value, anyOrigin);
    // Resolving dots can leave two slashes at the start: `/.//evil.example`.
    return origin === anyOrigin && !pathname.startsWith('//') ? pathname + search + hash : undefined;
  } catch {
    return undefined;
  }
}

/** The search parameters of a mailed link: its token. The router parses a token of digits as a number. */
export const tokenSearch = v.object({
  token: v.optional(v.fallback(v.pipe(v.union([v.string(), v.number()]), v.transform(String)), '')),
});

/** Whether this has the shape of a mailed token: 86 characters of base64url. A truncated link has not. */
export function isMailedToken(token: string | undefined): token is string {
  return token !== undefined && /^[\w-]{86}$/.test(token);
}

/** The search parameters of the forms for visitors: the path within this site to continue with. */
export const nextSearch = v.object({
  next: v.optional(v.pipe(v.unknown(), v.transform(ownPath))),
});

/** Where in a list a page of the site starts: a cursor. Its server refuses longer ones, and those of another list. */
export const afterSearch = v.optional(
  v.fallback(v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,500}$/))), undefined),
);
