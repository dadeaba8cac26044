import type { LoggedEvents } from '../domain/events.js';
import type { EventFold, Projection as KernelProjection } from '../kernel/projection.js';

/** A projection of this domain, of the events of the kernel if it wants them. */
export type Projection<Document extends object> = KernelProjection<Document, LoggedEvents>;

/** Declares a projection, so that TypeScript checks its folds. */
export function projection<Document extends object>(
  definition: Projection<Document> & { readonly figures?: readonly (keyof Document)[] },
): Projection<Document> {
  return definition;
}

/** The folds of several types of events that are folded alike. */
export function foldEach<Document extends object, Type extends keyof LoggedEvents & string>(
  types: readonly Type[],
  foldOf: (type: Type) => EventFold<Document, Type, LoggedEvents[Type]>,
): { readonly [Each in Type]: EventFold<Document, Each, LoggedEvents[Each]> } {
  return Object.fromEntries(types.map((type) => [type, foldOf(type)])) as never;
}
