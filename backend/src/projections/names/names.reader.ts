import { Injectable } from '@nestjs/common';
import type { ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import { type AuthorDocument, authors } from './authors.projection.js';
import { ENDING_FIELDS, type NameDocument, names, wholeNamesOf } from './names.projection.js';
import { searchable } from './searchable.js';

/** How many matching endings are read; a text with more matches is too common to search by name. */
const MOST_ENDINGS = 1000;

/** Finds people by part of their names, ignoring case and accents. Finds verified people only. */
@Injectable()
export class NamesReader {
  private readonly names: ViewReader<NameDocument>;
  private readonly authors: ViewReader<AuthorDocument>;

  constructor(views: Views) {
    this.names = views.of(names);
    this.authors = views.of(authors);
  }

  /**
   * The ids of all people with posts and with `text` in one of their names; null for a very common text such as a
   * single letter. In that case scan the posts and use {@link NamesReader.matching}.
   */
  async authorsWith(text: string): Promise<readonly string[] | null> {
    const wanted = searchable(text);
    if (wanted === '') return [];
    const people = new Set<string>();
    let left = MOST_ENDINGS;
    // One field after the other, so that a common text is detected after at most MOST_ENDINGS documents.
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

  /** The people of `people` with `text` in one of their names. */
  async matching(text: string, people: readonly string[]): Promise<ReadonlySet<string>> {
    const wanted = searchable(text);
    const found = await this.names.getMany(people.flatMap(wholeNamesOf));
    const fitting = [...found.values()].filter(
      ({ isVerified, e0: name }) => isVerified && name?.includes(wanted),
    );
    return new Set(fitting.map(({ accountId }) => accountId));
  }
}
