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
  byIds(ids: readonly string[]): Promise<ReadonlyMap<string, PublicPerson>> {
    return this.people.getMany(ids);
  }
}
