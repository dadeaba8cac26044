import type { EventLog } from '../event-log.js';
import type { Recorded } from '../event.js';
import type { KernelLogger } from '../logger.js';
import type { EventCodec } from './codec.js';
import type { Quarantine } from './quarantine.js';

/** Receives events that can now be decoded. */
export interface Consumers {
  /** The names of the views that subscribe to one of these types. */
  hearing(types: readonly string[]): readonly string[];
  rebuild(views: readonly string[]): Promise<void>;
  /** Delivers events to the reactions that subscribe to them. They may have been delivered before. */
  deliver(events: readonly Recorded[]): Promise<void>;
}

export interface Retried {
  /** The events that left the quarantine, in log order. */
  readonly decoded: readonly Recorded[];
  /** The views that were rebuilt for them. */
  readonly views: readonly string[];
  /** The number of events that remain. */
  readonly left: number;
}

/**
 * Decodes the events in quarantine again, for example with a new program or restored keys. An event that can now be decoded
 * is not folded out of order: the views that subscribe to it are rebuilt. Then the reactions get it, and last it leaves
 * the quarantine. After a crash at any step, the next retry does all steps again.
 */
export class QuarantineRetry {
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly log: Pick<EventLog, 'readStream'>,
    private readonly codec: Pick<EventCodec, 'decode'>,
    private readonly quarantine: Quarantine,
    private readonly consumers: Consumers,
    private readonly logger: KernelLogger,
  ) {}

  /** Retries, after a running retry. @throws Error when a rebuild failed; then all events remain */
  retry(): Promise<Retried> {
    const run = this.turn.then(() => this.retryNow());
    this.turn = run.catch(() => undefined);
    return run;
  }

  /** The same in the background. Logs a failure. */
  retrySoon(): void {
    this.retry().catch((error: unknown) => {
      this.logger.error(error, 'the retry of the quarantine failed');
    });
  }

  /** Stores what this process could not decode before it had a lease. @throws DocumentStoreUnavailableError */
  async storeOwn(): Promise<void> {
    await this.quarantine.storeOwn();
  }

  private async retryNow(): Promise<Retried> {
    const decoded = await this.decodable();
    const views = this.consumers.hearing([...new Set(decoded.map(({ type }) => type))]);
    if (views.length > 0) await this.consumers.rebuild(views);
    if (decoded.length > 0) {
      await this.consumers.deliver(decoded);
      await this.quarantine.release(decoded.map(({ id }) => id));
      this.logger.info({ events: decoded.length, views }, 'events have left the quarantine');
    }
    return { decoded, views, left: this.quarantine.all().length };
  }

  private async decodable(): Promise<Recorded[]> {
    const decodable: Recorded[] = [];
    for (const [stream, items] of Map.groupBy(this.quarantine.all(), (item) => item.stream)) {
      const ids = new Set(items.map(({ id }) => id));
      const logged = (await this.log.readStream(stream)).filter(({ id }) => ids.has(id));
      decodable.push(...(await this.codec.decode(logged)).events);
    }
    return decodable.toSorted((one, other) => one.position - other.position);
  }
}
