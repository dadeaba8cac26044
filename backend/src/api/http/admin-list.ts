import type { Type } from '@nestjs/common';
import type { ApiResponseNoStatusOptions } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { OneOf, Optional, Text } from '../../contract/fields.js';
import { decimal, type Money } from '../../domain/money.js';
import type { Stored } from '../../kernel/document-store.js';
import {
  type AdminList,
  type AdminPage,
  type AdminPart,
  adminCount,
  adminPage,
  leavingOut,
} from '../../projections/admin-list.js';
import { GeneratedFile } from './generated-files.js';
import { DEFAULT_PAGE, PageLimit, PageRequest, decodeCursor, encodeCursor, linkNext } from './paging.js';

/** The most rows of a CSV file. */
const MOST_ROWS = 50_000;
const LONGEST_SEARCH = 100;
/** How many rows of a file are read at a time: a few milliseconds of work. */
export const ROWS_AT_ONCE = 20;

/** What every list of the back office takes. Its own filters and orders are in subclasses. */
export class AdminListRequest extends PageRequest {
  @PageLimit() readonly limit: number = DEFAULT_PAGE;

  @Optional(Text, { max: LONGEST_SEARCH, message: `A search has at most ${LONGEST_SEARCH} characters` })
  readonly search?: string;

  @Optional(OneOf(['json', 'csv']), {
    default: 'json',
    about: `At most ${MOST_ROWS} rows.`,
    message: 'The format is json or csv',
  })
  readonly format: 'json' | 'csv' = 'json';
}

/** A cell of a CSV file. Money is written as a decimal in the major unit of its currency: the column says so in its name. */
export type Cell = string | number | boolean | Money | null;

/** The fields that a cell can show. */
type FieldOf<Item> = { [Name in keyof Item]: Item[Name] extends Cell ? Name : never }[keyof Item];
type Column<Item> = FieldOf<Item> | ((item: Item) => Cell);
/** The columns of a CSV file, by name. */
type Columns<Item> = Readonly<Record<string, Column<Item>>>;

type NameIn<Names> = Names extends `${infer First} ${infer Rest}` ? First | NameIn<Rest> : Names & string;

/** Columns in the order of their names. Each shows the field of its name, or what `others` say. */
export const columnsOf =
  <Item>() =>
  <Names extends string>(
    names: Names,
    others: Readonly<Record<Exclude<NameIn<Names>, FieldOf<Item>>, Column<Item>>>,
  ): Columns<Item> => ({
    ...Object.fromEntries(names.split(' ').map((name) => [name, name as FieldOf<Item>])),
    ...others,
  });

/** What is left out of a list whose rows are about posts. */
type Hidden<Document> =
  | {
      /** The posts that this admin may not see. */
      readonly hiddenFrom: ReadonlySet<string>;
      /** The id of the post that a row is about; null for none. */
      readonly about: (row: Stored<Document>) => string | null;
    }
  | { readonly hiddenFrom?: never; readonly about?: never };

interface ListAnswer<Document, Item> {
  readonly list: AdminList<Document>;
  /** The items of a page, in its order. */
  readonly shown: (rows: readonly Stored<Document>[]) => Promise<readonly Item[]> | readonly Item[];
  /** Of the CSV file. */
  readonly columns: Columns<Item>;
}

/**
 * Answers with a page of a list, or with all of it as CSV. The header `Link` has the address of the next page,
 * `X-Total-Count` the length of the list.
 */
export async function answerList<Document extends object, Item>(
  request: AdminListRequest,
  reply: FastifyReply,
  { hiddenFrom, about, ...all }: ListAnswer<Document, Item> & Hidden<Document>,
): Promise<readonly Item[] | GeneratedFile> {
  const { cursor, limit, format, ...filters } = request;
  const list = about ? leavingOut(all.list, hiddenFrom, about) : all.list;
  const answer = { ...all, list };
  const names = [list.name, ...filtersIn(filters).flat()];
  const after = cursor ? decodeCursor(cursor, names, [list.sort.type, 'text']) : null;
  if (format === 'csv') return csvOf(answer);
  const [{ rows, next }, count] = await Promise.all([pageOf(answer, { limit, after }), adminCount(list)]);
  reply.header('x-total-count', count);
  if (next) {
    linkNext(reply, `/api/rtm-sys/${list.name}`, {
      ...Object.fromEntries(filtersIn(filters)),
      limit: String(limit),
      cursor: encodeCursor(names, next),
    });
  }
  return rows;
}

async function pageOf<Document extends object, Item>(
  { list, shown }: ListAnswer<Document, Item>,
  part: AdminPart,
): Promise<AdminPage<Item>> {
  const { rows, next } = await adminPage(list, part);
  return { rows: await shown(rows), next };
}

/** The filters and the order, by name. A cursor is for the same list only. */
function filtersIn(filters: object): [string, string][] {
  return Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]): [string, string] => [name, String(value)])
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function csvOf<Document extends object, Item>(answer: ListAnswer<Document, Item>): GeneratedFile {
  async function* pages() {
    let written = 0;
    for (let after: AdminPart['after'] = null; ;) {
      const limit = Math.min(ROWS_AT_ONCE, MOST_ROWS - written);
      const { rows, next }: AdminPage<Item> = await pageOf(answer, { limit, after });
      yield rows;
      written += rows.length;
      if (!next || written >= MOST_ROWS) return;
      after = next;
    }
  }
  return csvFile(answer.list.name.replaceAll('/', '-'), answer.columns, pages());
}

/** Without it, Excel reads the file in the encoding of its country. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A CSV file with a line for each item. */
export function csvFile<Item>(
  name: string,
  columns: Columns<Item>,
  pages: AsyncIterable<readonly Item[]> | Iterable<readonly Item[]>,
): GeneratedFile {
  const line = (cells: readonly Cell[]) => `${cells.map(cell).join(',')}\r\n`;
  async function* lines() {
    yield BYTE_ORDER_MARK + line(Object.keys(columns));
    for await (const page of pages) {
      // Also where nothing was found, so that others have their turn.
      yield '';
      for (const item of page) {
        const cellOf = (column: Column<Item>) =>
          typeof column === 'function' ? column(item) : (item[column] as Cell);
        yield line(Object.values(columns).map(cellOf));
      }
    }
  }
  return new GeneratedFile(`${name}.csv`, 'text/csv; charset=utf-8', lines());
}

/** Spreadsheets run a text that begins so as a formula, some also in full width or behind blanks. */
const FORMULA = /^\s*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B]/;

/** A cell as text. A number or an amount is no text: it stays one that spreadsheets can add up, whatever its sign. */
export function cell(value: Cell): string {
  if (typeof value === 'object' && value !== null) return decimal(value);
  const text = value === null ? '' : String(value);
  const safe = typeof value !== 'number' && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** What the contract says of a list's answer. */
export function listOf(item: Type): ApiResponseNoStatusOptions {
  const text = { schema: { type: 'string' as const } };
  return {
    type: [item],
    headers: {
      Link: { description: '<…>; rel="next"', ...text },
      'X-Total-Count': { description: 'The length of the list; `10000+` above 10,000.', ...text },
    },
  };
}
