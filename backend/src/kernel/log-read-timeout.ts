import { setImmediate as nextTurn } from 'node:timers/promises';
import { isRead } from './causation.js';
import { type EventLog, EventLogUnavailableError, type LoggedEvent, type Position } from './event-log.js';
import { DEADLINES } from './deadlines.js';
import type { Timer } from './timer.js';

type Reads = Pick<EventLog, 'readStream' | 'readLast' | 'readAll' | 'readAt' | 'head'>;

/**
 * The reads of the log that requests make. Requests that only show something never wait long: after a quarter of a second
 * a read fails, and further ones fail at once until the log has answered or refused that one. Others wait as the log does.
 */
export class ReadsWithTimeout implements Reads {
  /** The number of reads that a request has given up and the log has not answered yet. */
  private overdue = 0;

  constructor(
    private readonly log: Reads,
    private readonly timer: Pick<Timer, 'deadline'>,
  ) {}

  readStream(stream: string, fromRevision?: number, limit?: number): Promise<LoggedEvent[]> {
    return this.promptly(() => this.log.readStream(stream, fromRevision, limit));
  }

  readLast(stream: string): Promise<LoggedEvent | null> {
    return this.promptly(() => this.log.readLast(stream));
  }

  readAll(after: Position, limit: number): Promise<LoggedEvent[]> {
    return this.promptly(() => this.log.readAll(after, limit));
  }

  readAt(position: Position): Promise<LoggedEvent | null> {
    return this.promptly(() => this.log.readAt(position));
  }

  head(): Promise<Position> {
    return this.promptly(() => this.log.head());
  }

  /** @throws EventLogUnavailableError */
  private async promptly<Result>(read: () => Promise<Result>): Promise<Result> {
    if (!isRead()) return read();
    if (this.overdue > 0) throw new EventLogUnavailableError('the event log has not answered for a while');
    let expire: () => void = () => undefined;
    const late = new Promise<void>((resolve) => {
      expire = resolve;
    });
    const deadline = this.timer.deadline('log for a read', expire);
    let hasSettled = false;
    const reading = read().finally(() => {
      hasSettled = true;
      deadline.end();
    });
    await Promise.race([reading, late.then(pendingIo)]);
    if (hasSettled) return reading;
    this.overdue += 1;
    const end = () => void (this.overdue -= 1);
    reading.then(end, end);
    throw new EventLogUnavailableError(
      `the event log did not answer within ${DEADLINES['log for a read'].ms} ms`,
    );
  }
}

/** What arrived while this process was busy is handled first. */
async function pendingIo(): Promise<void> {
  await nextTurn();
  await nextTurn();
}
