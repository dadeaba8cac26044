import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { ViewReader } from '../../kernel/document-store.js';
import { PublicViews } from '../../kernel/projection.js';
import { type PersonDocument, people } from './people.projection.js';

/** What everybody may see of a person. */
export type PublicPerson = PersonDocument;

/** Those of `ids` who are there, by id, in one look-up. */
export class PublicPeople extends Query<ReadonlyMap<string, PublicPerson>> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}

@QueryHandler(PublicPeople)
export class PublicPeopleHandler implements IQueryHandler<PublicPeople> {
  private readonly people: ViewReader<PersonDocument>;

  constructor(@Inject(PublicViews) views: PublicViews) {
    this.people = views.of(people);
  }

  async execute({ ids }: PublicPeople): Promise<ReadonlyMap<string, PublicPerson>> {
    const found = await this.people.getMany([...new Set(ids)]);
    return new Map([...found].map(([id, person]) => [id, publicPerson(person)]));
  }
}

function publicPerson(person: PersonDocument): PublicPerson {
  const { username, displayUsername, bio, socialLinks, profilePictureUrl } = person;
  return { username, displayUsername, bio, socialLinks, profilePictureUrl };
}
