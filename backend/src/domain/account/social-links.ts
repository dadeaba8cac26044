/** Where else a person may be found. */
export const PLATFORMS = ['instagram', 'twitter', 'tiktok', 'youtube', 'snapchat'] as const;

/** Where else a person is to be found: by platform, a username there or an https address. */
export type SocialLinks = { readonly [Platform in (typeof PLATFORMS)[number]]?: string };

/** No name or address of a person is longer. */
export const LONGEST_LINK = 200;

/** Names of signs alone would be a step up, or nothing, in the address of a profile. */
const USERNAME = /^(?=.*[A-Za-z0-9])[A-Za-z0-9._-]{1,60}$/;
/** No address by number: the parser brings each into four decimal ones, and no domain ends with a number. */
const HOST = /^(?!.*xn--)(?!.*\.[0-9]+$)[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/**
 * The one spelling of what somebody typed: a username without its `@`, or an https address (http is lifted to it).
 * Null for everything else: other schemes, addresses without one, names and hosts in look-alike letters, names without
 * a letter or figure, hosts by number, credentials and ports in an address, and what is longer than
 * {@link LONGEST_LINK}.
 */
export function socialLink(typed: string): string | null {
  const text = typed.trim();
  if (text.length > LONGEST_LINK) return null;
  if (!/^https?:\/\//i.test(text)) {
    const username = text.replace(/^@/, '');
    return USERNAME.test(username) ? username : null;
  }
  // The parser forgives line breaks and backslashes; nobody types those into an address of their own.
  if (/[\s\\]/.test(text) || !URL.canParse(text)) return null;
  const address = new URL(text);
  if (address.username || address.password || address.port || !HOST.test(address.hostname)) return null;
  address.protocol = 'https:';
  return address.href.length <= LONGEST_LINK ? address.href : null;
}
