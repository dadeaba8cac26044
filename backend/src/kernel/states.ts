import type { AnyAggregate } from './aggregate.js';

/** The state that an aggregate is in after the last event of its stream. */
export interface StreamState {
  readonly state: unknown;
  /** Of the last event; null for a stream that isn't there. */
  readonly revision: number | null;
  /** Of the last event; 0 for a stream that isn't there. */
  readonly position: number;
}

/**
 * The states of aggregates, read from their streams. What decides reads these and never a view: a view may be behind
 * or stand still while it is rebuilt.
 */
export abstract class States {
  /**
   * The state of one aggregate as the log has it now; its initial state when the stream isn't there.
   * @throws EventLogUnavailableError, UndecodableError
   */
  abstract of<State>(aggregate: AnyAggregate & { readonly initial: State }, id: string): Promise<State>;

  /**
   * The same for an answer that only shows something: while the log is away, the state in memory, which may be behind;
   * null where there is none.
   */
  abstract toRead<State>(
    aggregate: AnyAggregate & { readonly initial: State },
    id: string,
  ): Promise<State | null>;

  /** Drops every state from memory: personal data in them must not outlive its key. */
  abstract forgetAll(): void;
}
