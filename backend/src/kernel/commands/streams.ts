import { LRUCache } from 'lru-cache';
import { type AnyAggregate, evolveAll } from '../aggregate.js';
import { type EventLog, EventLogUnavailableError } from '../event-log.js';
import type { EventCodec } from '../log/codec.js';
import { States, type StreamState } from '../states.js';
import { SNAPSHOT_EVERY, type Snapshots } from './snapshots.js';

/** The size of the cache. A state is small: it contains what rules need, not the history. */
const MOST_STATES = 20_000;

/**
 * Caches the states of aggregates. Reads only the events after the cached state, so a decision costs the same at any length
 * of its stream.
 */
export class Streams extends States {
  private states = emptyMemory();

  constructor(
    private readonly log: Pick<EventLog, 'readStream' | 'readLast'>,
    private readonly codec: Pick<EventCodec, 'decodeAll'>,
    private readonly snapshots: Pick<Snapshots, 'find' | 'keep'> | null = null,
    private readonly isLogAway: () => boolean = () => false,
  ) {
    super();
  }

  override async of<State>(
    aggregate: AnyAggregate & { readonly initial: State },
    id: string,
  ): Promise<State> {
    return (await this.load(aggregate, `${aggregate.category}-${id}`)).state as State;
  }

  override async toRead<State>(
    aggregate: AnyAggregate & { readonly initial: State },
    id: string,
  ): Promise<State | null> {
    try {
      // A read request does not wait for a log that is known to be unavailable.
      if (!this.isLogAway()) return await this.of(aggregate, id);
    } catch (error) {
      if (!(error instanceof EventLogUnavailableError)) throw error;
    }
    return (this.recall(`${aggregate.category}-${id}`)?.state as State | undefined) ?? null;
  }

  /**
   * Reads the current state.
   * @throws EventLogUnavailableError, UndecodableError
   */
  async load(aggregate: AnyAggregate, stream: string): Promise<StreamState> {
    // A load that started before forgetAll may have read personal data, so it must not write to the new cache.
    const { states } = this;
    const known = states.get(stream) ?? (await this.snapshots?.find(aggregate, stream)) ?? null;
    const logged =
      !known && aggregate.lastEventIsState
        ? [await this.log.readLast(stream)].filter((event) => event !== null)
        : await this.log.readStream(stream, (known?.revision ?? -1) + 1);
    const last = logged.at(-1);
    if (!last) {
      return keepIn(states, stream, known ?? { state: aggregate.initial, revision: null, position: 0 });
    }
    const events = await this.codec.decodeAll(logged);
    const state = evolveAll(aggregate, known ? known.state : aggregate.initial, events);
    const current = { state, revision: last.revision, position: last.position };
    if (logged.length >= SNAPSHOT_EVERY) await this.snapshots?.keep(aggregate, stream, current);
    return keepIn(states, stream, current);
  }

  /** The cached state, which may be stale. Use it only for decisions that an append checks. */
  recall(stream: string): StreamState | undefined {
    return this.states.get(stream);
  }

  /**
   * Caches the state after a command, and stores a snapshot from time to time. A snapshot that can't be stored does not
   * fail the command.
   */
  advance(aggregate: AnyAggregate, stream: string, current: StreamState): void {
    keepIn(this.states, stream, current);
    if (((current.revision ?? 0) + 1) % SNAPSHOT_EVERY !== 0) return;
    this.snapshots?.keep(aggregate, stream, current).catch(() => undefined);
  }

  /** Drops one cached state, for example when it is unknown whether an append was written. */
  forget(stream: string): void {
    this.states.delete(stream);
  }

  override forgetAll(): void {
    this.states = emptyMemory();
  }
}

type Memory = LRUCache<string, StreamState>;

function emptyMemory(): Memory {
  return new LRUCache({ max: MOST_STATES });
}

/** Caches a state, unless a later one is cached. */
function keepIn(states: Memory, stream: string, state: StreamState): StreamState {
  const known = states.peek(stream);
  if (!known || (known.revision ?? -1) <= (state.revision ?? -1)) states.set(stream, state);
  return state;
}
