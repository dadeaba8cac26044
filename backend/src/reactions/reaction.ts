import type { Recorded } from '../domain/catalogue.js';
import type { DomainEvents } from '../domain/events.js';

/**
 * What we do in the outer world because something happened. Each reaction has a checkpoint of its own, begins
 * at the end of the log when it is new, and is repeated after a crash or a failure: what it does must be
 * idempotent, by ids that derive from the event's.
 */
export interface Reaction {
  readonly name: string;
  readonly on: {
    readonly [Type in keyof DomainEvents]?: (event: Recorded<Type, DomainEvents[Type]>) => Promise<void>;
  };
}
