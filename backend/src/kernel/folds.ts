import type { Recorded } from './event.js';
import type { Projection } from './projection.js';

/** Documents of a view in memory. The same events give the same documents as in the view. */
export interface MemoryFold {
  /** Folds more events, in the order of the log. */
  add(events: readonly Recorded[]): void;
  /** The documents as they are now, by id. */
  documents(): ReadonlyMap<string, object>;
  /** How many documents and events it has parked, as the view does. */
  readonly parked: number;
}

/** Folds events in memory, beside the views. */
export abstract class Folds {
  /** @param isWanted leaves out all other documents */
  abstract of(projection: Projection<object>, isWanted?: (id: string) => boolean): MemoryFold;
}
