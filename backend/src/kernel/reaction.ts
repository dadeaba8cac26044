import type { DeadlineName } from './deadlines.js';
import type { EventTypes, Recorded } from './event.js';

/**
 * Acts in the outside world because events happened. Each reaction has its own checkpoint. A new reaction starts at the end
 * of the log. An event may be handled again after a crash or a failure, so effects must be idempotent, by ids that derive
 * from the id of the event.
 *
 * If handling an event throws, it is retried later, five times, and then parked. Other events continue. A failure that the
 * next event would meet too pauses the reaction: {@link PausingError}, and errors that the composition root classifies as
 * outages.
 */
export interface Reaction<Events extends EventTypes = EventTypes> {
  readonly name: string;
  readonly on: {
    readonly [Type in keyof Events & string]?: (
      event: Recorded<Type, Events[Type]>,
      attempt: Attempt,
    ) => Promise<void>;
  };
  /**
   * Events of the same sequence are handled in log order: while one is waiting or parked, later ones queue behind it.
   * Events of different sequences are handled at the same time and in any order, so a reaction whose acts read what another
   * of its acts writes must put both into one sequence. The default is the stream of the event.
   */
  readonly sequence?: (event: Recorded) => string;
}

/** How an event is handled this time. */
export interface Attempt {
  /**
   * Whether it may take long. The first try of an event holds up the later ones of its sequence, so it must not wait for a
   * silent server: it throws NeedsLongTryError. A try from the waiting list, and one during an outage, may take long.
   */
  readonly mayTakeLong: boolean;
  /** When it was tried first, ISO 8601; undefined the first time. */
  readonly since?: string;
}

/** The name of a reaction's checkpoint in the kernel store. */
export function checkpointOf(reaction: string): string {
  return `reaction-${reaction}`;
}

/** A failure that the next event would meet too, such as an unreachable server. The reaction pauses. */
export class PausingError extends Error {
  override readonly name: string = 'PausingError';
}

/** Something that the event refers to is not known yet, for example because messages arrived out of order. Retried for 72 hours. */
export class NotYetKnownError extends Error {
  override readonly name = 'NotYetKnownError';
}

/** A first try gave up early, and only a long one can tell why. It follows at once from the waiting list. */
export class NeedsLongTryError extends Error {
  override readonly name = 'NeedsLongTryError';
}

/** The progress of a reaction, for /health. It has handled all events up to `position`, except those waiting or parked. */
export interface ReactionHealth {
  readonly name: string;
  readonly position: number;
  /** Why it is paused; null while it runs. */
  readonly error: string | null;
  /** Events that are retried automatically, and those that queue behind them. */
  readonly waiting: number;
  /** Events that are retried by command only, and those that queue behind them. */
  readonly parked: number;
  /** Whether a request stopped waiting for an event that it has not handled yet. */
  readonly isLate: boolean;
  /** The event that it has been handling for longest; `since` is ISO 8601. Null between events. */
  readonly current: {
    readonly type: string;
    readonly position: number;
    readonly since: string;
  } | null;
}

/** The progress of this process's reactions. */
export abstract class ReactionProgress {
  /**
   * Waits until the reaction has handled the event at `position`. Returns true when it has, false when the deadline expires
   * and for an event that it retries later.
   */
  abstract handled(reaction: string, position: number, deadline: DeadlineName): Promise<boolean>;
}
