import { LRUCache } from 'lru-cache';
import { type AnyAggregate, type Command, evolveAll, streamOf } from '../aggregate.js';
import type { EventLog } from '../event-log.js';
import type { EventCodec } from '../log/codec.js';
import { SNAPSHOT_EVERY, type Snapshots } from './snapshots.js';

/** The state that an aggregate is in after the last event of its stream. */
export interface StreamState {
  readonly state: unknown;
  /** Of the last event; null for a stream that isn't there. */
  readonly revision: number | null;
  /** Of the last event; 0 for a stream that isn't there. */
  readonly position: number;
}

/** How many states are kept. A state is small: it has what the rules ask, and no history. */
const MOST_STATES = 20_000;

/**
 * What aggregates decide on: their state, kept in memory and brought up to date by reading on from the last event that
 * is in it. A decision costs the same however long its stream is.
 */
export class Streams {
  private readonly states = new LRUCache<string, StreamState>({ max: MOST_STATES });

  constructor(
    private readonly log: Pick<EventLog, 'readStream' | 'readLast'>,
    private readonly codec: Pick<EventCodec, 'decodeAll'>,
    private readonly snapshots: Pick<Snapshots, 'find' | 'keep'> | null = null,
  ) {}

  /**
   * The state as the log has it now.
   * @throws EventLogUnavailableError, UndecodableError
   */
  async load(aggregate: AnyAggregate, stream: string): Promise<StreamState> {
    const known = this.states.get(stream) ?? (await this.snapshots?.find(aggregate, stream)) ?? null;
    const logged =
      !known && aggregate.lastEventIsState
        ? [await this.log.readLast(stream)].filter((event) => event !== null)
        : await this.log.readStream(stream, (known?.revision ?? -1) + 1);
    const last = logged.at(-1);
    if (!last) return this.keep(stream, known ?? { state: aggregate.initial, revision: null, position: 0 });
    const events = await this.codec.decodeAll(logged);
    const state = evolveAll(aggregate, known ? known.state : aggregate.initial, events);
    const current = this.keep(stream, { state, revision: last.revision, position: last.position });
    if (logged.length >= SNAPSHOT_EVERY) await this.snapshots?.keep(aggregate, stream, current);
    return current;
  }

  /**
   * Keeps what a command has led to. A stream that has grown long gets a snapshot now and then; one that can't be stored
   * fails no command.
   */
  advance(aggregate: AnyAggregate, stream: string, current: StreamState): void {
    this.keep(stream, current);
    if (((current.revision ?? 0) + 1) % SNAPSHOT_EVERY !== 0) return;
    this.snapshots?.keep(aggregate, stream, current).catch(() => undefined);
  }

  /** The state that is in memory, which may be behind the log: for decisions that an append then checks. */
  recall(stream: string): StreamState | undefined {
    return this.states.get(stream);
  }

  /** Keeps a state, unless a later one is known. */
  keep(stream: string, state: StreamState): StreamState {
    const known = this.states.peek(stream);
    if (!known || (known.revision ?? -1) <= (state.revision ?? -1)) this.states.set(stream, state);
    return state;
  }

  /** Drops one state, as when it is not known what was appended. */
  forget(stream: string): void {
    this.states.delete(stream);
  }

  /** Drops every state: personal data in them must not outlive its key. */
  forgetAll(): void {
    this.states.clear();
  }
}

/** The state that a command of this aggregate would be decided on. */
export function stateFor(streams: Streams, aggregate: AnyAggregate, command: Command<object>) {
  return streams.load(aggregate, streamOf(aggregate, command));
}
