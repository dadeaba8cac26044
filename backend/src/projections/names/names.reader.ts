import { Injectable } from '@nestjs/common';
import type { ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import type { Scalar } from '../../kernel/query.js';
import { ENDING_FIELDS, type NameDocument, names, wholeNamesOf } from './names.projection.js';
import { searchable } from './searchable.js';

/** With fewer matching endings than this, reading the posts of the people is faster than scanning the posts of all. */
const RARE = 500;

/** With more matching endings it is faster to look up the names of the people in question. */
const MOST_LISTED = 8000;

/** How many endings are listed by one query. */
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
    const { count, fields } = wanted === '' ? { count: 0, fields: [] } : await this.counted(wanted);
    if (count >= MOST_LISTED) return { few: null, among: (people) => matching(this.names, wanted, people) };
    const lists = await Promise.all(fields.map((field) => this.listed(wanted, field)));
    const all = new Set(lists.flat());
    return {
      few: count < RARE ? [...all] : null,
      among: async (people) => new Set(people.filter((id) => all.has(id))),
    };
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

  /** How many endings begin with a text, up to {@link MOST_LISTED}, and the fields that have any. */
  private async counted(wanted: string) {
    const fields: EndingField[] = [];
    let count = 0;
    for (const field of ENDING_FIELDS) {
      const { where } = endingsWith(wanted, field);
      const more = await this.names.count(where, MOST_LISTED - count);
      if (more > 0) fields.push(field);
      count += more;
      if (count >= MOST_LISTED) break;
    }
    return { count, fields };
  }

  private async listed(wanted: string, field: EndingField): Promise<readonly string[]> {
    const people: string[] = [];
    for (let after: readonly Scalar[] | undefined; ;) {
      const query = { ...endingsWith(wanted, field), limit: PAGE, ...(after && { after }) };
      const found = await this.names.pick(query, ['accountId', field]);
      for (const { accountId } of found) people.push(accountId);
      const last = found.at(-1);
      if (!last || found.length < PAGE) return people;
      after = [last[field] ?? null, last._id];
    }
  }
}

/** For a text that too many names have to list them. */
async function matching(
  view: ViewReader<NameDocument>,
  wanted: string,
  people: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await view.getMany(people.flatMap(wholeNamesOf));
  const fitting = [...found.values()].filter(({ e0: name }) => name?.includes(wanted));
  return new Set(fitting.map(({ accountId }) => accountId));
}

type EndingField = (typeof ENDING_FIELDS)[number];

function endingsWith(wanted: string, field: EndingField) {
  return { where: { [field]: { $prefix: wanted } }, sort: { [field]: 1 } } as const;
}
