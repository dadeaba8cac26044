import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Clock, Ids } from '../../kernel/clock.js';
import { DEADLINES, type DeadlineName } from '../../kernel/deadlines.js';
import { timedUuid } from '../../kernel/timed-uuid.js';
import { type Deadline, Timer } from '../../kernel/timer.js';

export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}

/** By the monotonic clock of the process. */
export class SystemTimer extends Timer {
  override elapsed(): number {
    return performance.now();
  }

  override async pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
    await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
  }

  override rest(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return this.pause(milliseconds, signal);
  }

  override deadline(
    name: DeadlineName,
    expire: () => void,
    milliseconds: number = DEADLINES[name].ms,
  ): Deadline {
    const timer = setTimeout(expire, milliseconds);
    return { restart: () => void timer.refresh(), end: () => clearTimeout(timer) };
  }

  override every(milliseconds: number, work: () => void): () => void {
    const timer = setInterval(work, milliseconds).unref();
    return () => clearInterval(timer);
  }
}

/** Random ids. */
export class RandomIds extends Ids {
  uuid(): string {
    return timedUuid();
  }

  secret(bytes: number): string {
    return randomBytes(bytes).toString('base64url');
  }
}
