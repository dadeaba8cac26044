import type { Recorded } from './event.js';

export abstract class History {
  /**
   * All events of a stream, oldest first; empty if the stream does not exist. Personal fields are null if the key of the
   * person is destroyed. @throws EventLogUnavailableError
   */
  abstract of(stream: string): Promise<readonly Recorded[]>;
}
