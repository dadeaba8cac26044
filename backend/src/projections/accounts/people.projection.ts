import { projection } from '../projection.js';
import { profilePictureUrl } from './profile-picture.js';
import type { SocialLinks } from './social-links.js';

/**
 * A person as others see them: nothing in here is private. There is none of a person whose key was destroyed.
 */
export interface PersonDocument {
  readonly username: string;
  readonly displayUsername: string | null;
  readonly bio: string | null;
  readonly socialLinks: SocialLinks | null;
  readonly profilePictureUrl: string | null;
}

export const people = projection<PersonDocument>({
  name: 'people',
  version: 4,
  indexes: [],
  tellsOf: ({ _id }) => [`account-${_id}`],
  on: {
    AccountRegistered: {
      ids: ({ data }) => [data.accountId],
      fold: (_, { data: { username } }) =>
        username === null
          ? null
          : {
              username,
              displayUsername: null,
              bio: null,
              socialLinks: null,
              profilePictureUrl: null,
            },
    },
    ProfileChanged: {
      ids: ({ data }) => [data.accountId],
      fold: (person, { data: { displayUsername, bio, socialLinks } }) =>
        person && {
          ...person,
          displayUsername,
          bio,
          socialLinks,
        },
    },
    ProfilePictureChanged: {
      ids: ({ data }) => [data.accountId],
      fold: (person, { data: { pictureId } }) =>
        person && { ...person, profilePictureUrl: profilePictureUrl(pictureId) },
    },
    AccountDeleted: { ids: ({ data }) => [data.accountId], fold: () => null },
  },
});
