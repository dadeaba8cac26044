import { wholeCatalogue } from '../../src/domain/events.js';
import type { Catalogue } from '../../src/kernel/event.js';
import { type Schema, schemaOf } from '../../src/kernel/field.js';

/**
 * Data that fits an event type, without optional fields: each id is the name of its field. `given` fields replace those of
 * the example.
 */
export function exampleData(
  type: string,
  given: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const spec = (wholeCatalogue as Catalogue)[type];
  if (!spec) throw new Error(`the event ${type} is not in the catalogue`);
  return { ...(exampleOf(schemaOf(spec.data), type) as object), ...given };
}

const EXAMPLES: Readonly<Record<string, unknown>> = {
  time: '2026-11-21T12:00:00.000Z',
  day: '2026-11-21',
  week: '2026-W47',
};

/** A value that fits the schema of a field with this name. */
export function exampleOf(schema: Schema, name: string): unknown {
  if (schema.anyOf) return exampleOf(schema.anyOf[0] as Schema, name);
  if (schema.enum) return schema.enum[0];
  if (schema.title !== undefined && schema.title in EXAMPLES) return EXAMPLES[schema.title];
  if (schema.type === 'string') return name;
  if (schema.type === 'number') return 7;
  if (schema.type === 'boolean') return true;
  if (schema.items) return [exampleOf(schema.items, name)];
  if (schema.additionalProperties) return { [name]: exampleOf(schema.additionalProperties, name) };
  const { properties = {}, required = [] } = schema;
  return Object.fromEntries(required.map((field) => [field, exampleOf(properties[field] as Schema, field)]));
}
