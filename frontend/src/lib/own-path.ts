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
