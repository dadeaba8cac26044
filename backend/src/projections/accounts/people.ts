import { Injectable } from '@nestjs/common';
import type { DomainEvents } from '../../domain/events.js';
import { projection } from '../projection.js';
import { Optional, Text } from '../../contract/fields.js';
import type { ViewReader } from '../../kernel/document-store.js';
import { PublicViews } from '../../kernel/projection.js';

/** A person as others see them: public fields only. A person whose key was destroyed has no document. */
export interface PersonDocument {
  readonly username: string;
  readonly displayUsername: string | null;
  readonly bio: string | null;
  readonly socialLinks: DomainEvents['ProfileChanged']['socialLinks'];
  readonly profilePictureUrl: string | null;
}

export const people = projection<PersonDocument>({
  name: 'people',
  version: 4,
  isRemembered: true,
  indexes: [],
  ofLiving: (person, isErased) => (isErased(person._id) ? null : person),
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

/** The address of a person's picture; null if they have none. */
export function profilePictureUrl(pictureId: string | null): string | null {
  return pictureId && `/images/${pictureId}/320.webp`;
}

/** What all users may see of a person. */
export type PublicPerson = PersonDocument;

/** Profiles on other sites; each is a username or an address. */
export class SocialLinks implements NonNullable<PersonDocument['socialLinks']> {
  @Optional(Text) readonly instagram?: string;
  @Optional(Text) readonly twitter?: string;
  @Optional(Text) readonly tiktok?: string;
  @Optional(Text) readonly youtube?: string;
  @Optional(Text) readonly snapchat?: string;
}

@Injectable()
export class PeopleReader {
  private readonly people: ViewReader<PersonDocument>;

  constructor(views: PublicViews) {
    this.people = views.of(people);
  }

  /** The people of `ids` who exist, by id, in one look-up. Ids may repeat. */
  byIds(ids: readonly string[]): Promise<ReadonlyMap<string, PublicPerson>> {
    return this.people.getMany(ids);
  }
}
