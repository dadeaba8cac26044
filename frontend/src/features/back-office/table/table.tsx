import { Link, type NavigateOptions } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api } from '../../../api/client.ts';
import type { paths } from '../../../api/generated/schema.d.ts';
import { nextPage } from '../../../api/pages.ts';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { Tag, type TagLook } from '../../../components/Tag.tsx';
import { formatMinute } from '../../../lib/dates.ts';
import type { ListSearch } from '../../../lib/list-search.ts';
import { formatMoney, type Money } from '../../../lib/money.ts';
import type { Act } from '../acts/act.ts';
import type { Begin } from '../acts/use-acts.tsx';
import type { Subject } from '../entity-links/entity-pages.ts';

/**
 * Whether the server can sort by it; whether it has numbers to compare, which are aligned to the right; whether it takes the
 * whole width of a card, without its label; and whether it is shown only when chosen.
 */
type Trait = 'sortable' | 'number' | 'wide' | 'optional';

/** The label of a column, what it shows of a row (a dash for null), and its traits. */
export type Column<Row> = readonly [label: string, cell: (row: Row) => ReactNode, ...traits: Trait[]];

/** By the names in stored choices; that of a column that can be sorted is the name of the sort on the server, too. */
export type Columns<Row> = Readonly<Record<string, Column<Row>>>;

/** The label of a filter, the label of each value, and how to name a value in the address that is not in the list. */
type Filter<Value extends string> = readonly [
  label: string,
  options: Readonly<Partial<Record<Value, string>>>,
  textOf?: (value: string) => string,
];

export interface Rows<Row> {
  rows: readonly Row[];
  /** The cursor of the next page; undefined on the last one. */
  next: string | undefined;
  /** How many rows the filter has, as the server counts them: exact, or such as `10000+`. Null if it does not. */
  total: string | null;
}

type Values<Parameter> = `${Extract<Parameter, string | number | boolean>}`;

/** A page of the back office: what its rows are called, what it shows of them, and what admins do with them. */
export interface Table<Row, Query = Record<string, string>> {
  /** The end of its address on the server. */
  name: string;
  /** What a row is called, such as "post". */
  noun: string;
  /** What rows are called, if it is not the noun with an s. */
  plural: string;
  title: string;
  /** One sentence under the title. */
  intro?: ReactNode;
  /** Whether the tabs of the dashboard stand above the list. */
  hasTabs?: boolean;
  /** The first control of the page, beside its title. */
  first?: ReactNode;
  /** Fields of other filters, below the bar. */
  fields?: ReactNode;
  /** What stands above the list, and below it. */
  top?: ReactNode;
  bottom?: ReactNode;
  columns: Columns<Row>;
  /** By the name of the query parameter. */
  filters?: { readonly [Key in keyof Query]?: Filter<Values<Query[Key]>> };
  /** Filters by the id of another thing, which links set: what each says, also with the id and by what the rows say of it. */
  links?: { readonly [Key in keyof Query]?: string | ((id: string, rows: readonly Row[]) => string) };
  /** Other filters, which have tabs and fields of their own. */
  ranges?: readonly (keyof Query)[];
  /** The label of the search field; none if the list cannot be searched. */
  search?: string;
  /** The order without a choice, such as `-createdAt`; none if the server knows one order only. */
  sort?: Values<Query['sort' & keyof Query]>;
  /** Whether the server also answers it as a CSV file. */
  hasFile?: boolean;
  /** The files of its rows at the address `{name}/export`. */
  exports?: readonly ('csv' | 'ndjson')[];
  /** What a row is in the audit trail. */
  subject?: Subject['kind'] | ((row: Row) => Subject['kind']);
  idOf: (row: Row) => string;
  /** What a row is called for screen readers. */
  nameOf: (row: Row) => string;
  read: (query: ListSearch) => Promise<Rows<Row>>;
  /** Where Enter leads from a row; nowhere without it. */
  opens?: (row: Row) => NavigateOptions;
  /** What can be done with rows, in the order of the buttons. */
  acts?: readonly Act<Row>[];
  /** Which of them are in a menu of the row: all that fit it, or all but the first. Without it, each has a button. */
  folds?: 'all' | 'others';
  /** What else stands after the button of a row. */
  more?: (row: Row, begin: Begin<Row>) => ReactNode;
  /** What else its menu has, after the acts. */
  menu?: (row: Row, begin: Begin<Row>) => ReactNode;
}

interface Listed<Row> {
  get: { responses: { 200: { content: { 'application/json': readonly Row[] } } } };
}

type PathOf<Name extends string> = `/api/rtm-sys/${Name}`;

/** The ends of the addresses that answer rows. */
export type ListName = {
  [Path in keyof paths]: Path extends PathOf<infer Name>
    ? paths[Path] extends Listed<unknown>
      ? Name
      : never
    : never;
}[keyof paths];

export type RowOf<Name extends ListName> = paths[PathOf<Name>] extends Listed<infer Row> ? Row : never;

type QueryOf<Name extends ListName> = paths[PathOf<Name>] extends {
  get: { parameters: { query?: infer Query } };
}
  ? Required<NonNullable<Query>>
  : never;

type Declared<Row, Query> = Omit<Table<Row, Query>, 'name' | 'read' | 'plural' | 'title' | 'idOf'> &
  Partial<Pick<Table<Row>, 'plural' | 'title'>> &
  (Row extends { id: string } ? unknown : Pick<Table<Row>, 'idOf'>);

/** The rows at an address of the server. */
export async function readRows<Name extends ListName>(name: Name, query: object): Promise<Rows<RowOf<Name>>> {
  // The address has texts; the server checks them, and reads the numbers in them.
  const call = api.GET(`/api/rtm-sys/${name}` as '/api/rtm-sys/posts', { params: { query } });
  const { data = [], response } = await (call as Promise<{ data?: unknown[]; response: Response }>);
  const total = response.headers.get('x-total-count');
  return { rows: data as RowOf<Name>[], next: nextPage(response), total };
}

/** A table of the rows at an address of the server, from which the types of rows and filters follow. */
export function table<Name extends ListName>(name: Name, declared: Declared<RowOf<Name>, QueryOf<Name>>) {
  const { noun, plural = `${noun}s` } = declared;
  return {
    plural,
    title: `${plural[0]!.toUpperCase()}${plural.slice(1)}`,
    idOf: ({ id }: { id: string }) => id,
    ...declared,
    name,
    read: (query: ListSearch) => readRows(name, query),
  } as unknown as Table<RowOf<Name>>;
}

/** The values of a field, such as a status, each with its name and look. */
export function statuses<Value extends string>(
  all: Readonly<Record<Value, readonly [name: string, look: TagLook]>>,
) {
  return {
    names: Object.fromEntries(Object.keys(all).map((value) => [value, all[value as Value][0]])) as Record<
      Value,
      string
    >,
    tag: (value: Value) => <Tag look={all[value][1]}>{all[value][0]}</Tag>,
  };
}

type With<Key extends string, Value> = Readonly<Record<Key, Value>>;

/** A cell with how long ago something was. */
export const when =
  <Key extends string>(key: Key) =>
  (row: With<Key, string>) => <RelativeTime iso={row[key]} className="whitespace-nowrap" />;

/** A cell with a date and time. */
export const minute =
  <Key extends string>(key: Key) =>
  (row: With<Key, string | null>) =>
    row[key] && formatMinute(row[key]);

/** A cell with an amount. */
export const money =
  <Key extends string>(key: Key) =>
  (row: With<Key, Money>) =>
    formatMoney(row[key]);

/** A cell that leads to the page of a post. */
export const openPost = ({ postId }: { postId: string | null }) =>
  postId && (
    <Link to="/rtm-sys/post/$id" params={{ id: postId }} className="text-link">
      Open
    </Link>
  );

/** A line of less weight below the text of a cell. */
export function Small({ children }: { children: ReactNode }) {
  return <span className="block text-sm font-normal text-soft">{children}</span>;
}

interface NotesProps {
  of: readonly { at: string; by: string | null; text: string | null }[];
}

/** What admins noted for each other. */
export function Notes({ of }: NotesProps) {
  return of.map(({ at, by, text }) => (
    <p key={at} className="mt-1 border-l-2 border-line pl-2 text-sm text-soft [overflow-wrap:anywhere]">
      {by ?? 'An admin'}: {text}
    </p>
  ));
}
