import type { Recorded } from './event.js';

/** What happened, stream by stream, as the program knows events now. */
export abstract class History {
  /**
   * Every event of a stream, oldest first; none of one that nothing was written to. Personal fields of people whose keys
   * are destroyed are null. @throws EventLogUnavailableError
   */
  abstract of(stream: string): Promise<readonly Recorded[]>;
}
