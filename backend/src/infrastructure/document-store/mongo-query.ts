import type { Document } from 'mongodb';
import type { IndexSpec } from '../../kernel/document-store.js';
import { successorOf } from './prefix-range.js';
import {
  type Comparison,
  type Filter,
  type Query,
  type Scalar,
  assertField,
  mergeOf,
  sortFields,
} from '../../kernel/query.js';

/** The value of one sort field at the end of a page. */
interface SortValue {
  readonly path: string;
  readonly direction: 1 | -1;
  readonly value: Scalar;
}

export interface MongoQuery {
  readonly filter: Document;
  readonly sort: readonly (readonly [string, 1 | -1])[];
}

/** Rows without a document are tombstones, the progress row and parked rows. */
const HAS_DOCUMENT: Document = { 'state.document': { $ne: null } };

/**
 * The MongoDB queries that together answer a checked query, in order. After a cursor, each covers one range of an
 * index, for any mix of sort directions: first the documents that share all sort fields except the last with the
 * cursor, then those that share fewer.
 */
export function questionsOf(query: Query): readonly MongoQuery[] {
  const { where = {}, sort, after } = query;
  const filter = filterOf(where);
  const found = after ? stretchesAfter(sort, after) : [{ conditions: [], alike: 0, isNull: false }];
  const stretches = mergeOf(query) ? found.filter(({ isNull }) => !isNull) : found;
  const order = sortFields(sort).map(([field, direction]) => [pathOf(field), direction] as const);
  return stretches.map(({ conditions, alike }) => ({
    filter: all([...filter, ...conditions, HAS_DOCUMENT]),
    // Drop fields that are constant in the range: if the constant is null, MongoDB would sort by them in memory.
    sort: order.slice(alike),
  }));
}

/** MongoDB merges the index ranges of so many values; the documents of more it reads all, and sorts them. */
const MOST_MERGED = 200;

/**
 * The queries that together answer a checked query, each of which MongoDB can answer from an index: one, or several for
 * a merge of many values. Each may have all results.
 */
export function partsOf(query: Query): readonly Query[] {
  const merge = mergeOf(query);
  if (!merge || merge.values.length <= MOST_MERGED) return [query];
  const { field, values } = merge;
  return Array.from({ length: Math.ceil(values.length / MOST_MERGED) }, (_, index) => ({
    ...query,
    where: {
      ...query.where,
      [field]: { $in: values.slice(index * MOST_MERGED, (index + 1) * MOST_MERGED) },
    },
  }));
}

/** The first documents of the parts of a merge, in its order. */
export function mergedPage<Found extends { readonly _id: string }>(
  parts: readonly (readonly Found[])[],
  query: Query,
): Found[] {
  const merge = mergeOf(query);
  if (!merge) return parts.flat();
  const valueOf = (document: object) =>
    merge.key.split('.').reduce<unknown>((value, name) => Object(value)[name], document);
  return parts
    .flat()
    .map((document) => ({ document, value: valueOf(document) as string | number }))
    .toSorted(
      (one, other) =>
        merge.direction * (compare(one.value, other.value) || compare(one.document._id, other.document._id)),
    )
    .slice(0, query.limit)
    .map(({ document }) => document);
}

/** Texts by their UTF-8 bytes, as MongoDB compares them. */
function compare(one: string | number, other: string | number): number {
  if (typeof one === 'string') return Buffer.compare(Buffer.from(one), Buffer.from(String(other)));
  return one - Number(other);
}

/** The MongoDB filter for a checked filter. */
export function matchOf(where: Filter): Document {
  return all([...filterOf(where), HAS_DOCUMENT]);
}

/** A declared index, extended by the id so that it gives the order of pages. */
export function indexOf(index: IndexSpec): { name: string; key: Record<string, 1 | -1> } {
  const fields = sortFields(index.fields);
  for (const [field] of fields) assertField(field);
  return {
    name: `by ${fields.map(([field, direction]) => `${field}${direction === 1 ? '' : ' DESC'}`).join(', ')}`,
    key: Object.fromEntries(fields.map(([field, direction]) => [pathOf(field), direction])),
  };
}

/** The path of a field in a row. */
function pathOf(field: string): string {
  if (field === '_id') return '_id';
  return field === '_position' ? 'state.position' : `state.document.${field}`;
}

function filterOf(filter: Filter): Document[] {
  return Object.entries(filter).flatMap(([field, condition]) => {
    if (field === '$and' || field === '$or') {
      const parts = (condition as readonly Filter[]).map((part) => all(filterOf(part)));
      return [{ [field]: parts }];
    }
    const comparison =
      condition !== null && typeof condition === 'object' ? condition : { $eq: condition as Scalar };
    return Object.entries(comparison as Comparison).flatMap(([operator, operand]) =>
      comparisonsOf(operator, operand).map((known) => ({ [pathOf(field)]: known })),
    );
  });
}

/** MongoDB's operators already work like the port's: they compare by type and treat missing fields as null. */
function comparisonsOf(operator: string, operand: unknown): Document[] {
  // The empty text is the smallest, so this restricts the range to texts.
  if (operator === '$contains') return [{ $gte: '' }, { $regex: literalOf(operand as string) }];
  if (operator !== '$prefix') return [{ [operator]: operand }];
  const end = successorOf(operand as string);
  return [{ $gte: operand, ...(end !== null && { $lt: end }) }];
}

/** Escapes a text for a regular expression. */
function literalOf(text: string): string {
  // A pattern must not contain a zero byte.
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`).replaceAll('\0', String.raw`\x00`);
}

/** The ranges after a cursor. `alike` is the number of leading sort fields that are constant in the range. */
function stretchesAfter(
  sort: Query['sort'],
  after: readonly Scalar[],
): readonly { readonly conditions: readonly Document[]; readonly alike: number; readonly isNull: boolean }[] {
  const fields = sortFields(sort).map(([field, direction], index) => ({
    path: pathOf(field),
    direction,
    value: after[index] ?? null,
  }));
  return fields
    .map((field, index) => {
      const before = fields.slice(0, index).map(({ path, value }) => ({ [path]: { $eq: value } }));
      return beyond(field).map(({ condition, isAlike }) => ({
        conditions: [...before, condition],
        alike: isAlike ? index + 1 : index,
        isNull: isAlike,
      }));
    })
    .reverse()
    .flat();
}

/** The ranges after a value of one field. Nulls sort first, so in descending order they are a separate last range. */
function beyond({ path, direction, value }: SortValue): readonly { condition: Document; isAlike: boolean }[] {
  if (direction === 1) {
    return [{ condition: { [path]: value === null ? { $ne: null } : { $gt: value } }, isAlike: false }];
  }
  if (value === null) return [];
  return [
    { condition: { [path]: { $lt: value } }, isAlike: false },
    // Ids and positions are never null.
    ...(path.startsWith('state.document.') ? [{ condition: { [path]: { $eq: null } }, isAlike: true }] : []),
  ];
}

function all(conditions: readonly Document[]): Document {
  const [only] = conditions;
  if (!only) return {};
  return conditions.length === 1 ? only : { $and: [...conditions] };
}
