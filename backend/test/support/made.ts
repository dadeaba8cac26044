import type { Abstract, Type } from '@nestjs/common';

/** A dependency of which a test needs a part only. */
export type Stub = readonly [token: unknown, part: unknown];

export function stub<T>(token: Abstract<T>, part: Partial<T>): Stub {
  return [token, part];
}

/** An instance of an injectable class with these dependencies; those that are missing are undefined. */
export function made<T>(type: Type<T>, ...stubs: readonly Stub[]): T {
  const parts = new Map(stubs);
  const tokens: unknown[] = Reflect.getMetadata('design:paramtypes', type) ?? [];
  return new type(...tokens.map((token) => parts.get(token)));
}
