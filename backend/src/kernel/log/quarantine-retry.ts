import type { EventLog } from '../event-log.js';
import type { Recorded } from '../event.js';
import type { EngineLogger } from '../logger.js';
import type { EventCodec } from './codec.js';
import type { Quarantine } from './quarantine.js';

/** What becomes of events that can be decoded after all. */
export interface Consumers {
  /** The names of the views that subscribe to one of these types. */
  hearing(types: readonly string[]): readonly string[];
  /** Builds views again from the log and switches to them. */
  rebuild(views: readonly string[]): Promise<void>;
  /** Hands events to the reactions that subscribe to them. They may have come before. */
  deliver(events: readonly Recorded[]): Promise<void>;
}

/** What a retry has led to. */
export interface Retried {
  /** The events that left the quarantine, in the order of the log. */
  readonly decoded: readonly Recorded[];
  /** The views that were built again for them. */
  readonly views: readonly string[];
  /** How many events stay. */
  readonly left: number;
}

/**
 * Decodes the events in quarantine again, after a new program or other keys. One that can be decoded now is never folded
 * late: the views that subscribe to it are built again, so that it stands in its place. Then reactions get it, and only
 * then does it leave the quarantine. A break anywhere begins all of that again.
 */
export class QuarantineRetry {
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly log: Pick<EventLog, 'readStream'>,
    private readonly codec: Pick<EventCodec, 'decode'>,
    private readonly quarantine: Quarantine,
    private readonly consumers: Consumers,
    private readonly logger: EngineLogger,
  ) {}

  /** After the retry that is under way, if any. @throws Error when a rebuild failed; then everything stays */
  retry(): Promise<Retried> {
    const run = this.turn.then(() => this.retryNow());
    this.turn = run.catch(() => undefined);
    return run;
  }

  /** The same in the background; a failure goes to the log of the program. */
  retrySoon(): void {
    this.retry().catch((error: unknown) => {
      this.logger.error(error, 'the quarantine could not be looked through');
    });
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
