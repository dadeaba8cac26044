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

  /** The ids of people, `most` at most, one of whose names begins with `text`. */
  async startingWith(text: string, most: number): Promise<readonly string[]> {
    const wanted = searchable(text);
    if (wanted === '') return [];
    // The first endings of all documents of a name are in one index; those of its first one are the whole name.
    const where = { isVerified: true, e0: { $prefix: wanted } };
    const found = await this.names.find({ where, sort: { e0: 1 }, limit: MOST_ENDINGS });
    const whole = found.filter(({ _id, accountId }) => wholeNamesOf(accountId).includes(_id));
    return [...new Set(whole.map(({ accountId }) => accountId))].slice(0, most);
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
