import type { Clock } from '../clock.js';
import type { KernelStore } from '../kernel-store.js';
import type { EngineLogger } from '../logger.js';
import type { Undecodable } from '../undecodable.js';

/** An event that could not be decoded, and since when that is known (ISO 8601). */
export interface Quarantined extends Undecodable {
  readonly since: string;
}

const KIND = 'quarantine';

/** The events that this program can't decode. They are recorded durably before any checkpoint passes them. */
export class Quarantine {
  private readonly known = new Map<string, Quarantined>();

  private constructor(
    private readonly store: KernelStore,
    private readonly clock: Clock,
    private readonly logger: EngineLogger,
  ) {}

  /** The quarantine as the store has it. @throws DocumentStoreUnavailableError */
  static async open(store: KernelStore, clock: Clock, logger: EngineLogger): Promise<Quarantine> {
    const quarantine = new Quarantine(store, clock, logger);
    for (const { key, value } of await store.list<Quarantined>(KIND)) quarantine.known.set(key, value);
    return quarantine;
  }

  /** Records events, each once. @throws DocumentStoreUnavailableError when one could not be recorded */
  async record(items: readonly Undecodable[]): Promise<void> {
    for (const item of items) {
      if (this.known.has(item.id)) continue;
      const record: Quarantined = { ...item, since: this.clock.now().toISOString() };
      await this.store.put(KIND, item.id, record);
      this.known.set(item.id, record);
      const { id, stream, reason } = item;
      this.logger.error(new Error(reason), `the event ${id} of ${stream} is in quarantine`);
    }
  }

  /** Every event in quarantine, in the order of the log. */
  all(): readonly Quarantined[] {
    return [...this.known.values()].toSorted((one, other) => one.position - other.position);
  }
}
