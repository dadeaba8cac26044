import type { IndexSpec } from '../../src/kernel/document-store.js';
import { type Comparison, type Filter, type Query, sortFields } from '../../src/kernel/query.js';

/** The conditions of a filter that must all match, by field. */
function conditionsOf(filter: Filter): { field: string; comparison: Comparison }[] {
  return Object.entries(filter).flatMap(([field, condition]) => {
    if (field === '$and') return (condition as readonly Filter[]).flatMap(conditionsOf);
    if (field === '$or') return [];
    const isPlain = condition === null || typeof condition !== 'object';
    return [{ field, comparison: (isPlain ? { $eq: condition } : condition) as Comparison }];
  });
}

const isEquality = ({ $eq, $in, $has }: Comparison) =>
  $eq !== undefined || $in !== undefined || $has !== undefined;

/**
 * Whether an index serves a list completely: it starts with the fields of equality conditions, in any order, followed
 * by the sort fields in the same order, with equal or all reversed directions.
 */
export function covers({ fields }: IndexSpec, { where = {}, sort }: Query): boolean {
  const index = sortFields(fields);
  const fixed = new Set(
    conditionsOf(where)
      .filter(({ comparison }) => isEquality(comparison))
      .map(({ field }) => field),
  );
  if (!index.slice(0, fixed.size).every(([field]) => fixed.has(field))) return false;
  const rest = index.slice(fixed.size);
  const wanted = sortFields(sort);
  const [[, direction] = ['_id', 1]] = wanted;
  // Without a sort, any order is right.
  const turn = sort === undefined ? (rest[0]?.[1] ?? 1) : direction * (rest[0]?.[1] ?? 1);
  return wanted.every(([field, way], offset) => {
    const [indexed, up] = rest[offset] ?? [];
    return indexed === field && (sort === undefined || up === way * turn);
  });
}

/** Whether an index serves a count: it starts with the fields of equality conditions, followed by that of a range. */
export function counts({ fields }: IndexSpec, { where = {} }: Query): boolean {
  const index = sortFields(fields).map(([field]) => field);
  const conditions = conditionsOf(where);
  const fixed = new Set(
    conditions.filter(({ comparison }) => isEquality(comparison)).map(({ field }) => field),
  );
  const ranges = new Set(conditions.map(({ field }) => field).filter((field) => !fixed.has(field)));
  const next = fixed.size;
  return (
    index.slice(0, next).every((field) => fixed.has(field)) &&
    ranges.size <= 1 &&
    [...ranges].every((field) => index[next] === field)
  );
}

/** The indexes that serve the alternatives of an `$or`, one for each; empty if one has none, or if there is a sort. */
export function indexesOfAlternatives(
  indexes: readonly IndexSpec[],
  { where = {}, sort }: Query,
): readonly IndexSpec[] {
  const alternatives = (where.$or ?? []).map((way) =>
    indexes.find((index) => covers(index, { where: way, limit: 1 })),
  );
  return sort === undefined && !alternatives.includes(undefined)
    ? alternatives.filter((index) => index !== undefined)
    : [];
}

/** Whether a query searches inside strings, which no index can serve. */
const looksInside = ({ where = {} }: Query) =>
  conditionsOf(where).some(({ comparison }) => comparison.$contains !== undefined);

/** Every store finds a document by its id, and has its documents in the order of their ids. */
const isById = ({ where = {}, sort }: Query) => {
  if (typeof where._id === 'string') return true;
  const { $gt, $gte, $lt, $lte } = Object(where._id) as Comparison;
  const [[first] = ['_id']] = sortFields(sort);
  return first === '_id' && ($gt ?? $gte) !== undefined && ($lt ?? $lte) !== undefined;
};

export const isCounted = (indexes: readonly IndexSpec[], query: Query) =>
  isById(query) || indexes.some((index) => counts(index, query));

export const isServed = (indexes: readonly IndexSpec[], query: Query) =>
  isById(query) ||
  indexes.some((index) => covers(index, query)) ||
  indexesOfAlternatives(indexes, query).length > 0 ||
  looksInside(query);
