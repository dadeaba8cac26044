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
  /** What a search for people looks into: their names in lower case. */
  readonly searchText: string;
  /** Only who has proved an address can have published anything. */
  readonly isVerified: boolean;
}

export const people = projection<PersonDocument>({
  name: 'people',
  version: 3,
  indexes: [],
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
              searchText: searchTextOf(username, null),
              isVerified: false,
            },
    },
    EmailVerified: {
      ids: ({ data }) => [data.accountId],
      fold: (person) => person && { ...person, isVerified: true },
    },
    ProfileChanged: {
      ids: ({ data }) => [data.accountId],
      fold: (person, { data: { displayUsername, bio, socialLinks } }) =>
        person && {
          ...person,
          displayUsername,
          bio,
          socialLinks,
          searchText: searchTextOf(person.username, displayUsername),
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

/** A line break stands in no name, so nothing that is found reaches from one into the other. */
function searchTextOf(username: string, displayUsername: string | null): string {
  return [username, displayUsername ?? []].flat().join('\n').toLowerCase();
}
