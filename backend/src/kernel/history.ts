import type { Recorded } from './event.js';
import type { Position } from './event-log.js';
import type { Undecodable } from './undecodable.js';

export abstract class History {
  /**
   * All events of a stream, oldest first; empty if the stream does not exist. Personal fields are null if the key of the
   * person is destroyed. @throws EventLogUnavailableError
   */
  abstract of(stream: string): Promise<readonly Recorded[]>;

  /**
   * The events at these positions, by position. What can't be decoded says why; a position without an event is missing.
   * @throws EventLogUnavailableError
   */
  abstract at(positions: readonly Position[]): Promise<ReadonlyMap<Position, Recorded | Undecodable>>;
}
