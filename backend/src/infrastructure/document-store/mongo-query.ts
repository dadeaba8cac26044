import type { Document } from 'mongodb';
import type { IndexSpec } from '../../kernel/document-store.js';
import { type SortConditions, rangesAfter, sparseFields, successorOf } from './index-ranges.js';
import {
  type Comparison,
  type Filter,
  type Query,
  type Scalar,
  assertField,
  comparePlaces,
  mergeOf,
  placeIn,
  sortFields,
} from '../../kernel/query.js';

export interface MongoQuery {
  readonly filter: Document;
  readonly sort: readonly (readonly [string, 1 | -1])[];
}

/** Rows without a document are tombstones, the progress row and parked rows. */
const HAS_DOCUMENT: Document = { 'state.document': { $ne: null } };

const SORT: SortConditions<Document> = {
  same: (field, value) => ({ [pathOf(field)]: { $eq: value } }),
  after: (field, value) => ({ [pathOf(field)]: value === null ? { $ne: null } : { $gt: value } }),
  before: (field, value) => ({ [pathOf(field)]: { $lt: value } }),
};

/**
 * The MongoDB queries that together answer a checked query, in order. After a cursor, each covers one range of an
 * index, for any mix of sort directions: first the documents that share all sort fields except the last with the
 * cursor, then those that share fewer.
 */
export function questionsOf(query: Query): readonly MongoQuery[] {
  const { where = {}, sort, after } = query;
  const filter = documentsOf(where);
  const found = after ? rangesAfter(sort, after, SORT) : [{ conditions: [], alike: 0, isNull: false }];
  const ranges = mergeOf(query) ? found.filter(({ isNull }) => !isNull) : found;
  const order = sortFields(sort).map(([field, direction]) => [pathOf(field), direction] as const);
  return ranges.map(({ conditions, alike }) => ({
    filter: all([...filter, ...conditions]),
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
  const { field, values, isList } = merge;
  return Array.from({ length: Math.ceil(values.length / MOST_MERGED) }, (_, index) => ({
    ...query,
    where: {
      ...query.where,
      [field]: { [isList ? '$has' : '$in']: values.slice(index * MOST_MERGED, (index + 1) * MOST_MERGED) },
    },
  }));
}

/** The first documents of the parts of a merge, in its order. */
export function mergedPage<Found extends { readonly _id: string }>(
  parts: readonly (readonly Found[])[],
  query: Query,
): Found[] {
  if (!mergeOf(query)) return parts.flat();
  const { sort, limit } = query;
  // A document with several texts of a list may be in several parts.
  return [...new Map(parts.flat().map((document) => [document._id, document])).values()]
    .map((document) => ({ document, place: placeIn(document, sort) }))
    .toSorted((one, other) => comparePlaces(one.place, other.place, sort))
    .slice(0, limit)
    .map(({ document }) => document);
}

/** The MongoDB filter for a checked filter. */
export function matchOf(where: Filter): Document {
  return all(documentsOf(where));
}

/** The conditions of a filter, which rows without a document do not meet. */
function documentsOf(where: Filter): Document[] {
  const isMet = Object.entries(where).some(([field, condition]) => {
    const { $eq, $prefix, $gte, $has } = Object(condition) as Comparison;
    const isText = [condition, $eq, $prefix, $gte].some((text) => typeof text === 'string');
    return !/^[_$]/.test(field) && (isText || $has !== undefined);
  });
  // Where it is not needed, an index can answer alone.
  return isMet ? filterOf(where) : [...filterOf(where), HAS_DOCUMENT];
}

/** Which parts of a row have these fields. */
export function projectionOf(fields: readonly string[]): Record<string, 1> {
  return Object.fromEntries(['_id', ...fields].map((field) => [pathOf(field), 1]));
}

/** A declared index, extended by the id so that it gives the order of pages. */
export function indexOf(index: IndexSpec): {
  name: string;
  key: Record<string, 1 | -1>;
  partialFilterExpression?: Document;
} {
  const fields = sortFields(index.fields);
  for (const [field] of fields) assertField(field);
  const also = index.also ?? [];
  const list = fields.map(([field, direction]) => `${field}${direction === 1 ? '' : ' DESC'}`).join(', ');
  return {
    name: ['by ' + list, ...(index.isSparse ? ['sparse'] : []), ...also].join(', '),
    key: Object.fromEntries(
      [...fields, ...also.map((field) => [field, 1] as const)].map(([field, direction]) => [
        pathOf(field),
        direction,
      ]),
    ),
    // MongoDB's own sparse indexes have all documents, because all have an id.
    ...(index.isSparse && {
      partialFilterExpression: Object.fromEntries(
        sparseFields(index).map((field) => [pathOf(field), { $exists: true }]),
      ),
    }),
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
  if (operator === '$has') return [{ $in: operand }];
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

function all(conditions: readonly Document[]): Document {
  const [only] = conditions;
  if (!only) return {};
  return conditions.length === 1 ? only : { $and: [...conditions] };
}
