import type { DomainEvents } from '../domain/events.js';
import type { Projection as KernelProjection } from '../kernel/projection.js';

/** A read model of this domain. */
export type Projection<Document extends object> = KernelProjection<Document, DomainEvents>;

/** Declares a projection, so that TypeScript checks the table of folds. */
export function projection<Document extends object>(definition: Projection<Document>): Projection<Document> {
  return definition;
}
