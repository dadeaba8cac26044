import type { EventTypes, Recorded } from './event.js';

/**
 * What we do in the outside world because something happened. Each reaction has its own checkpoint, starts at the end
 * of the log when it is new, and is repeated after a crash or a failure: its effects must be idempotent, by ids
 * that derive from the id of the event.
 */
export interface Reaction<Events extends EventTypes = EventTypes> {
  readonly name: string;
  readonly on: {
    readonly [Type in keyof Events & string]?: (event: Recorded<Type, Events[Type]>) => Promise<void>;
  };
}
