import type { Happened } from './given.js';

/** A registered person, as events. */
export function registered(accountId: string, username: string, at?: string): Happened {
  return {
    type: 'AccountRegistered',
    data: {
      accountId,
      email: `${accountId}@example.org`,
      emailHash: `hash of ${accountId}`,
      username,
      passwordHash: `password of ${accountId}`,
    },
    ...(at !== undefined && { at }),
  };
}

/** The same for a person whose key is destroyed. */
export function destroyed(accountId: string): Happened {
  const nothing = { email: null, username: null, passwordHash: null };
  return { type: 'AccountRegistered', data: { accountId, emailHash: `hash of ${accountId}`, ...nothing } };
}

/** A person's profile, with a picture. */
export function shownAs(accountId: string, displayUsername: string): readonly Happened[] {
  return [
    {
      type: 'ProfileChanged',
      data: {
        accountId,
        displayUsername,
        bio: `I am ${displayUsername}.`,
        socialLinks: { instagram: accountId },
      },
    },
    {
      type: 'ProfilePictureChanged',
      data: { accountId, pictureId: `picture-${accountId}`, previousId: null },
    },
  ];
}
