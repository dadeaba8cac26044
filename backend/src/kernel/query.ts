/** A value that documents are compared with. */
export type Scalar = string | number | boolean | null;

/**
 * What may be asked of one field. A field holds values of one type (or null); comparisons meet values of the
 * operand's type only, and a missing field counts as null.
 */
export interface Comparison {
  readonly $eq?: Scalar;
  readonly $ne?: Scalar;
  readonly $in?: readonly Scalar[];
  readonly $lt?: string | number;
  readonly $lte?: string | number;
  readonly $gt?: string | number;
  readonly $gte?: string | number;
  /** The text begins with this, to the letter. */
  readonly $prefix?: string;
  /** The text has this in it, to the letter. */
  readonly $contains?: string;
}

/** Conditions on fields, all of which must hold; `$and` and `$or` take lists of filters (at least one). */
export interface Filter {
  readonly [field: string]: Scalar | Comparison | readonly Filter[] | undefined;
  readonly $and?: readonly Filter[];
  readonly $or?: readonly Filter[];
}

/** Fields in order of weight: 1 ascending, -1 descending. Texts sort by their UTF-8 bytes, null first. */
export type Sort = Readonly<Record<string, 1 | -1>>;

export interface Query {
  readonly where?: Filter;
  /** Ends with `_id` by itself, so that every order is total. */
  readonly sort?: Sort;
  readonly limit: number;
  /** Only what comes after the document with these values of the sort's fields, `_id` last. */
  readonly after?: readonly Scalar[];
}

/** A query outside the closed language. */
export class UnsupportedQueryError extends Error {
  override readonly name = 'UnsupportedQueryError';
}

const FIELD = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*$/;
const MOST = 1000;

const isScalar = (value: unknown): value is Scalar =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
const isOrdered = (value: unknown): boolean => typeof value === 'string' || Number.isFinite(value);
const isText = (value: unknown): boolean => typeof value === 'string';

/** Every operator there is, and what it takes. */
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
};

/** A place in an order: a value for each field, the last of which is an id. */
const isPlace = (after: unknown, length: number): boolean =>
  Array.isArray(after) && after.length === length && after.every(isScalar) && isText(after.at(-1));

/**
 * Lets a query of the closed language pass, the same on every engine. @throws UnsupportedQueryError for
 * anything else
 */
export function assertQuery({ where, sort, limit, after }: Query): void {
  if (where !== undefined) assertFilter(where);
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST) {
    throw new UnsupportedQueryError(`a limit is a whole number from 1 to ${MOST}, not ${limit}`);
  }
  for (const [field, direction] of Object.entries(sort ?? {})) {
    assertField(field);
    if (direction !== 1 && direction !== -1) throw new UnsupportedQueryError(`${field} sorts by 1 or -1`);
  }
  const places = sortFields(sort).length;
  if (after !== undefined && !isPlace(after, places)) {
    throw new UnsupportedQueryError(`"after" takes ${places} values, those of the sort and the _id`);
  }
}

/** Lets a filter of the closed language pass. @throws UnsupportedQueryError for anything else */
export function assertFilter(filter: Filter): void {
  if (filter === null || typeof filter !== 'object' || Array.isArray(filter)) {
    throw new UnsupportedQueryError('a filter is an object of conditions on fields');
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
 * The fields of a sort with their directions; `_id` ends it, in the direction of the field before: what came
 * after it would decide nothing.
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
  for (const filter of filters) assertFilter(filter as Filter);
}

/**
 * Lets the name of a field pass: letters, digits and underscores, in parts joined by dots. @throws
 * UnsupportedQueryError
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
