import type { Filter, Query, Scalar } from '../../src/kernel/query.js';

/** The value of a field by its path; null when missing. */
export function valueAt(document: object, field: string): Scalar {
  const value = field
    .split('.')
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | null | undefined)?.[part], document);
  return (value ?? null) as Scalar;
}

/** A simple model of the query language: whether the filter matches. */
export function matches(document: object, filter: Filter): boolean {
  return Object.entries(filter).every(([field, condition]) => {
    if (field === '$and') return (condition as Filter[]).every((part) => matches(document, part));
    if (field === '$or') return (condition as Filter[]).some((part) => matches(document, part));
    const value = valueAt(document, field);
    if (condition === null || typeof condition !== 'object') return value === condition;
    return Object.entries(condition).every(([operator, operand]) => holds(value, operator, operand));
  });
}

/** The documents of a query without `after`. */
export function page<Document extends { readonly _id: string }>(
  documents: readonly Document[],
  { where = {}, sort = {}, limit }: Query,
): Document[] {
  const directions = Object.entries(sort);
  if (!('_id' in sort)) directions.push(['_id', directions.at(-1)?.[1] ?? 1]);
  const order = (one: Document, two: Document): number => {
    for (const [field, direction] of directions) {
      const difference = compare(valueAt(one, field), valueAt(two, field));
      if (difference !== 0) return difference * direction;
    }
    return 0;
  };
  return documents
    .filter((document) => matches(document, where))
    .toSorted(order)
    .slice(0, limit);
}

function holds(value: Scalar, operator: string, operand: unknown): boolean {
  if (operator === '$eq') return value === operand;
  if (operator === '$ne') return value !== operand;
  if (operator === '$in') return (operand as Scalar[]).includes(value);
  if (typeof value !== typeof operand) return false;
  if (operator === '$prefix') return (value as string).startsWith(operand as string);
  if (operator === '$contains') return (value as string).includes(operand as string);
  const difference = compare(value, operand as Scalar);
  if (operator === '$lt') return difference < 0;
  if (operator === '$lte') return difference <= 0;
  if (operator === '$gt') return difference > 0;
  return difference >= 0;
}

/** Null first; strings by their bytes; otherwise by value, false before true. */
function compare(one: Scalar, two: Scalar): number {
  if (one === null || two === null) return Number(one !== null) - Number(two !== null);
  if (typeof one === 'string' && typeof two === 'string')
    return Buffer.compare(Buffer.from(one), Buffer.from(two));
  return Number(one) - Number(two);
}
