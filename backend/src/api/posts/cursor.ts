import { Rejected } from '../../domain/aggregate.js';
import type { Scalar } from '../../infrastructure/document-store/query.js';

/** A place in a list, as it stands in an address: opaque to whoever holds it. */
export function encodeCursor(values: readonly Scalar[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** The place that a cursor of ours stands for. @throws Rejected (invalid) for anything else */
export function decodeCursor(cursor: string, length: number): readonly Scalar[] {
  const values = parse(cursor);
  const isOurs =
    Array.isArray(values) && values.length === length && values.every((value) => typeof value === 'string');
  if (!isOurs) throw new Rejected('invalid', 'This page of the list is not to be found. Please start again.');
  return values as string[];
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}
