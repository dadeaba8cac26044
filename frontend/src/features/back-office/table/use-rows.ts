import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { queryKeys } from '../../../api/query-keys.ts';
import { type ListSearch, listSearch } from '../../../lib/list-search.ts';
import type { Table } from './table.tsx';

/** The number of a page in the address, from 1. */
function pageNumber(search: ListSearch): number {
  const number = Number(search['page'] ?? 1);
  return Number.isInteger(number) && number > 0 ? number : 1;
}

/** The parameters of the address that choose rows, without the page. */
export function filterOf<Row>(of: Table<Row>, given: ListSearch): Record<string, string> {
  const { search, sort, filters = {}, links = {}, ranges = [] } = of;
  const known = [...Object.keys({ ...filters, ...links }), ...ranges];
  if (search !== undefined) known.unshift('search');
  if (sort !== undefined) known.unshift('sort');
  return Object.fromEntries(known.flatMap((key) => (given[key] ? [[key, given[key]]] : [])));
}

/** The state of a table in the address, and the rows that it chooses. */
export function useRows<Row>(of: Table<Row>) {
  const search = listSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const filter = filterOf(of, search);
  const { cursor } = search;
  const page = cursor === undefined ? 1 : pageNumber(search);
  const key = JSON.stringify(filter);
  /** The cursors of the pages that were left by 'next', from the first one: the server knows only the way forward. */
  const [trail, setTrail] = useState<{ key: string; cursors: readonly (string | undefined)[] }>();
  const cursors = trail?.key === key ? trail.cursors : [];

  const query = {
    ...(of.sort !== undefined && { sort: of.sort }),
    ...filter,
    ...(cursor !== undefined && { cursor }),
  };
  const result = useQuery({
    queryKey: queryKeys.backOffice.list(of.name, query),
    queryFn: () => of.read(query),
    placeholderData: keepPreviousData,
    // Other admins and people change what is listed.
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });

  const go = (next: ListSearch, replace = false): void =>
    void navigate({ to: '.', search: listSearch(next) as never, replace, resetScroll: false });
  return {
    filter,
    page,
    result,
    hasPrevious: page > 1 && (page === 2 || cursors[page - 2] !== undefined),
    /** Changes the filter, the search or the sort, from the first page. Undefined removes a parameter. */
    change: (changes: Record<string, string | undefined>, replace = false): void => {
      const next = Object.entries({ ...filter, ...changes }).filter(([, value]) => value);
      go(Object.fromEntries(next) as ListSearch, replace);
    },
    choose: (next: ListSearch): void => go(next),
    openFirst: (): void => go(filter),
    openPrevious: (): void => {
      const before = cursors[page - 2];
      go(before === undefined ? filter : { ...filter, cursor: before, page: String(page - 1) });
    },
    openNext: (next: string): void => {
      setTrail({ key, cursors: [...cursors.slice(0, page - 1), cursor] });
      go({ ...filter, cursor: next, page: String(page + 1) });
    },
  };
}

/** What the address chooses of a table. */
export type Listed<Row> = ReturnType<typeof useRows<Row>>;
