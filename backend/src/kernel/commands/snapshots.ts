import type { AnyAggregate } from '../aggregate.js';
import type { KernelStore } from '../kernel-store.js';
import type { KeyRing } from '../key-ring.js';
import { opened, sealed } from '../log/sealed-fields.js';
import type { StreamState } from '../states.js';

/** A stream gets a snapshot after each 200 events. */
export const SNAPSHOT_EVERY = 200;

const KIND = 'snapshot';

/** A stored state. It is valid only for this version of the aggregate and this log. */
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
  ) {}

  /** The newest usable snapshot of a stream, or null. @throws DocumentStoreUnavailableError */
  async find(aggregate: AnyAggregate, stream: string): Promise<StreamState | null> {
    const logId = this.logId();
    if (!aggregate.snapshot || logId === null) return null;
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
    return (await this.keys.find([person])).get(person);
  }
}

function stateIn(data: object): unknown {
  return (data as { readonly state?: unknown }).state ?? null;
}
