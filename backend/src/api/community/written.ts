import type { TransformFnParams } from 'class-transformer';
import { visibleText } from '../../domain/visible-text.js';

/**
 * For `@Transform`: a text in the one spelling of all that people write for others to see, without what can't be seen or
 * turns text around; empty when nothing is left. Anything else as it came, for validation to refuse.
 */
export function written({ value }: TransformFnParams): unknown {
  return typeof value === 'string' ? (visibleText(value) ?? '') : value;
}
