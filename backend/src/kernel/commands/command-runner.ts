import { type AnyAggregate, type Command, Rejected, decide, evolveAll, streamOf } from '../aggregate.js';
import { type EventLog, WrongExpectedRevisionError } from '../event-log.js';
import { currentCausation } from '../causation.js';
import type { Clock, Ids } from '../clock.js';
import type { EventCodec } from '../log/codec.js';
import type { ViewProgress } from '../view-progress.js';

/**
 * What a command leads to: where its last event stands. With nothing to do, where the stream's last event
 * stands.
 */
export interface Receipt {
  readonly stream: string;
  readonly position: number;
  /** How many events were written. */
  readonly events: number;
}

const ATTEMPTS = 10;
const READ_YOUR_WRITES_MS = 2000;

/**
 * The one way of a command to the log: read the stream, evolve, decide, append at the revision that was read;
 * on a conflict read again. Answers when the views of this process have caught up, so that whoever wrote sees
 * what was written.
 */
export class CommandRunner {
  constructor(
    private readonly log: EventLog,
    private readonly codec: EventCodec,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly views: Pick<ViewProgress, 'reached'>,
  ) {}

  /**
   * @throws Rejected when a rule refuses or the stream is contended beyond measure; EventLogUnavailableError
   */
  async run(aggregate: AnyAggregate, command: Command<object>): Promise<Receipt> {
    const receipt = await this.append(aggregate, command);
    await this.views.reached(receipt.position, READ_YOUR_WRITES_MS);
    return receipt;
  }

  private async append(aggregate: AnyAggregate, command: Command<object>): Promise<Receipt> {
    const stream = streamOf(aggregate, command);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const logged = await this.log.readStream(stream);
      const history = await this.codec.decode(logged);
      const decided = decide(aggregate, command, evolveAll(aggregate, aggregate.initial, history));
      const last = logged.at(-1);
      if (decided.length === 0) return { stream, position: last?.position ?? 0, events: 0 };
      const events = await this.codec.encode(decided.map((event) => this.stamp(event)));
      try {
        const { position } = await this.log.append(stream, last?.revision ?? 'noStream', events);
        return { stream, position, events: events.length };
      } catch (error) {
        if (!(error instanceof WrongExpectedRevisionError)) throw error;
        await pause(Math.random() * 2 ** attempt);
      }
    }
    throw new Rejected('conflict', 'Somebody else changed this at the same moment. Please try again.');
  }

  private stamp(event: { type: string; data: object }) {
    const { actor, requestId, correlationId, causationId } = currentCausation();
    return {
      id: this.ids.uuid(),
      type: event.type,
      data: event.data,
      metadata: {
        at: this.clock.now().toISOString(),
        actor,
        requestId,
        $correlationId: correlationId,
        $causationId: causationId,
      },
    };
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
