import type { Recorded } from './event.js';
import type { Position } from './event-log.js';
import type { Undecodable } from './undecodable.js';

export abstract class History {
  /**
   * All events of a stream, oldest first; empty if the stream does not exist. Personal fields of erased people are null.
   * @throws EventLogUnavailableError, UndecodableError
   */
  abstract of(stream: string): Promise<readonly Recorded[]>;

  /** The same without the events that can't be decoded, which are returned apart. For what only shows them. */
  abstract readable(
    stream: string,
  ): Promise<{ readonly events: readonly Recorded[]; readonly undecodable: readonly Undecodable[] }>;

  /**
   * The events at these positions, by position. What can't be decoded says why; a position without an event is missing.
   * @throws EventLogUnavailableError
   */
  abstract at(positions: readonly Position[]): Promise<ReadonlyMap<Position, Recorded | Undecodable>>;
}

/** The same with the personal fields of erased people, as long as their key is not destroyed: for the erasure itself. */
export abstract class UnmaskedHistory extends History {}
