import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { ViewReader } from '../../infrastructure/document-store/document-store.port.js';
import { Views } from '../projection.js';
import { type AuthorDocument, authors } from './authors.projection.js';
import { type NameDocument, names } from './names.projection.js';
import { searchable } from './searchable.js';

/** How many endings of names are looked at, in the order of the alphabet. */
const MOST_ENDINGS = 1000;
/** How many people are found. */
const MOST_AUTHORS = 100;

/**
 * The ids of verified people who have posts and `text` in one of their names, whatever its case and accents.
 *
 * The work is bounded, whatever the size of the site: of a text that very many names hold, such as a single letter, the
 * first thousand places in names are looked at, in the order of the alphabet, and the first hundred people found there.
 */
export class SearchAuthors extends Query<readonly string[]> {
  constructor(readonly text: string) {
    super();
  }
}

@QueryHandler(SearchAuthors)
export class SearchAuthorsHandler implements IQueryHandler<SearchAuthors> {
  private readonly names: ViewReader<NameDocument>;
  private readonly authors: ViewReader<AuthorDocument>;

  constructor(@Inject(Views) views: Views) {
    this.names = views.of(names);
    this.authors = views.of(authors);
  }

  async execute({ text }: SearchAuthors): Promise<readonly string[]> {
    const wanted = searchable(text);
    if (wanted === '') return [];
    const endings = await this.names.find({
      where: { isVerified: true, suffix: { $prefix: wanted } },
      sort: { suffix: 1 },
      limit: MOST_ENDINGS,
    });
    const people = [...new Set(endings.map(({ accountId }) => accountId))];
    const found = await this.authors.getMany(people);
    return people.filter((id) => found.has(id)).slice(0, MOST_AUTHORS);
  }
}
