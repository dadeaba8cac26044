import type { Stored } from '../../kernel/document-store.js';
import type { Difference } from '../../kernel/views/compare-views.js';

/** A field that two generations have otherwise, as text; null where a generation has no such document or field. */
export interface FieldDifference {
  readonly field: string;
  readonly live: string | null;
  readonly built: string | null;
}

const MOST_FIELDS = 20;
/** Ids, weeks, times and keys made of digits. Any other text may be personal. */
const HARMLESS =
  /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-W\d\d|\d{4}-\d\d-\d\d[\d:.TZ]*|[\d .:TZ-]*)$/;

/** The first fields of a document that differ. Texts that may be personal are not shown, only that they differ. */
export function fieldsOf({ live, built }: Difference): readonly FieldDifference[] {
  const [left, right] = [flat(live), flat(built)];
  const fields = [...new Set([...left.keys(), ...right.keys()])].toSorted();
  return fields
    .filter((field) => !Object.is(left.get(field), right.get(field)))
    .slice(0, MOST_FIELDS)
    .map((field) => ({ field, live: shown(left.get(field)), built: shown(right.get(field)) }));
}

/** The values of a document by path, such as `standing.rank`. */
function flat(document: Stored<object> | null): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>();
  const add = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) values.set(path, value);
    else for (const [key, part] of Object.entries(value)) add(part, path === '' ? key : `${path}.${key}`);
  };
  if (document) {
    const { _id, _position, ...content } = document as Stored<Record<string, unknown>>;
    add(content, '');
  }
  return values;
}

function shown(value: unknown): string | null {
  if (value === undefined) return null;
  return typeof value !== 'string' || HARMLESS.test(value) ? String(value) : 'text';
}
