import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import { Clock, Ids, Stopwatch } from '../../kernel/clock.js';

export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}

/** The monotonic clock of the process. */
export class SystemStopwatch extends Stopwatch {
  elapsed(): number {
    return performance.now();
  }
}

/** Random ids. UUIDs are version 7: they increase with time, which keeps the log's index compact. */
export class RandomIds extends Ids {
  uuid(): string {
    return v7();
  }

  secret(bytes: number): string {
    return randomBytes(bytes).toString('base64url');
  }
}
