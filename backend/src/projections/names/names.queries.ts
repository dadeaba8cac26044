import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import { type AuthorDocument, authors } from './authors.projection.js';
import { ENDING_FIELDS, type NameDocument, names, wholeNamesOf } from './names.projection.js';
import { searchable } from './searchable.js';

/** How many places in names are looked at; what more hold is too common to begin with the names. */
const MOST_PLACES = 1000;

/**
 * The ids of all verified people who have posts and `text` in one of their names, whatever its case and accents; null for
 * a text that names hold in very many places, such as a single letter (see {@link FilterByName}).
 */
export class SearchAuthors extends Query<readonly string[] | null> {
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

  async execute({ text }: SearchAuthors): Promise<readonly string[] | null> {
    const wanted = searchable(text);
    if (wanted === '') return [];
    const people = new Set<string>();
    let left = MOST_PLACES;
    // One after the other: what is common is known to be after reading so many documents, and no more.
    for (const field of ENDING_FIELDS) {
      const endings = await this.names.find({
        where: { isVerified: true, [field]: { $prefix: wanted } },
        sort: { [field]: 1 },
        limit: left,
      });
      left -= endings.length;
      if (left === 0) return null;
      for (const { accountId } of endings) people.add(accountId);
    }
    const found = await this.authors.getMany([...people]);
    return [...people].filter((id) => found.has(id));
  }
}

/** Those of `people` who are verified and have `text` in one of their names, whatever its case and accents. */
export class FilterByName extends Query<ReadonlySet<string>> {
  constructor(
    readonly text: string,
    readonly people: readonly string[],
  ) {
    super();
  }
}

@QueryHandler(FilterByName)
export class FilterByNameHandler implements IQueryHandler<FilterByName> {
  private readonly names: ViewReader<NameDocument>;

  constructor(@Inject(Views) views: Views) {
    this.names = views.of(names);
  }

  async execute({ text, people }: FilterByName): Promise<ReadonlySet<string>> {
    const wanted = searchable(text);
    const found = await this.names.getMany(people.flatMap(wholeNamesOf));
    const fitting = [...found.values()].filter(
      ({ isVerified, e0: name }) => isVerified && name?.includes(wanted),
    );
    return new Set(fitting.map(({ accountId }) => accountId));
  }
}
