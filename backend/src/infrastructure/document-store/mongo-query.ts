import type { Document } from 'mongodb';
import type { IndexSpec } from '../../kernel/document-store.js';
import { successorOf } from './prefix-range.js';
import {
  type Comparison,
  type Filter,
  type Query,
  type Scalar,
  assertField,
  sortFields,
} from '../../kernel/query.js';

/** Where one field of a sort stands at the end of a page. */
interface Place {
  readonly path: string;
  readonly direction: 1 | -1;
  readonly value: Scalar;
}

/** A question to MongoDB: what to match, and in which order. */
export interface MongoQuery {
  readonly filter: Document;
  readonly sort: readonly (readonly [string, 1 | -1])[];
}

/** Rows without a document are none: tombstones, the progress, what is parked. */
const HAS_DOCUMENT: Document = { 'state.document': { $ne: null } };

/**
 * The questions that find, one after the other, what a checked query asks for. All but the first go on where the one before ends, each in a
 * range of an index, whatever the mixture of directions: what is alike in all fields but the last, and so on outwards.
 */
export function questionsOf({ where = {}, sort, after }: Query): readonly MongoQuery[] {
  const filter = filterOf(where);
  const stretches = after ? stretchesAfter(sort, after) : [{ conditions: [], alike: 0 }];
  const order = sortFields(sort).map(([field, direction]) => [pathOf(field), direction] as const);
  return stretches.map(({ conditions, alike }) => ({
    filter: all([...filter, ...conditions, HAS_DOCUMENT]),
    // MongoDB would sort by what is alike in the whole stretch where that is null.
    sort: order.slice(alike),
  }));
}

/** What a checked filter matches. */
export function matchOf(where: Filter): Document {
  return all([...filterOf(where), HAS_DOCUMENT]);
}

/** A declared index, ended by the id so that a page's order is the index's. */
export function indexOf(index: IndexSpec): { name: string; key: Record<string, 1 | -1> } {
  const fields = sortFields(index.fields);
  for (const [field] of fields) assertField(field);
  return {
    name: `by ${fields.map(([field, direction]) => `${field}${direction === 1 ? '' : ' DESC'}`).join(', ')}`,
    key: Object.fromEntries(fields.map(([field, direction]) => [pathOf(field), direction])),
  };
}

/** Where a field is found in a row. */
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

/** MongoDB's own operators mean what the language says: types are told apart, and what is missing is null. */
function comparisonsOf(operator: string, operand: unknown): Document[] {
  // The empty text is the least, so that nothing but texts is looked into.
  if (operator === '$contains') return [{ $gte: '' }, { $regex: literalOf(operand as string) }];
  if (operator !== '$prefix') return [{ [operator]: operand }];
  const end = successorOf(operand as string);
  return [{ $gte: operand, ...(end !== null && { $lt: end }) }];
}

/** A regular expression that matches a text to the letter. */
function literalOf(text: string): string {
  // A pattern can't have a byte of zero in it.
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`).replaceAll('\0', String.raw`\x00`);
}

/** What comes after a place in the order. `alike` is how many of the sort's fields are the same in the whole stretch. */
function stretchesAfter(
  sort: Query['sort'],
  after: readonly Scalar[],
): readonly { readonly conditions: readonly Document[]; readonly alike: number }[] {
  const fields = sortFields(sort).map(([field, direction], place) => ({
    path: pathOf(field),
    direction,
    value: after[place] ?? null,
  }));
  return fields
    .map((field, place) => {
      const before = fields.slice(0, place).map(({ path, value }) => ({ [path]: { $eq: value } }));
      return beyond(field).map(({ condition, isAlike }) => ({
        conditions: [...before, condition],
        alike: isAlike ? place + 1 : place,
      }));
    })
    .reverse()
    .flat();
}

/** What comes after a value of one field. Nulls, which come first, are a stretch of their own where the order is descending. */
function beyond({ path, direction, value }: Place): readonly { condition: Document; isAlike: boolean }[] {
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
