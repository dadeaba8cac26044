import { Injectable } from '@nestjs/common';
import { Optional, Text } from '../../contract/fields.js';
import { profile } from '../../domain/account/account-state.js';
import { type TypeOf, nullable, object, text } from '../../kernel/field.js';
import { PublicViews } from '../../kernel/projection.js';
import { readerOf, view } from '../view.js';

/** A person as others see them: public fields only. A person whose key was destroyed has no document. */
const Person = object({ username: text, ...profile, profilePictureUrl: nullable(text) });
export type PersonDocument = TypeOf<typeof Person>;

export const people = view('people', {
  version: 4,
  document: Person,
  isRemembered: true,
  ofLiving: (person, isErased) => (isErased(person._id) ? null : person),
  tellsOf: ({ _id }) => [`account-${_id}`],
})
  .createdBy('accountId', {
    AccountRegistered: (_, { username }) =>
      username === null
        ? null
        : { username, displayUsername: null, bio: null, socialLinks: null, profilePictureUrl: null },
  })
  .changedBy('accountId', {
    ProfileChanged: (person, { displayUsername, bio, socialLinks }) => ({
      ...person,
      displayUsername,
      bio,
      socialLinks,
    }),
    ProfilePictureChanged: (person, { pictureId }) => ({
      ...person,
      profilePictureUrl: profilePictureUrl(pictureId),
    }),
    AccountDeleted: () => null,
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
export class PeopleReader extends readerOf(people, PublicViews) {
  /** The people of `ids` who exist, by id, in one look-up. Ids may repeat. */
  byIds(ids: readonly string[]): Promise<ReadonlyMap<string, PublicPerson>> {
    return this.documents.getMany(ids);
  }
}
