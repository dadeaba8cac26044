/** A value that documents are compared with. */
export type Scalar = string | number | boolean | null;

/** What a value of a cursor is: a whole number from 0, a time in ISO 8601, another text that is not empty, or one of these. */
export type CursorPart = 'number' | 'time' | 'text' | readonly string[];

/**
 * A condition on one field. A field has values of one type (or null). Comparisons match values of the operand's type only.
 * A missing field counts as null. Only `$has` compares lists.
 */
export interface Comparison {
  readonly $eq?: Scalar;
  readonly $ne?: Scalar;
  readonly $in?: readonly Scalar[];
  readonly $lt?: string | number;
  readonly $lte?: string | number;
  readonly $gt?: string | number;
  readonly $gte?: string | number;
  /** The text starts with this. Case-sensitive. */
  readonly $prefix?: string;
  /** The text contains this. Case-sensitive. */
  readonly $contains?: string;
  /** The field is a list of texts, and has one of these. Goes with conditions on `_id` only, in the order of `_id`. */
  readonly $has?: readonly string[];
}

/** Conditions on fields, all of which must hold; `$and` and `$or` take lists of filters (at least one). */
export interface Filter {
  readonly [field: string]: Scalar | Comparison | readonly Filter[] | undefined;
  readonly $and?: readonly Filter[];
  readonly $or?: readonly Filter[];
}

/** Fields in order of significance: 1 ascending, -1 descending. Texts sort by their UTF-8 bytes, null first. */
export type Sort = Readonly<Record<string, 1 | -1>>;

export interface Query {
  readonly where?: Filter;
  /** `_id` is added at the end, so that every order is total. */
  readonly sort?: Sort;
  readonly limit: number;
  /** A cursor: the values of the sort's fields, `_id` last, of the document after which the results start. */
  readonly after?: readonly Scalar[];
}

export class UnsupportedQueryError extends Error {
  override readonly name = 'UnsupportedQueryError';
}

const FIELD = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*$/;
const MOST = 1000;

const isScalar = (value: unknown): value is Scalar =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
const isOrdered = (value: unknown): boolean => typeof value === 'string' || Number.isFinite(value);
const isText = (value: unknown): boolean => typeof value === 'string';

/** The operators, and the check of their operands. */
const OPERANDS: Readonly<Record<keyof Comparison, (operand: unknown) => boolean>> = {
  $eq: isScalar,
  $ne: isScalar,
  $in: (operand) => Array.isArray(operand) && operand.every(isScalar),
  $lt: isOrdered,
  $lte: isOrdered,
  $gt: isOrdered,
  $gte: isOrdered,
  $prefix: isText,
  $contains: isText,
  $has: (operand) => Array.isArray(operand) && operand.every(isText),
};

/** A value for each field of the sort, the last of which is an id. */
const isCursor = (after: unknown, length: number): boolean =>
  Array.isArray(after) && after.length === length && after.every(isScalar) && isText(after.at(-1));

/**
 * Checks that a query belongs to the closed query language, which is the same on every store.
 * @throws UnsupportedQueryError
 */
export function assertQuery({ where, sort, limit, after }: Query): void {
  if (where !== undefined) assertFilter(where);
  if (listIn(where) && Object.keys(sort ?? {})[0] !== '_id') {
    throw new UnsupportedQueryError('$has takes the order of _id');
  }
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST) {
    throw new UnsupportedQueryError(`a limit is a whole number from 1 to ${MOST}, not ${limit}`);
  }
  for (const [field, direction] of Object.entries(sort ?? {})) {
    assertField(field);
    if (direction !== 1 && direction !== -1) throw new UnsupportedQueryError(`${field} sorts by 1 or -1`);
  }
  const { length } = sortFields(sort);
  if (after !== undefined && !isCursor(after, length)) {
    throw new UnsupportedQueryError(`"after" takes ${length} values, those of the sort and the _id`);
  }
}

/**
 * Checks that a filter belongs to the closed query language. @throws UnsupportedQueryError
 * @param isPart whether it is a part of another one
 */
export function assertFilter(filter: Filter, isPart = false): void {
  if (filter === null || typeof filter !== 'object' || Array.isArray(filter)) {
    throw new UnsupportedQueryError('a filter is an object of conditions on fields');
  }
  const list = listIn(filter);
  if (list && (isPart || Object.keys(list.where).some((field) => field !== '_id'))) {
    throw new UnsupportedQueryError('$has goes with conditions on _id only');
  }
  for (const [field, condition] of Object.entries(filter)) {
    if (field === '$and' || field === '$or') assertFilters(field, condition);
    else {
      assertField(field);
      assertCondition(field, condition);
    }
  }
}

/**
 * The fields of a sort with their directions. `_id` is the last, in the direction of the field before it; fields after
 * `_id` would have no effect and are dropped.
 */
export function sortFields(sort: Sort = {}): readonly (readonly [string, 1 | -1])[] {
  const fields = Object.entries(sort);
  const id = fields.findIndex(([field]) => field === '_id');
  return id < 0 ? [...fields, ['_id', fields.at(-1)?.[1] ?? 1]] : fields.slice(0, id + 1);
}

function assertFilters(operator: string, filters: unknown): void {
  if (!Array.isArray(filters) || filters.length === 0) {
    throw new UnsupportedQueryError(`${operator} takes a list of at least one filter`);
  }
  for (const filter of filters) assertFilter(filter as Filter, true);
}

/**
 * Checks the name of a field: letters, digits and underscores, in parts separated by dots.
 * @throws UnsupportedQueryError
 */
export function assertField(field: string): void {
  if (!FIELD.test(field)) throw new UnsupportedQueryError(`not the name of a field: ${field}`);
}

function assertCondition(field: string, condition: unknown): void {
  if (isScalar(condition)) return;
  const operators = Object.entries(Object(condition));
  if (Array.isArray(condition) || operators.length === 0) {
    throw new UnsupportedQueryError(`${field} takes a value or operators`);
  }
  for (const [operator, operand] of operators) {
    const accepts = Object.hasOwn(OPERANDS, operator) ? OPERANDS[operator as keyof Comparison] : null;
    if (!accepts) throw new UnsupportedQueryError(`there is no operator ${operator}`);
    if (!accepts(operand)) throw new UnsupportedQueryError(`${operator} of ${field} can't take this operand`);
  }
}

/** A query for documents with one of several values in a field, in the order of another field. */
export interface Merge {
  /** The field with a value of its own for each list to be merged. */
  readonly field: string;
  readonly values: readonly string[];
  /** The other conditions. */
  readonly where: Filter;
  readonly key: string;
  readonly direction: 1 | -1;
  /** Whether the field is a list, so that a document may have more than one of the values. */
  readonly isList: boolean;
}

/** The condition of a filter on a list, and the other ones; null without one. */
export function listIn(filter: Filter = {}): Pick<Merge, 'field' | 'values' | 'where'> | null {
  const [field, condition] = Object.entries(filter).find(([, one]) => Object(one).$has !== undefined) ?? [];
  if (field === undefined) return null;
  const { [field]: _, ...where } = filter;
  return { field, values: [...new Set((condition as Comparison).$has)], where };
}

/**
 * The merge that a checked query asks for; null if it is no merge. Databases sort everything that has one of many values.
 * Merging the index ranges of the values instead reads one document for each value and one for each result, however many
 * documents have these values. A query is a merge if one field has `$has`, or `$in` with several texts, and the only field
 * of the sort is the id or has a `$gte`, which excludes nulls.
 */
export function mergeOf({ where = {}, sort, after }: Query): Merge | null {
  const [[key, direction] = ['', 1 as const], ...others] = Object.entries(sort ?? {});
  if (key === '' || others.length > 0 || where.$and || where.$or) return null;
  const list = listIn(where);
  if (list) return { ...list, key, direction, isList: true };
  if (key !== '_id' && (Object(where[key]).$gte === undefined || after?.[0] === null)) return null;
  const lists = Object.entries(where).filter(([, condition]) => Array.isArray(Object(condition).$in));
  const [[field, condition] = ['', null], ...more] = lists;
  if (more.length > 0 || field === key || Object.keys(Object(condition)).length !== 1) return null;
  const values = new Set((condition as Comparison).$in);
  if (values.size < 2 || [...values].some((value) => typeof value !== 'string')) return null;
  const rest = Object.fromEntries(Object.entries(where).filter(([name]) => name !== field));
  return { field, values: [...values] as string[], where: rest, key, direction, isList: false };
}

/** The value of a field by its path; null when missing. */
export function valueAt(document: object, field: string): Scalar {
  let value: unknown = document;
  for (const part of field.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[part];
  return (value ?? null) as Scalar;
}

/** Whether a checked filter matches a document. The stores decide the same; their contract compares them with this. */
export function matches(document: object, filter: Filter): boolean {
  return Object.entries(filter).every(([field, condition]) => {
    if (field === '$and') return (condition as Filter[]).every((part) => matches(document, part));
    if (field === '$or') return (condition as Filter[]).some((part) => matches(document, part));
    const value = valueAt(document, field);
    if (condition === null || typeof condition !== 'object') return value === condition;
    return Object.entries(condition).every(([operator, operand]) => holds(value, operator, operand));
  });
}

/** The place of a document in a sort: the values of its fields, the id last. Usable as a cursor. */
export function placeIn(document: object, sort: Sort | undefined): readonly Scalar[] {
  return sortFields(sort).map(([field]) => valueAt(document, field));
}

/** The order of two places in a sort: negative if the first one comes first. */
export function comparePlaces(
  one: readonly Scalar[],
  other: readonly Scalar[],
  sort: Sort | undefined,
): number {
  for (const [index, [, direction]] of sortFields(sort).entries()) {
    const difference = compare(one[index] ?? null, other[index] ?? null);
    if (difference !== 0) return difference * direction;
  }
  return 0;
}

function holds(value: unknown, operator: string, operand: unknown): boolean {
  if (operator === '$has') {
    return Array.isArray(value) && value.some((text) => (operand as readonly unknown[]).includes(text));
  }
  if (operator === '$eq') return value === operand;
  if (operator === '$ne') return value !== operand;
  if (operator === '$in') return (operand as unknown[]).includes(value);
  if (typeof value !== typeof operand) return false;
  if (operator === '$prefix') return (value as string).startsWith(operand as string);
  if (operator === '$contains') return (value as string).includes(operand as string);
  const difference = compare(value as Scalar, operand as Scalar);
  if (operator === '$lt') return difference < 0;
  if (operator === '$lte') return difference <= 0;
  if (operator === '$gt') return difference > 0;
  return difference >= 0;
}

/** Null first; texts by their UTF-8 bytes; otherwise by value, false before true. */
function compare(one: Scalar, other: Scalar): number {
  if (one === other) return 0;
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  if (typeof one !== 'string' || typeof other !== 'string') return Number(one) - Number(other);
  // Only characters outside of the basic plane have another order in UTF-16.
  if (BEYOND_BASIC.test(one) || BEYOND_BASIC.test(other))
    return Buffer.compare(Buffer.from(one), Buffer.from(other));
  return one < other ? -1 : 1;
}

const BEYOND_BASIC = /[\ud800-\udfff]/;
