import type { User } from '../../api/types.ts';
import { type Platform, platforms } from '../../lib/social-links.ts';
import type { ProfileChange } from './profile.queries.ts';

/** What the form holds: empty texts for what there is not. */
export interface ProfileValues {
  displayUsername: string;
  bio: string;
  socialLinks: Record<Platform, string>;
}

/** The form as it stands before anything is typed. */
export function profileValues(user: Pick<User, 'displayUsername' | 'bio' | 'socialLinks'>): ProfileValues {
  const links = platforms.map(({ key }) => [key, user.socialLinks?.[key] ?? '']);
  return {
    displayUsername: user.displayUsername ?? '',
    bio: user.bio ?? '',
    socialLinks: Object.fromEntries(links) as ProfileValues['socialLinks'],
  };
}

/** What is sent: a blank name and bio as null, blank links left out, and null when none remain. */
export function profileChange({ displayUsername, bio, socialLinks }: ProfileValues): ProfileChange {
  const links = Object.entries(socialLinks)
    .map(([key, value]) => [key, value.trim()] as const)
    .filter(([, value]) => value !== '');
  return {
    displayUsername: displayUsername.trim() || null,
    bio: bio.trim() || null,
    socialLinks: links.length > 0 ? Object.fromEntries(links) : null,
  };
}
