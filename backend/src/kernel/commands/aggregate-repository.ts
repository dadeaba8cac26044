import { type AnyAggregate, evolveAll } from '../aggregate.js';
import { isRead, mustSee } from '../causation.js';
import { type EventLog, EventLogUnavailableError, type LoggedEvent } from '../event-log.js';
import type { KernelStore } from '../kernel-store.js';
import type { KeyRing } from '../key-ring.js';
import type { EventCodec } from '../log/codec.js';
import { opened, sealed } from '../log/sealed-fields.js';
import { UndecodableError } from '../undecodable.js';
import { States, type StreamState } from '../states.js';
import type { Keep, AggregateCache } from './aggregate-cache.js';

/** A stream gets a snapshot after each 200 events. */
export const SNAPSHOT_EVERY = 200;

const KIND = 'snapshot';

/**
 * The states of aggregates, from memory where they are at the head of their streams. Otherwise it reads only the events after
 * the state in memory, so a decision costs the same at any length of its stream.
 */
export class AggregateRepository extends States {
  constructor(
    private readonly log: Pick<EventLog, 'readStream' | 'readLast'>,
    private readonly codec: Pick<EventCodec, 'decodeAll'>,
    readonly known: AggregateCache,
    private readonly snapshots: Pick<Snapshots, 'find' | 'keep'> | null = null,
    private readonly isLogAway: () => boolean = () => false,
  ) {
    super();
  }

  override async of<State>(
    aggregate: AnyAggregate & { readonly initial: State },
    id: string,
  ): Promise<State> {
    const shown = isRead() ? await this.toRead(aggregate, id) : null;
    return shown ?? this.fresh(aggregate, id);
  }

  override async toRead<State>(
    aggregate: AnyAggregate & { readonly initial: State },
    id: string,
  ): Promise<State | null> {
    try {
      // A read request does not wait for a log that is known to be unavailable.
      if (!this.isLogAway()) return await this.fresh(aggregate, id);
    } catch (error) {
      if (!(error instanceof EventLogUnavailableError)) throw error;
    }
    return (this.known.toShowWhileAway(`${aggregate.category}-${id}`)?.state as State | undefined) ?? null;
  }

  private async fresh<State>(
    aggregate: AnyAggregate & { readonly initial: State },
    id: string,
  ): Promise<State> {
    const stream = `${aggregate.category}-${id}`;
    const known = isRead() ? this.known.toShow(stream, mustSee()) : this.known.atHead(stream);
    return (known ?? (await this.load(aggregate, stream))).state as State;
  }

  /**
   * Reads the current state.
   * @throws EventLogUnavailableError, UndecodableError
   */
  async load(aggregate: AnyAggregate, stream: string): Promise<StreamState> {
    const keep = this.known.keeper(stream);
    const current = await this.read(aggregate, stream);
    keep(current);
    return current;
  }

  private async read(aggregate: AnyAggregate, stream: string): Promise<StreamState> {
    const known = this.known.recall(stream) ?? (await this.snapshotOf(aggregate, stream));
    const logged =
      !known && aggregate.lastEventIsState
        ? [await this.log.readLast(stream)].filter((event) => event !== null)
        : await this.log.readStream(stream, (known?.revision ?? -1) + 1);
    const last = logged.at(-1);
    if (known || !aggregate.lastEventIsState) requireWhole(logged, (known?.revision ?? -1) + 1);
    if (!last) return known ?? emptyStream(aggregate);
    const events = await this.codec.decodeAll(logged);
    const state = evolveAll(aggregate, known ? known.state : aggregate.initial, events);
    const current = { state, revision: last.revision, position: last.position };
    if (logged.length >= SNAPSHOT_EVERY) await this.snapshots?.keep(aggregate, stream, current);
    return current;
  }

  private async snapshotOf(aggregate: AnyAggregate, stream: string): Promise<StreamState | null> {
    if (!this.snapshots || this.known.isQuarantined(stream)) return null;
    return this.snapshots.find(aggregate, stream);
  }

  /**
   * What a command has written before, if the stream contains its events: their number, the position of the last one and
   * the state after it. Reads the whole stream.
   * @param idOf the id of each event of the command, by its index
   * @throws EventLogUnavailableError, UndecodableError
   */
  async writtenBefore(
    aggregate: AnyAggregate,
    stream: string,
    idOf: (index: number) => string,
  ): Promise<{ events: number; position: number; state: unknown } | null> {
    const logged = await this.log.readStream(stream, 0);
    this.known.overtake(stream, logged.at(-1)?.revision ?? -1);
    const first = logged.findIndex(({ id }) => id === idOf(0));
    if (first === -1) return null;
    let end = first + 1;
    while (logged[end]?.id === idOf(end - first)) end += 1;
    const until = logged.slice(0, end);
    const state = evolveAll(aggregate, aggregate.initial, await this.codec.decodeAll(until));
    return { events: end - first, position: until.at(-1)?.position ?? 0, state };
  }

  /**
   * Keeps the state after a command, and stores a snapshot from time to time. A snapshot that can't be stored does not
   * fail the command.
   */
  advance(
    aggregate: AnyAggregate,
    stream: string,
    current: StreamState,
    keep: Keep = this.known.keeper(stream),
  ): void {
    keep(current);
    if (((current.revision ?? 0) + 1) % SNAPSHOT_EVERY !== 0) return;
    this.snapshots?.keep(aggregate, stream, current).catch(() => undefined);
  }

  override forgetAll(): void {
    this.known.forgetAll();
  }
}

/** The state of a stream that does not exist. */
export function emptyStream({ initial }: AnyAggregate): StreamState {
  return { state: initial, revision: null, position: 0 };
}

/** Nothing removes an event, so one that is missing was lost. @throws UndecodableError */
function requireWhole(events: readonly LoggedEvent[], from: number): void {
  const first = events.findIndex(({ revision }, index) => revision !== from + index);
  const found = events[first];
  if (found) throw new UndecodableError({ ...found, reason: 'the event before it is missing in the log' });
}

/** A stored state of a long stream. It is valid only for this version of the aggregate and this log. */
interface Snapshot {
  readonly version: number;
  readonly logId: string;
  readonly revision: number;
  readonly position: number;
  /** `{ state }`, encrypted with the person's key if the state is personal. */
  readonly data: object;
}

/**
 * Stores states of long streams, so that a decision without a cached state reads few events. Snapshots are a cache:
 * deleting all of them changes no answer. They are not used until the id of the log is known. Personal states are encrypted
 * with the person's key and unreadable after it is destroyed.
 */
export class Snapshots {
  constructor(
    private readonly store: KernelStore,
    private readonly keys: Pick<KeyRing, 'find'>,
    private readonly logId: () => string | null,
    private readonly isErased: (person: string) => boolean = () => false,
  ) {}

  /** The newest usable snapshot of a stream, or null. @throws DocumentStoreUnavailableError */
  async find(aggregate: AnyAggregate, stream: string): Promise<StreamState | null> {
    if (!aggregate.snapshot) return null;
    const logId = this.logId();
    if (logId === null) return null;
    const snapshot = await this.store.get<Snapshot>(KIND, stream);
    if (snapshot?.version !== aggregate.snapshot.version || snapshot.logId !== logId) return null;
    const { revision, position, data } = snapshot;
    const state = aggregate.snapshot.isPersonal ? await this.open(aggregate, stream, data) : stateIn(data);
    return state === null ? null : { state, revision, position };
  }

  /** Stores a snapshot of a state. @throws DocumentStoreUnavailableError */
  async keep(aggregate: AnyAggregate, stream: string, current: StreamState): Promise<void> {
    const { state, revision, position } = current;
    const logId = this.logId();
    if (!aggregate.snapshot || revision === null || logId === null) return;
    let data: object = { state };
    if (aggregate.snapshot.isPersonal) {
      const key = await this.keyOf(aggregate, stream);
      if (key === undefined || key === 'destroyed') return;
      data = sealed({ id: stream, data }, ['state'], key);
    }
    const { version } = aggregate.snapshot;
    await this.store.put(KIND, stream, {
      version,
      logId,
      revision,
      position,
      data,
    } satisfies Snapshot);
  }

  /** Deletes all snapshots, as part of an erasure. */
  async scrub(): Promise<void> {
    for (const { key } of await this.store.list(KIND)) await this.store.remove(KIND, key);
  }

  /** Null if the key is destroyed or unknown; the stream is then read instead. */
  private async open(aggregate: AnyAggregate, stream: string, data: object): Promise<unknown> {
    try {
      return stateIn(opened({ id: stream, data }, ['state'], await this.keyOf(aggregate, stream)));
    } catch {
      return null;
    }
  }

  private async keyOf({ category }: AnyAggregate, stream: string) {
    const person = stream.slice(category.length + 1);
    return this.isErased(person) ? 'destroyed' : (await this.keys.find([person])).get(person);
  }
}

function stateIn(data: object): unknown {
  return (data as { readonly state?: unknown }).state ?? null;
}
