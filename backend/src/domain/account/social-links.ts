import { type OptionalField, type TypeOf, named, object, optional, text } from '../../kernel/field.js';

/** The platforms that a profile can link to. */
export const PLATFORMS = ['instagram', 'twitter', 'tiktok', 'youtube', 'snapchat'] as const;

/** Links by platform: each is a username there or an https URL. */
export const SocialLinks = named(
  'SocialLinks',
  object({
    instagram: optional(text),
    twitter: optional(text),
    tiktok: optional(text),
    youtube: optional(text),
    snapchat: optional(text),
  } satisfies Readonly<Record<(typeof PLATFORMS)[number], OptionalField>>),
);
export type SocialLinks = TypeOf<typeof SocialLinks>;

/** In characters. */
export const LONGEST_LINK = 200;

/** A name of dots alone, such as `..`, would change the path of the profile URL, so one letter or digit is required. */
const USERNAME = /^(?=.*[A-Za-z0-9])[A-Za-z0-9._-]{1,60}$/;
/** No IP addresses: the URL parser writes them as four decimal numbers, and no domain ends with a number. */
const HOST = /^(?!.*xn--)(?!.*\.[0-9]+$)[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/**
 * Normalizes user input to a username without its `@`, or to an https URL (http becomes https). Null for everything
 * else: other schemes, URLs without a scheme, non-ASCII names and hosts, names without a letter or digit, IP
 * addresses, URLs with credentials or a port, and input longer than {@link LONGEST_LINK}.
 */
export function socialLink(typed: string): string | null {
  const link = typed.trim();
  if (link.length > LONGEST_LINK) return null;
  if (!/^https?:\/\//i.test(link)) {
    const username = link.replace(/^@/, '');
    return USERNAME.test(username) ? username : null;
  }
  // The parser accepts line breaks and backslashes, which no real profile URL contains.
  if (/[\s\\]/.test(link) || !URL.canParse(link)) return null;
  const url = new URL(link);
  if (url.username || url.password || url.port || !HOST.test(url.hostname)) return null;
  url.protocol = 'https:';
  return url.href.length <= LONGEST_LINK ? url.href : null;
}

const SITE_OF: Readonly<Record<(typeof PLATFORMS)[number], string>> = {
  instagram: 'instagram.com',
  twitter: 'x.com',
  tiktok: 'tiktok.com',
  youtube: 'youtube.com',
  snapchat: 'snapchat.com',
};

/** Equal for links that lead to the same profile: a username, and its address in each way to write it. */
export function profileOf(platform: (typeof PLATFORMS)[number], link: string): string {
  const isAddress = link.startsWith('https://');
  const { hostname, pathname } = new URL(isAddress ? link : `https://${SITE_OF[platform]}/${link}`);
  const site = hostname.replace(/^(?:www|m|mobile)\./, '').replace(/^twitter\.com$/, SITE_OF.twitter);
  const path = pathname.replace(/^\/(?:add\/)?@?/, '').replace(/\/+$/, '');
  return `${site}/${path}`.toLowerCase();
}
