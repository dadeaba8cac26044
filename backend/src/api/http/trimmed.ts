import type { TransformFnParams } from 'class-transformer';

/** For `@Transform`: a text without the space around it; anything else as it came, for validation to refuse. */
export function trimmed({ value }: TransformFnParams): unknown {
  return typeof value === 'string' ? value.trim() : value;
}
