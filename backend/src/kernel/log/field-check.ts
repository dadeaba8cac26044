import { Compile } from 'typebox/compile';
import { type Field, schemaOf } from '../field.js';

/** Checks whether values fit a field, with a function that is compiled at the first use. */
export class FieldCheck {
  private compiled: ReturnType<typeof Compile> | null = null;

  constructor(private readonly field: Field) {}

  /** What is wrong with the value, in words that name the field and never the value; null if it fits. */
  problemWith(value: unknown): string | null {
    this.compiled ??= Compile(schemaOf(this.field));
    if (this.compiled.Check(value)) return null;
    const problem = this.compiled.Errors(value)[0];
    if (!problem) return 'data does not fit';
    const path = problem.instancePath.split('/').slice(1);
    const [missing] = problem.keyword === 'required' ? problem.params.requiredProperties : [];
    if (missing !== undefined) return `${[...path, missing].join('.')} is missing`;
    return `${path.join('.')} ${problem.message}`;
  }
}
