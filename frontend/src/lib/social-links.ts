/** The platforms of social links: key, name, and the address that a username is appended to. */
export const platforms = [
  { key: 'instagram', name: 'Instagram', base: 'https://www.instagram.com/' },
  { key: 'twitter', name: 'Twitter/X', base: 'https://x.com/' },
  { key: 'tiktok', name: 'TikTok', base: 'https://www.tiktok.com/@' },
  { key: 'youtube', name: 'YouTube', base: 'https://www.youtube.com/@' },
  { key: 'snapchat', name: 'Snapchat', base: 'https://www.snapchat.com/add/' },
] as const;

/** A platform by its key. */
export type Platform = (typeof platforms)[number]['key'];

/** Whether a value is a whole address and not a username. */
export function isAddress(value: string): boolean {
  return /^https?:\/\//i.test(value.trim());
}

/** The address of a link: a whole address is kept, a username (with or without @) is appended to the platform's. */
export function socialAddress(base: string, value: string): string {
  return isAddress(value) ? value.trim() : base + encodeURIComponent(value.trim().replace(/^@/, ''));
}
