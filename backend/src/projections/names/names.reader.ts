import { Injectable } from '@nestjs/common';
import type { ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import { ENDING_FIELDS, type NameDocument, names, wholeNamesOf } from './names.projection.js';
import { searchable } from './searchable.js';

/** With fewer matching endings than this, reading the posts of the people is faster than scanning the posts of all. */
const RARE = 500;

/** How many endings are read to find names that begin with a text. */
const PAGE = 1000;

/** The people with a text in one of their names. */
export interface Named {
  /** All of them, if the text is rare: their posts can be read. */
  readonly few: readonly string[] | null;
  /** Those of `people` who are among them. */
  among(people: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Finds people by part of their names, ignoring case and accents. Finds verified people only. */
@Injectable()
export class NamesReader {
  private readonly names: ViewReader<NameDocument>;

  constructor(views: Views) {
    this.names = views.of(names);
  }

  async named(text: string): Promise<Named> {
    const wanted = searchable(text);
    const few = wanted === '' ? new Set<string>() : await this.listed(wanted);
    if (!few) return { few: null, among: (people) => this.matching(wanted, people) };
    return { few: [...few], among: async (people) => new Set(people.filter((id) => few.has(id))) };
  }

  /** The ids of people, `most` at most, one of whose names begins with `text`. */
  async startingWith(text: string, most: number): Promise<readonly string[]> {
    const wanted = searchable(text);
    if (wanted === '') return [];
    // The first endings of all documents of a name are in one index; those of its first one are the whole name.
    const found = await this.names.pick({ ...endingsWith(wanted, 'e0'), limit: PAGE }, ['accountId']);
    const whole = found.filter(({ _id, accountId }) => wholeNamesOf(accountId).includes(_id));
    return [...new Set(whole.map(({ accountId }) => accountId))].slice(0, most);
  }

  /** The ids of all people with a text in one of their names; null unless it is rare. */
  private async listed(wanted: string): Promise<ReadonlySet<string> | null> {
    const people: string[] = [];
    for (const field of ENDING_FIELDS) {
      const query = { ...endingsWith(wanted, field), limit: RARE - people.length };
      for (const { accountId } of await this.names.pick(query, ['accountId'])) people.push(accountId);
      if (people.length === RARE) return null;
    }
    return new Set(people);
  }

  private async matching(wanted: string, people: readonly string[]): Promise<ReadonlySet<string>> {
    const found = await this.names.getMany(people.flatMap(wholeNamesOf));
    const fitting = [...found.values()].filter(({ e0: name }) => name?.includes(wanted));
    return new Set(fitting.map(({ accountId }) => accountId));
  }
}

type EndingField = (typeof ENDING_FIELDS)[number];

function endingsWith(wanted: string, field: EndingField) {
  return { where: { [field]: { $prefix: wanted } }, sort: { [field]: 1 } } as const;
}
