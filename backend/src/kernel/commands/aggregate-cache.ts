import { LRUCache } from 'lru-cache';
import type { LoggedEvent, Position } from '../event-log.js';
import type { LeaseHeartbeat } from '../leases/lease-heartbeat.js';
import type { LogReader } from '../log/log-reader.js';
import type { StreamState } from '../states.js';
import type { QuarantinedStreams } from '../undecodable.js';

/** The number of streams. A state is small: it contains what rules need, not the history. */
const MOST_STATES = 20_000;

/** What the head of a stream depends on besides its events that this process has seen. */
export interface HeadConditions {
  /** Whether no other process writes to the log while the lease is held. */
  readonly isAlone: boolean;
  readonly lease: Pick<LeaseHeartbeat, 'isHeld' | 'confirm'>;
  /** Passes each event of the log to {@link AggregateCache.see}, before anybody is shown what it changes. */
  readonly reader: Pick<LogReader, 'isFollowing' | 'position'>;
  /** Whether what the reader has delivered may be shown to those who only read, beside other processes that write. */
  readonly mayShow: () => boolean;
  readonly quarantine: Pick<QuarantinedStreams, 'has'>;
}

interface Known {
  /** Null while the stream is read for the first time, and after it was forgotten. */
  current: StreamState | null;
  /** The highest revision that the stream is known to have; -1 if none is. */
  newest: number;
}

/** Keeps a state in memory, unless a later one is there. */
export type Keep = (state: StreamState) => void;

/**
 * The states of streams in memory. The only place that knows whether one of them is at the head of its stream: only then may
 * a decision or an answer use it without reading, or without an append that checks it.
 */
export class AggregateCache {
  private states: LRUCache<string, Known>;

  /** @param most the number of streams whose states are kept */
  constructor(
    private readonly conditions: HeadConditions,
    private readonly most = MOST_STATES,
  ) {
    this.states = new LRUCache({ max: most });
  }

  /**
   * The state of a stream, if the stream has no later event: this process alone writes to the log, its own appends bring the
   * state forward, and the reader of the log has delivered no other event of the stream.
   */
  atHead(stream: string): StreamState | undefined {
    const { isAlone, lease, reader } = this.conditions;
    return isAlone && lease.isHeld && reader.isFollowing ? this.newest(stream) : undefined;
  }

  /**
   * The state of a stream for a request that only reads: at the head, or, beside other processes, with all events up to a position
   * that the request must see.
   */
  toShow(stream: string, atLeast: Position): StreamState | undefined {
    const { isAlone, reader } = this.conditions;
    if (isAlone) return this.atHead(stream);
    return reader.isFollowing && reader.position >= atLeast ? this.toShowWhileAway(stream) : undefined;
  }

  /** The same while the log does not answer. */
  toShowWhileAway(stream: string): StreamState | undefined {
    const { isAlone, mayShow } = this.conditions;
    return isAlone || mayShow() ? this.newest(stream) : undefined;
  }

  /** Whether other processes write to the log. */
  get isBesideOthers(): boolean {
    return !this.conditions.isAlone;
  }

  /** The state of a stream, which may be stale. A stream with an event in quarantine has none. */
  recall(stream: string): StreamState | undefined {
    if (this.isQuarantined(stream)) return undefined;
    return this.states.get(stream)?.current ?? undefined;
  }

  /** The state of a stream, if the reader of the log knows of no later event. */
  private newest(stream: string): StreamState | undefined {
    const state = this.recall(stream);
    return state && (this.states.peek(stream)?.newest ?? -1) <= (state.revision ?? -1) ? state : undefined;
  }

  isQuarantined(stream: string): boolean {
    return this.conditions.quarantine.has(stream);
  }

  /**
   * How to keep the state that a read or an append is about to give. Call it before: events that arrive meanwhile count, and
   * after {@link forgetAll} the state is dropped, because it may contain personal data.
   */
  keeper(stream: string): Keep {
    const { states } = this;
    if (!states.has(stream)) states.set(stream, { current: null, newest: -1 });
    return (state) => {
      const { current, newest } = states.peek(stream) ?? { current: null, newest: -1 };
      const isLater = !current || (current.revision ?? -1) <= (state.revision ?? -1);
      states.set(stream, { current: isLater ? state : current, newest });
    };
  }

  /** Notes that the stream has an event of this revision. */
  overtake(stream: string, revision: number): void {
    const known = this.states.peek(stream);
    if (known) known.newest = Math.max(known.newest, revision);
  }

  /** Notes events that the reader of the log delivers. */
  see(events: readonly Pick<LoggedEvent, 'stream' | 'revision'>[]): void {
    for (const { stream, revision } of events) this.overtake(stream, revision);
  }

  /** The position up to which the reader of the log has delivered its events. */
  get seen(): Position {
    return this.conditions.reader.position;
  }

  /**
   * Makes sure that no other process has written since the states of a decision were at the head, however long this process
   * was stopped meanwhile. Null if nothing has to be awaited.
   * @throws DocumentStoreUnavailableError, EventLogUnavailableError, LeaseLostError
   */
  confirm(): Promise<void> | null {
    const { isAlone, lease } = this.conditions;
    return isAlone ? lease.confirm() : null;
  }

  /** Drops one state, for example when it is unknown whether an append was written. */
  forget(stream: string): void {
    const known = this.states.peek(stream);
    if (known) known.current = null;
  }

  /** Drops all states: personal data in them must not outlive its key. */
  forgetAll(): void {
    this.states = new LRUCache({ max: this.most });
  }
}
