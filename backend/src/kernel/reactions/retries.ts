import type { Clock } from '../clock.js';
import { messageOf } from '../error-message.js';
import type { EventTries } from './event-tries.js';
import { Backoff } from './outage.js';
import type { WaitingList } from './waiting-list.js';

/** So many sequences of the waiting list are retried beside each other, and beside the partitions. */
const MOST_RUNNING = 32;

/** What retries ask and tell the reaction that they belong to. */
export interface RetriesHost {
  readonly mayStart: () => boolean;
  /** Runs a retry, and waits for it at a stop. */
  readonly run: (retry: Promise<void>) => void;
  /** One has ended: with the error of an outage, or null. */
  readonly ended: (error: unknown) => void;
}

/** Retries the due events of a waiting list: sequences beside each other, each in order. In an outage, with growing pauses. */
export class Retries {
  private readonly retrying = new Set<string>();
  private readonly pauses = new Backoff();
  private cause: string | null = null;
  private from = 0;

  constructor(
    private readonly list: WaitingList,
    private readonly tries: EventTries,
    private readonly clock: Clock,
    private readonly stopping: AbortSignal,
    private readonly host: RetriesHost,
  ) {}

  get running(): number {
    return this.retrying.size;
  }

  /** Why the last one met an outage; null if it did not. */
  get problem(): string | null {
    return this.cause;
  }

  /** Ends the pause after an outage. */
  hurry(): void {
    this.from = 0;
  }

  /** Starts what is due. */
  start(): void {
    const now = this.clock.now();
    if (this.list.isEmpty || now.getTime() < this.from) return;
    for (const sequence of this.list.due(now)) {
      if (!this.host.mayStart() || this.retrying.size >= MOST_RUNNING) return;
      if (this.retrying.has(sequence)) continue;
      this.retrying.add(sequence);
      this.host.run(this.retry(sequence));
    }
  }

  private async retry(sequence: string): Promise<void> {
    let outage: unknown = null;
    try {
      await this.tries.again(sequence, this.stopping);
      this.pauses.reset();
      this.cause = null;
    } catch (error) {
      outage = error;
      this.cause = messageOf(error);
      this.from = this.clock.now().getTime() + this.pauses.next();
    }
    this.retrying.delete(sequence);
    this.host.ended(outage);
  }
}
