import { LRUCache } from 'lru-cache';
import { type AnyAggregate, evolveAll } from '../aggregate.js';
import { type EventLog, EventLogUnavailableError } from '../event-log.js';
import type { EventCodec } from '../log/codec.js';
import { States, type StreamState } from '../states.js';
import { SNAPSHOT_EVERY, type Snapshots } from './snapshots.js';

/** How many states are kept. A state is small: it has what the rules ask, and no history. */
const MOST_STATES = 20_000;

/**
 * What aggregates decide on: their state, kept in memory and brought up to date by reading on from the last event that
 * is in it. A decision costs the same however long its stream is.
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
      // Nobody who only reads waits for a log that is known to be away.
      if (!this.isLogAway()) return await this.of(aggregate, id);
    } catch (error) {
      if (!(error instanceof EventLogUnavailableError)) throw error;
    }
    return (this.recall(`${aggregate.category}-${id}`)?.state as State | undefined) ?? null;
  }

  /**
   * The state as the log has it now.
   * @throws EventLogUnavailableError, UndecodableError
   */
  async load(aggregate: AnyAggregate, stream: string): Promise<StreamState> {
    // What began before everything was forgotten may have read personal data: it is not kept in the new memory.
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

  /** The state that is in memory, which may be behind the log: for decisions that an append then checks. */
  recall(stream: string): StreamState | undefined {
    return this.states.get(stream);
  }

  /**
   * Keeps what a command has led to. A stream that has grown long gets a snapshot now and then; one that can't be stored
   * fails no command.
   */
  advance(aggregate: AnyAggregate, stream: string, current: StreamState): void {
    keepIn(this.states, stream, current);
    if (((current.revision ?? 0) + 1) % SNAPSHOT_EVERY !== 0) return;
    this.snapshots?.keep(aggregate, stream, current).catch(() => undefined);
  }

  /** Drops one state, as when it is not known what was appended. */
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

/** Keeps a state, unless a later one is known. */
function keepIn(states: Memory, stream: string, state: StreamState): StreamState {
  const known = states.peek(stream);
  if (!known || (known.revision ?? -1) <= (state.revision ?? -1)) states.set(stream, state);
  return state;
}
