import { aggregates } from '../../domain/aggregates.js';
import { evolveAll } from '../../kernel/aggregate.js';
import type { Recorded } from '../../kernel/event.js';

/** A value of the state of an aggregate that an event changed, as JSON; null for none. */
export interface Change {
  /** A path such as `moderation.isHidden`. */
  readonly field: string;
  readonly before: string | null;
  readonly after: string | null;
}

const MOST_CHANGES = 50;
const LONGEST_VALUE = 200;

/** What would let its reader in, or be guessed from: not even owners see it. */
const CREDENTIAL = /^(?:passwordHash|tokenHash|codeHash|recoveryHashes|secret|credentialId|publicKey)$/;

/**
 * What an event changed in the state of its stream, by the folds that decide: the state before it, and after it.
 * @param stream its stream up to this event at least, without what is personal
 */
export function changesBy(event: Recorded, stream: readonly Recorded[]): readonly Change[] {
  const aggregate = aggregates.find(({ category }) => event.stream.startsWith(`${category}-`));
  if (!aggregate) return [];
  const earlier = stream.filter(({ revision }) => revision < event.revision);
  const itself = stream.filter(({ revision }) => revision === event.revision);
  const before = evolveAll(aggregate, aggregate.initial, earlier);
  const after = evolveAll(aggregate, before, itself);
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...was.keys(), ...is.keys()])];
  return names
    .map((field) => ({ field, before: was.get(field) ?? null, after: is.get(field) ?? null }))
    .filter((change) => change.before !== change.after)
    .slice(0, MOST_CHANGES)
    .map(({ field, ...values }) => ({ field, before: cut(values.before), after: cut(values.after) }));
}

/** Data without credentials, at any depth; sets and maps as lists. */
export function withoutCredentials(value: unknown): unknown {
  if (value instanceof Set || value instanceof Map) return withoutCredentials([...value]);
  if (Array.isArray(value)) return value.map(withoutCredentials);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      CREDENTIAL.test(name) && field !== null ? '(hidden)' : withoutCredentials(field),
    ]),
  );
}

/** The values in a state, by their paths, as JSON. A list is one value. */
function fieldsOf(state: unknown): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const add = (value: unknown, path: string) => {
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
      for (const [name, field] of Object.entries(value)) add(field, path === '' ? name : `${path}.${name}`);
    } else if (value !== null && value !== undefined) found.set(path, JSON.stringify(value));
  };
  add(withoutCredentials(state), '');
  return found;
}

function cut(text: string | null): string | null {
  return text !== null && text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
}
