import type { NavigateOptions } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ListSearch } from '../../../lib/list-search.ts';
import type { Subject } from '../subjects/subject-pages.ts';
import { nextPage } from '../../../api/pages.ts';

export interface Column<Row> {
  /** Its name in stored choices, and for a column that can be sorted the name of the sort on the server. */
  id: string;
  label: string;
  cell: (row: Row) => ReactNode;
  isSortable?: boolean;
  /** Aligned to the right, where columns of numbers are compared. */
  isNumber?: boolean;
  /** Whether it takes the whole width of a card, without its label. */
  isWide?: boolean;
  /** Shown only when chosen. */
  isOptional?: boolean;
}

/** A filter with a few values. */
export interface Filter {
  /** The name of the query parameter. */
  key: string;
  label: string;
  options: readonly (readonly [value: string, text: string])[];
  /** A value of the address that is none of the options, in words; the value itself without it. */
  textOf?: (value: string) => string;
}

/** A filter by the id of another thing. */
export interface IdFilter<Row> {
  key: string;
  /** What it says, also with the id and by what the rows say of it. */
  label: string | ((id: string, rows: readonly Row[]) => string);
}

export interface ListPage<Row> {
  rows: readonly Row[];
  /** The cursor of the next page; undefined on the last one. */
  next: string | undefined;
  /** How many rows the filter has, as the server counts them: exact, or such as `10000+`. Null if it does not. */
  total: string | null;
}

/** A list of the back office: what it is called, what it shows, and how it is read. */
export interface List<Row> {
  /** The last part of its address, here and on the server. */
  name: string;
  /** What its rows are called, such as "posts". */
  plural: string;
  columns: readonly Column<Row>[];
  filters: readonly Filter[];
  /** Filters by the id of another thing, which links set. */
  idFilters?: readonly IdFilter<Row>[];
  /** Other filters, with fields of their own above the list. */
  rangeFilters?: readonly string[];
  /** The label of the search field; none if the list cannot be searched. */
  searchLabel?: string;
  /** The order without a choice, such as `-createdAt`; none if the server knows one order only. */
  defaultSort?: string;
  /** Whether the server also answers it as a file. */
  hasFile?: boolean;
  /** The files of its rows at the address `{name}/export`. */
  exports?: readonly ('csv' | 'ndjson')[];
  /** What a row is in the audit trail. */
  subjectOf?: (row: Row) => Subject;
  idOf: (row: Row) => string;
  /** What a row is called for screen readers. */
  nameOf: (row: Row) => string;
  read: (query: ListSearch) => Promise<ListPage<Row>>;
  /** Where Enter leads from a row; nowhere without it. */
  opens?: (row: Row) => NavigateOptions;
}

export async function pageOf<Row>(
  call: Promise<{ data?: readonly Row[]; response: Response }>,
): Promise<ListPage<Row>> {
  const { data = [], response } = await call;
  return { rows: data, next: nextPage(response), total: response.headers.get('x-total-count') };
}

/** The parameters of the address that choose rows, without the page. */
export function filterOf<Row>(list: List<Row>, search: ListSearch): Record<string, string> {
  const filters = [...list.filters, ...(list.idFilters ?? [])];
  const known = ['search', 'sort', ...filters.map(({ key }) => key), ...(list.rangeFilters ?? [])];
  return Object.fromEntries(known.flatMap((key) => (search[key] ? [[key, search[key]]] : [])));
}
