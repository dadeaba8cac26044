import { type AnyAggregate, type Command, Rejected, decide, evolveAll, streamOf } from '../aggregate.js';
import { type EventLog, WrongExpectedRevisionError } from '../event-log.js';
import type { EventMetadata } from '../event.js';
import { currentCausation } from '../causation.js';
import type { Clock, Ids } from '../clock.js';
import type { EventCodec } from '../log/codec.js';
import type { ViewProgress } from '../view-progress.js';
import type { StreamState } from '../states.js';
import type { Streams } from './streams.js';

/** What a command led to. */
export interface Receipt<State = unknown> {
  readonly stream: string;
  /** Of the last event of the stream. */
  readonly position: number;
  /** How many events were written; 0 when there was nothing to do. */
  readonly events: number;
  /** The aggregate's state after the command: an answer can be made of it without asking a view. */
  readonly state: State;
}

const ATTEMPTS = 10;
const READ_YOUR_WRITES_MS = 2000;

/** What a command does in a state: nothing, something, or a refusal. */
type Outcome =
  { readonly events: readonly { type: string; data: object }[] } | { readonly refusal: Rejected };

/**
 * The one way of a command to the log: recall or read the stream's state, decide, append at the revision of that state;
 * on a conflict read on and decide again. Answers when the views of this process that subscribe to what was written
 * have it, or after 2 s: a view that is late does not undo a write.
 */
export class CommandRunner {
  constructor(
    private readonly log: Pick<EventLog, 'append'>,
    private readonly codec: Pick<EventCodec, 'encode'>,
    private readonly streams: Streams,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly views: Pick<ViewProgress, 'reached'>,
  ) {}

  /**
   * @throws Rejected when a rule refuses or the stream is contended beyond measure; EventLogUnavailableError;
   * UndecodableError
   */
  async run(aggregate: AnyAggregate, command: Command<object>): Promise<Receipt> {
    const receipt = await this.append(aggregate, command);
    await this.views.reached(receipt.position, READ_YOUR_WRITES_MS, Object.keys(aggregate.evolve));
    return receipt;
  }

  private async append(aggregate: AnyAggregate, command: Command<object>): Promise<Receipt> {
    const stream = streamOf(aggregate, command);
    let current = this.streams.recall(stream);
    // A state from memory may be behind what another process wrote. An append checks that; nothing else does.
    let isChecked = false;
    for (let attempt = 1; attempt <= ATTEMPTS;) {
      if (!current) {
        current = await this.streams.load(aggregate, stream);
        isChecked = true;
      }
      const outcome = outcomeOf(aggregate, command, current.state);
      if ('refusal' in outcome || outcome.events.length === 0) {
        if (!isChecked) {
          current = undefined;
          continue;
        }
        if ('refusal' in outcome) throw outcome.refusal;
        return { stream, position: current.position, events: 0, state: current.state };
      }
      const written = await this.write(aggregate, stream, current, outcome.events);
      if (written) return written;
      current = undefined;
      await pause(Math.random() * 2 ** attempt);
      attempt += 1;
    }
    throw new Rejected('conflict', 'Somebody else changed this at the same moment. Please try again.');
  }

  /** Null when another write came first. */
  private async write(
    aggregate: AnyAggregate,
    stream: string,
    { state: before, revision: expected }: StreamState,
    decided: readonly { type: string; data: object }[],
  ): Promise<Receipt | null> {
    const stamped = decided.map((event) => this.stamp(event));
    const encoded = await this.codec.encode(stamped);
    try {
      const { position, revision } = await this.log.append(stream, expected ?? 'noStream', encoded);
      const state = evolveAll(aggregate, before, stamped);
      this.streams.advance(aggregate, stream, { state, revision, position });
      return { stream, position, events: decided.length, state };
    } catch (error) {
      if (error instanceof WrongExpectedRevisionError) return null;
      this.streams.forget(stream);
      throw error;
    }
  }

  private stamp(event: { type: string; data: object }) {
    const { actor, requestId, correlationId, causationId } = currentCausation();
    const metadata: Omit<EventMetadata, 'version'> = {
      at: this.clock.now().toISOString(),
      actor,
      requestId,
      $correlationId: correlationId,
      $causationId: causationId,
    };
    return { id: this.ids.uuid(), type: event.type, data: event.data, metadata };
  }
}

function outcomeOf(aggregate: AnyAggregate, command: Command<object>, state: unknown): Outcome {
  try {
    return { events: decide(aggregate, command, state) };
  } catch (error) {
    if (error instanceof Rejected) return { refusal: error };
    throw error;
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
