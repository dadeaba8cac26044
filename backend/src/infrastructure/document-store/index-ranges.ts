import type { IndexSpec } from '../../kernel/document-store.js';
import { type Query, type Scalar, sortFields } from '../../kernel/query.js';

/** The conditions of a database that a sort field has a value, or comes after or before it in ascending order. */
export interface SortConditions<Condition> {
  same(field: string, value: Scalar): Condition;
  /** After null: every value that is not null. */
  after(field: string, value: Scalar): Condition;
  /** Without nulls. */
  before(field: string, value: Scalar): Condition;
}

/** The documents that meet all conditions. */
export interface IndexRange<Condition> {
  readonly conditions: readonly Condition[];
  /** The number of leading sort fields that are constant in the range. */
  readonly alike: number;
  /** Whether the last constant field is null. */
  readonly isNull: boolean;
}

/**
 * The ranges after a cursor, in order: first the documents that share all sort fields except the last with the cursor,
 * then those that share fewer. Each is one range of an index, for any mix of sort directions. Nulls sort first, so in
 * descending order they are a separate last range.
 */
export function rangesAfter<Condition>(
  sort: Query['sort'],
  cursor: readonly Scalar[],
  { same, after, before }: SortConditions<Condition>,
): readonly IndexRange<Condition>[] {
  const fields = sortFields(sort);
  const valueAt = (index: number) => cursor[index] ?? null;
  return fields
    .map(([field, direction], index): IndexRange<Condition>[] => {
      const value = valueAt(index);
      const shared = fields.slice(0, index).map(([name], place) => same(name, valueAt(place)));
      const range = (condition: Condition) => ({
        conditions: [...shared, condition],
        alike: index,
        isNull: false,
      });
      if (direction === 1) return [range(after(field, value))];
      if (value === null) return [];
      const below = range(before(field, value));
      // Ids and positions are never null.
      if (field === '_id' || field === '_position') return [below];
      return [below, { conditions: [...shared, same(field, null)], alike: index + 1, isNull: true }];
    })
    .reverse()
    .flat();
}

/** The fields that every document of a sparse index has; all documents have an id. */
export function sparseFields({ fields }: IndexSpec): readonly string[] {
  return Object.keys(fields).filter((field) => field !== '_id');
}

const LAST = 0x10_ff_ff;
const SURROGATES = { first: 0xd8_00, after: 0xe0_00 };

/** The first text, by UTF-8 bytes, after all texts that begin with `prefix`; null if there is none. */
export function successorOf(prefix: string): string | null {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  while (points.at(-1) === LAST) points.pop();
  const last = points.pop();
  if (last === undefined) return null;
  const next = last + 1 === SURROGATES.first ? SURROGATES.after : last + 1;
  return String.fromCodePoint(...points, next);
}
