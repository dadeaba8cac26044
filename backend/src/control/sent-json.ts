import { Rejected } from '../kernel/aggregate.js';
import type { Field, TypeOf } from '../kernel/field.js';
import { FieldCheck } from '../kernel/log/field-check.js';

/** What came as JSON through the operators' socket, if it fits. @throws Rejected (invalid) with the field that does not */
export function sentJson<Of extends Field>(of: Of, json: string): TypeOf<Of> {
  const value = parsed(json);
  const problem = new FieldCheck(of).problemWith(value);
  if (problem === null) return value;
  throw new Rejected('invalid', `This request does not fit: ${problem}.`);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new Rejected('invalid', 'This request is not JSON.');
  }
}
