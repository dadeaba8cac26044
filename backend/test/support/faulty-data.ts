import { type Schema, schemaOf } from '../../src/kernel/field.js';
import type { EventSpec } from '../../src/kernel/event.js';
import { exampleOf } from './example-data.js';

/** Data with one fault, and the path of the field that has it. */
export interface FaultyData {
  readonly fault: 'missing' | 'null' | 'of a wrong type' | 'empty' | 'too long';
  readonly field: string;
  readonly data: Record<string, unknown>;
}

/** Longer than any text of an event in characters, however it is counted. */
const TOO_LONG = 'x'.repeat(200_001);

type Edit = (within: Record<string, unknown>) => void;

/** The example of an event type with each possible fault in turn: each field missing, null, of a wrong type, empty, too long. */
export function faultyData({ data }: EventSpec): FaultyData[] {
  return [...faultsIn(schemaOf(data), [])].map(({ fault, path, edit }) => {
    const whole = exampleOf(schemaOf(data), '') as Record<string, unknown>;
    edit(whole);
    return { fault, field: path.join('.'), data: whole };
  });
}

function* faultsIn(
  { properties = {}, required = [] }: Schema,
  path: readonly string[],
): Generator<{ fault: FaultyData['fault']; path: readonly string[]; edit: Edit }> {
  for (const [name, schema] of Object.entries(properties)) {
    const at = [...path, name];
    const setTo =
      (value: unknown): Edit =>
      (whole) => {
        const within = path.reduce<Record<string, unknown>>((part, key) => part[key] as never, whole);
        if (value === undefined) delete within[name];
        else within[name] = value;
      };
    const kinds = schema.anyOf ?? [schema];
    const [kind = schema] = kinds;
    if (required.includes(name)) yield { fault: 'missing', path: at, edit: setTo(undefined) };
    if (!kinds.some(({ type }) => type === 'null')) yield { fault: 'null', path: at, edit: setTo(null) };
    yield { fault: 'of a wrong type', path: at, edit: setTo(kind.type === 'number' ? '7' : 7.5) };
    if (kind.minLength) yield { fault: 'empty', path: at, edit: setTo('') };
    if (kind.type === 'string') yield { fault: 'too long', path: at, edit: setTo(TOO_LONG) };
    if (kind.properties) yield* faultsIn(kind, at);
  }
}
