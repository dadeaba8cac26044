import { Optional, Text } from '../../contract/fields.js';
import { Injectable } from '@nestjs/common';
import type { ViewReader } from '../../kernel/document-store.js';
import { PublicViews } from '../../kernel/projection.js';
import { type PersonDocument, people } from './people.projection.js';

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
  async byIds(ids: readonly string[]): Promise<ReadonlyMap<string, PublicPerson>> {
    const found = await this.people.getMany([...new Set(ids)]);
    return new Map([...found].map(([id, person]) => [id, publicPerson(person)]));
  }
}

const made = new WeakMap<PersonDocument, PublicPerson>();

/** Made once for each document that is kept in memory. */
function publicPerson(document: PersonDocument): PublicPerson {
  let person = made.get(document);
  if (!person) {
    const { username, displayUsername, bio, socialLinks, profilePictureUrl } = document;
    person = { username, displayUsername, bio, socialLinks, profilePictureUrl };
    made.set(document, person);
  }
  return person;
}
