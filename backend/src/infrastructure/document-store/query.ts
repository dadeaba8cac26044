/** A value that documents are compared with. */
export type Scalar = string | number | boolean | null;

/**
 * What may be asked of one field. A field holds values of one type (or null); comparisons meet values of the operand's type only,
 * and a missing field counts as null.
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
