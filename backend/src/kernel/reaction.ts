import type { EventTypes, Recorded } from './event.js';

/**
 * What we do in the outside world because something happened. Each reaction has its own position in the log, starts at
 * the end of the log when it is new, and is repeated after a crash or a failure: its effects must be idempotent, by ids
 * that derive from the id of the event.
 *
 * An event whose handling throws is tried again later, while the others go on; five times, and then it is parked. A
 * failure that the next event would meet too pauses the whole reaction: {@link PausingError}, and what the composition
 * root knows as an outage.
 */
export interface Reaction<Events extends EventTypes = EventTypes> {
  readonly name: string;
  readonly on: {
    readonly [Type in keyof Events & string]?: (event: Recorded<Type, Events[Type]>) => Promise<void>;
  };
  /**
   * Events of the same sequence are handled in the order of the log: while one waits or is parked, the later ones queue
   * behind it. By default the stream of the event.
   */
  readonly sequence?: (event: Recorded) => string;
}

/** The name of a reaction's position in the kernel store. */
export function checkpointOf(reaction: string): string {
  return `reaction-${reaction}`;
}

/** A failure that the next event would meet too, such as a server that can't be reached: the reaction pauses. */
export class PausingError extends Error {
  override readonly name: string = 'PausingError';
}

/** Something that the event refers to is not known yet, as when messages arrive out of order: it is tried for 72 hours. */
export class NotYetKnownError extends Error {
  override readonly name = 'NotYetKnownError';
}

/** How a reaction stands, for /health: it has dealt with everything up to `position`, but for what waits or is parked. */
export interface ReactionHealth {
  readonly name: string;
  readonly position: number;
  /** Why it pauses; null while it does not. */
  readonly error: string | null;
  /** Events that are tried again by themselves, with those that queue behind them. */
  readonly waiting: number;
  /** Events that are tried again by command only, with those that queue behind them. */
  readonly parked: number;
}
