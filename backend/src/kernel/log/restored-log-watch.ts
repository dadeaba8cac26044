import type { EventLog, LoggedEvent } from '../event-log.js';
import type { KernelEvents } from '../kernel-events.js';
import type { Timer } from '../timer.js';
import { IDENTITY_STREAM } from './identity-stream.js';

const EVERY_MS = 10_000;
const RESTORED: keyof KernelEvents = 'LogRestored';

/** The log was restored from a backup while this process used it, so what this process knows may never have happened. */
export class LogRestoredError extends Error {
  override readonly name = 'LogRestoredError';

  constructor(finding: string) {
    super(`${finding}: the log was restored while this process ran, so it ends; start it again`);
  }
}

/** Notices that the log which this process reads was restored from a backup. */
export class RestoredLogWatch {
  private last: LoggedEvent | null = null;
  private end: (() => void) | null = null;
  /** The event that was gone at the last comparison; null if none was. */
  private missed: string | null = null;

  /** @param onRestored called at once; nothing more may be written */
  constructor(
    private readonly log: Pick<EventLog, 'readAt'>,
    private readonly timer: Pick<Timer, 'every'>,
    private readonly onRestored: (error: LogRestoredError) => void,
  ) {}

  /** Notes events that were read from the log, in its order. */
  see(events: readonly LoggedEvent[]): void {
    this.last = events.at(-1) ?? this.last;
    this.end ??= this.timer.every(EVERY_MS, () => void this.compare());
    const restored = events.find(({ type, stream }) => type === RESTORED && stream === IDENTITY_STREAM);
    if (restored) this.onRestored(new LogRestoredError(`Event ${restored.position} says so`));
  }

  stop(): void {
    this.end?.();
  }

  /** Looks whether the log still has the last event that was read. */
  private async compare(): Promise<void> {
    const { last } = this;
    if (!last) return;
    // Who reads the log tells that it is away.
    const found = await this.log.readAt(last.position).catch(() => last);
    const isGone = found?.id !== last.id;
    // Once may be a server that is not well.
    const isSure = isGone && this.missed === last.id;
    this.missed = isGone ? last.id : null;
    if (isSure) this.onRestored(new LogRestoredError(`Event ${last.position} is gone`));
  }
}
