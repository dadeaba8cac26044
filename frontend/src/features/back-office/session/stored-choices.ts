import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import type { ListSearch } from '../../../lib/list-search.ts';
import { readStored, writeStored } from '../../../lib/storage.ts';
import { adminQuery } from './admin.queries.ts';

export interface SavedFilter {
  name: string;
  filter: ListSearch;
}

const savedFilters = v.array(v.object({ name: v.string(), filter: v.record(v.string(), v.string()) }));
const columnNames = v.array(v.string());
const storage = (): Storage => window.localStorage;

function readAs<Schema extends v.GenericSchema>(
  schema: Schema,
  key: string,
  otherwise: v.InferOutput<Schema>,
): v.InferOutput<Schema> {
  try {
    const stored = readStored(storage, key);
    return stored === null ? otherwise : v.parse(schema, JSON.parse(stored));
  } catch {
    return otherwise;
  }
}

/** A value that this browser keeps for the signed-in admin. */
function useKept<Schema extends v.GenericSchema>(
  schema: Schema,
  name: string,
  otherwise: v.InferOutput<Schema>,
) {
  const { data: admin } = useQuery(adminQuery);
  const key = `back-office:${admin?.id}:${name}`;
  const [value, setValue] = useState(() => readAs(schema, key, otherwise));
  const keep = (next: v.InferOutput<Schema>): void => {
    setValue(next);
    writeStored(storage, key, JSON.stringify(next));
  };
  return [value, keep] as const;
}

/** The columns of a list that the admin does not show. */
export function useHiddenColumns(list: string, otherwise: readonly string[]) {
  return useKept(columnNames, `${list}:hidden-columns`, [...otherwise]);
}

/** Something that the admin has switched on or off. */
export function useSwitch(name: string, otherwise: boolean) {
  return useKept(v.boolean(), name, otherwise);
}

export function useSavedFilters(list: string) {
  return useKept(savedFilters, `${list}:filters`, []);
}
