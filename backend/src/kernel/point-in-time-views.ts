import type { ViewReader } from './document-store.js';
import type { Position } from './event-log.js';
import type { Projection } from './projection.js';

/** Who waits for a view of the past. */
export interface PastWatch {
  /** Called with the position of the last folded event. */
  readonly onProgress?: (progress: { readonly position: Position; readonly events: number }) => void;
  /** Stops it. */
  readonly signal?: AbortSignal;
}

/** Builds views as they were, beside the live ones. */
export abstract class PointInTimeViews {
  /** How often erasures have thrown away what was built. What was read before may be about a person who is erased. */
  abstract readonly erasures: number;

  /**
   * Builds a view from the events before a position, after the builds that run, and returns what `read` makes of it. The
   * documents are then removed. An erasure ends it.
   * @throws Error when it failed or was stopped
   */
  abstract read<Document extends object, Result>(
    projection: Projection<Document>,
    before: Position,
    read: (view: ViewReader<Document>) => Promise<Result>,
    watch?: PastWatch,
  ): Promise<Result>;
}
