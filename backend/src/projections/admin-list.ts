import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Stored, ViewReader } from '../kernel/document-store.js';
import type { CursorPart, Filter, Scalar } from '../kernel/query.js';
import { searchable } from './names.js';

/** How many documents are looked at for one page whose filters no index serves. */
const MOST_LOOKED_AT = 5000;
const PIECE = 500;

/** Lists are counted up to this number. */
export const MOST_COUNTED = 10_000;

/** A list of the back office: one condition that an index serves, and further filters. */
export interface AdminList<Document> {
  /** The last part of its address under `/api/rtm-sys/`, and the name of its file. */
  readonly name: string;
  readonly view: Pick<ViewReader<Document>, 'find' | 'count'>;
  /** An index has the fields of this condition, then that of `sort`, a path such as `boost.grantedAt`. */
  readonly where: Filter;
  readonly sort: { readonly field: string; readonly direction: 1 | -1; readonly type: CursorPart };
  /** The filters that no index serves; null for none. The documents are looked through for them. */
  readonly fits: ((document: Stored<Document>) => boolean) | null;
}

/** One filter of a list. */
export interface ListFilter<Document> {
  /** The condition, where an index serves it in the order of the list. */
  readonly where?: Filter | undefined;
  readonly fits: (document: Stored<Document>) => boolean;
}

/** The values of some fields by which a list can be filtered; what is not given does not matter. */
export type Filters<Document, Field extends keyof Document> = {
  readonly [Name in Field]?: Document[Name] | undefined;
};

/** A filter by one or more fields with an index, in the order of the fields. What is undefined does not matter. */
export function equal<Document>(values: Filters<Document, keyof Document>): ListFilter<Document>[] {
  return (Object.keys(values) as (keyof Document & string)[])
    .filter((field) => values[field] !== undefined)
    .map((field) => ({
      where: { [field]: values[field] } as Filter,
      fits: (document) => document[field] === values[field],
    }));
}

/** A filter by a part of a text, in any case. It has no index. */
export function containing<Document>(
  part: string | undefined,
  textOf: (document: Stored<Document>) => string | null,
): ListFilter<Document> | false {
  const wanted = searchable(part ?? '');
  return wanted !== '' && { fits: (document) => searchable(textOf(document) ?? '').includes(wanted) };
}

/**
 * A list with filters, those first that fewest documents meet: an index serves the first that has one, and the documents
 * are looked through for the others.
 * @param all the condition of a list without a filter that an index serves
 */
export function filtered<Document>(
  list: Pick<AdminList<Document>, 'name' | 'view' | 'sort'>,
  filters: readonly (ListFilter<Document> | false)[],
  all: Filter = {},
): AdminList<Document> {
  const given = filters.filter((filter) => filter !== false);
  const served = given.find(({ where }) => where !== undefined);
  const rest = given.filter((filter) => filter !== served);
  return {
    ...list,
    where: served?.where ?? all,
    fits: rest.length === 0 ? null : (document) => rest.every(({ fits }) => fits(document)),
  };
}

/** Which page of a list: its length, and the cursor after which it starts. */
export interface AdminPart {
  readonly limit: number;
  readonly after: readonly Scalar[] | null;
}

/** A page, and the cursor of the next one; null on the last page. */
export interface AdminPage<Item> {
  readonly rows: readonly Item[];
  readonly next: readonly Scalar[] | null;
}

/**
 * A page of a list. The work is bounded: where the filters fit rarely, the page is shorter than its limit and still has a
 * next page.
 */
export async function adminPage<Document extends object>(
  list: AdminList<Document>,
  { limit, after: start }: AdminPart,
): Promise<AdminPage<Stored<Document>>> {
  const { fits } = list;
  const rows: Stored<Document>[] = [];
  // Few fit where it takes more than one piece.
  let size = limit + 1;
  let after = start;
  for (let seen = 0; seen < MOST_LOOKED_AT;) {
    // An embedded store answers at once: others have their turn.
    if (seen > 0) await nextTurn();
    const found = await piece(list, size, after);
    seen += size;
    for (const row of found) {
      if (rows.length === limit) return { rows, next: after };
      after = placeOf(list, row);
      if (!fits || fits(row)) rows.push(row);
    }
    if (found.length < size) return { rows, next: null };
    size = Math.min(PIECE, 2 * size);
  }
  return { rows, next: after };
}

/** How long a list is: exact up to {@link MOST_COUNTED}, else a number followed by `+`. */
export async function adminCount<Document extends object>(list: AdminList<Document>): Promise<string> {
  const { view, where, fits } = list;
  if (!fits) {
    const count = await view.count(where, MOST_COUNTED + 1);
    return count > MOST_COUNTED ? `${MOST_COUNTED}+` : String(count);
  }
  let count = 0;
  let after: readonly Scalar[] | null = null;
  for (let seen = 0; seen < MOST_COUNTED; seen += PIECE) {
    if (seen > 0) await nextTurn();
    const found: readonly Stored<Document>[] = await piece(list, PIECE, after);
    count += found.filter(fits).length;
    const last = found.at(-1);
    if (!last || found.length < PIECE) return String(count);
    after = placeOf(list, last);
  }
  return `${count}+`;
}

function piece<Document extends object>(
  { view, where, sort: { field, direction } }: AdminList<Document>,
  limit: number,
  after: readonly Scalar[] | null,
): Promise<Stored<Document>[]> {
  // A cursor has a value for each field of the sort: the id alone, if that is the sort.
  const cursor = field === '_id' ? after?.slice(-1) : after;
  return view.find({ where, sort: { [field]: direction }, limit, ...(cursor && { after: cursor }) });
}

function placeOf<Document extends object>(
  { sort: { field } }: AdminList<Document>,
  row: Stored<Document>,
): readonly Scalar[] {
  const value = field
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], row);
  return [value as Scalar, row._id];
}

/** The list without the documents that are about one of these things. `idOf` is the id of what a document is about. */
export function leavingOut<Document>(
  list: AdminList<Document>,
  ids: ReadonlySet<string>,
  idOf: (document: Stored<Document>) => string | null,
): AdminList<Document> {
  if (ids.size === 0) return list;
  const { fits } = list;
  const isShown = (document: Stored<Document>) => !ids.has(idOf(document) ?? '');
  return { ...list, fits: fits ? (document) => isShown(document) && fits(document) : isShown };
}
