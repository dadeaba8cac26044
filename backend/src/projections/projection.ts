import type { DomainEvents } from '../domain/events.js';
import type { Projection as KernelProjection } from '../kernel/projection.js';

/** A projection of this domain. */
export type Projection<Document extends object> = KernelProjection<Document, DomainEvents>;

/** Declares a projection, so that TypeScript checks its folds. */
export function projection<Document extends object>(definition: Projection<Document>): Projection<Document> {
  return definition;
}
