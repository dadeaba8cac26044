import type { Clock } from '../clock.js';
import type { KernelStore } from '../kernel-store.js';
import type { KernelLogger } from '../logger.js';
import type { Position } from '../event-log.js';
import type { QuarantinedStreams, Undecodable } from '../undecodable.js';

/** An event that could not be decoded, and when that was noticed (ISO 8601). */
export interface Quarantined extends Undecodable {
  readonly since: string;
}

const KIND = 'quarantine';

/**
 * The events that this program can't decode. They are recorded durably before any checkpoint passes them, and remain until
 * they can be decoded and the views that subscribe to them are rebuilt.
 */
export class Quarantine implements QuarantinedStreams {
  private known = new Map<string, Quarantined>();
  private stored = new Map<string, Quarantined>();
  /** What this process could not decode and did not store. */
  private readonly own = new Map<string, Quarantined>();
  /**
   * Whether this process stores what it can't decode. Of several only those with a lease do: another may be an older program,
   * and only refuses these streams itself.
   */
  mayStore: () => boolean = () => true;
  private streams: ReadonlySet<string> = new Set();
  /** Called after events were added or released. */
  onChange: () => void = () => undefined;
  /** Called after this process has added or released events. */
  onWritten: () => void = () => undefined;

  private constructor(
    private readonly store: KernelStore,
    private readonly clock: Clock,
    private readonly logger: KernelLogger,
  ) {}

  /** Loads the quarantine from the store. @throws DocumentStoreUnavailableError */
  static async open(store: KernelStore, clock: Clock, logger: KernelLogger): Promise<Quarantine> {
    const quarantine = new Quarantine(store, clock, logger);
    await quarantine.refresh();
    return quarantine;
  }

  /** Loads what another process, such as a rebuild, has recorded. @throws DocumentStoreUnavailableError */
  async refresh(): Promise<void> {
    const records = await this.store.list<Quarantined>(KIND);
    const stored = new Map(records.map(({ key, value }) => [key, value]));
    // Released by another process.
    for (const id of this.stored.keys()) if (!stored.has(id)) this.own.delete(id);
    this.keep(stored);
  }

  /** Stores what this process could not decode while it stored nothing. @throws DocumentStoreUnavailableError */
  async storeOwn(): Promise<void> {
    await this.record([...this.own.values()]);
  }

  /** Records events, each once. @throws DocumentStoreUnavailableError when they could not be recorded */
  async record(items: readonly Undecodable[]): Promise<void> {
    const unknown = items.filter(({ id }) => !this.stored.has(id));
    if (unknown.length === 0) return;
    const since = this.clock.now().toISOString();
    const records = unknown.map((item) => ({ ...item, since }));
    const isStored = this.mayStore();
    if (isStored) {
      await this.store.putMany(
        KIND,
        records.map((value) => ({ key: value.id, value })),
      );
    }
    // A decision and the reader may have recorded the same event at the same time.
    const fresh = records.filter(({ id }) => !this.known.has(id));
    const added = records.map((record) => [record.id, record] as const);
    if (!isStored) for (const [id, record] of added) this.own.set(id, record);
    this.keep(isStored ? new Map([...this.stored, ...added]) : this.stored);
    for (const { id, stream, reason } of fresh) {
      this.logger.error(new Error(reason), `the event ${id} of ${stream} is in quarantine`);
    }
    if (isStored) this.onWritten();
  }

  /** Removes events that can be decoded now. @throws DocumentStoreUnavailableError */
  async release(ids: readonly string[]): Promise<void> {
    for (const id of ids) await this.store.remove(KIND, id);
    const left = new Map(this.stored);
    for (const id of ids) {
      left.delete(id);
      this.own.delete(id);
    }
    this.keep(left);
    this.onWritten();
  }

  /** All events in quarantine, in log order. */
  all(): readonly Quarantined[] {
    return [...this.known.values()].toSorted((one, other) => one.position - other.position);
  }

  /** The number of events of each type, and the position of the first one, in log order of that one. */
  byType(): ReadonlyMap<string, { readonly events: number; readonly first: Position }> {
    const types = new Map<string, { events: number; first: Position }>();
    for (const { type, position } of this.all()) {
      const { events, first } = types.get(type) ?? { events: 0, first: position };
      types.set(type, { events: events + 1, first: Math.min(first, position) });
    }
    return types;
  }

  get isEmpty(): boolean {
    return this.known.size === 0;
  }

  has(stream: string): boolean {
    return this.streams.has(stream);
  }

  private keep(stored: Map<string, Quarantined>): void {
    this.stored = stored;
    this.known = new Map([...this.own, ...stored]);
    this.streams = new Set([...this.known.values()].map(({ stream }) => stream));
    this.onChange();
  }
}
