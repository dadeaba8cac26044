import { messageOf } from '../error-message.js';
import type { Timer } from '../timer.js';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;

/** A pause that doubles with each failure, up to half a minute. */
export class Backoff {
  private milliseconds = FIRST_PAUSE_MS;

  next(): number {
    const { milliseconds } = this;
    this.milliseconds = Math.min(milliseconds * 2, LONGEST_PAUSE_MS);
    return milliseconds;
  }

  reset(): void {
    this.milliseconds = FIRST_PAUSE_MS;
  }
}

/** Whether every event of a reaction would fail at the moment, and until when nothing is tried. */
export class Outage {
  private readonly backoff = new Backoff();
  private cause: string | null = null;
  private waiting = false;

  constructor(
    private readonly timer: Pick<Timer, 'pause'>,
    private readonly stopping: AbortSignal,
  ) {}

  /** Why every event would fail; null while there is no outage. */
  get reason(): string | null {
    return this.cause;
  }

  get isPaused(): boolean {
    return this.waiting;
  }

  /** Waits until one event may be tried. */
  async pause(error: unknown): Promise<void> {
    this.cause = messageOf(error);
    this.waiting = true;
    await this.timer.pause(this.backoff.next(), this.stopping);
    this.waiting = false;
  }

  /** Ends the outage, because something succeeded. What had begun before a pause proves nothing. */
  end(): void {
    if (this.waiting) return;
    this.cause = null;
    this.backoff.reset();
  }
}
