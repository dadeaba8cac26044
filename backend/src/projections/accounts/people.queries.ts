import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { ViewReader } from '../../infrastructure/document-store/document-store.port.js';
import { Views } from '../projection.js';
import { type PersonDocument, people } from './people.projection.js';

/** What everybody may see of a person. */
export type PublicPerson = Omit<PersonDocument, 'searchText' | 'isVerified'>;

/** Those of `ids` who are there, by id, in one look-up. */
export class PublicPeople extends Query<ReadonlyMap<string, PublicPerson>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}

@QueryHandler(PublicPeople)
export class PublicPeopleHandler implements IQueryHandler<PublicPeople> {
  private readonly people: ViewReader<PersonDocument>;

  constructor(@Inject(Views) views: Views) {
    this.people = views.of(people);
  }

  async execute({ ids }: PublicPeople): Promise<ReadonlyMap<string, PublicPerson>> {
    const found = await this.people.getMany(ids);
    return new Map([...found].map(([id, person]) => [id, publicPerson(person)]));
  }
}

const MOST_PEOPLE = 1000;

/**
 * The ids of verified people with `text` in one of their names, in whatever letter case; a thousand at most.
 */
export class SearchPeople extends Query<readonly string[]> {
  constructor(readonly text: string) {
    super();
  }
}

@QueryHandler(SearchPeople)
export class SearchPeopleHandler implements IQueryHandler<SearchPeople> {
  private readonly people: ViewReader<PersonDocument>;

  constructor(@Inject(Views) views: Views) {
    this.people = views.of(people);
  }

  async execute({ text }: SearchPeople): Promise<readonly string[]> {
    const where = { isVerified: true, searchText: { $contains: text.toLowerCase() } };
    const found = await this.people.find({ where, limit: MOST_PEOPLE });
    return found.map((person) => person._id);
  }
}

function publicPerson(person: PersonDocument): PublicPerson {
  const { username, displayUsername, bio, socialLinks, profilePictureUrl } = person;
  return { username, displayUsername, bio, socialLinks, profilePictureUrl };
}
