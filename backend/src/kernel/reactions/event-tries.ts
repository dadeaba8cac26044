import { causedBy } from '../causation.js';
import type { Clock } from '../clock.js';
import type { Recorded } from '../event.js';
import type { EventLog } from '../event-log.js';
import type { EventCodec } from '../log/codec.js';
import type { KernelLogger } from '../logger.js';
import { type Attempt, NeedsLongTryError, type Reaction, type ReactionHealth } from '../reaction.js';
import type { Undecodable } from '../undecodable.js';
import {
  type WaitingEvent,
  failed,
  hurried,
  isDue,
  parkedAsUndecodable,
  queued,
  undecodable,
} from './waiting-event.js';
import type { WaitingList } from './waiting-list.js';

export interface EventTriesParts {
  readonly log: EventLog;
  readonly codec: EventCodec;
  readonly clock: Clock;
  readonly logger: KernelLogger;
  /** Whether the next event would fail for the same reason. The reaction then pauses. */
  readonly isOutage: (error: unknown) => boolean;
}

type Act = (event: Recorded, attempt: Attempt) => Promise<void>;
type Current = NonNullable<ReactionHealth['current']>;

/** An event of the log, decoded or not. */
export type Item = Recorded | Undecodable;

/** Hands events to a reaction. Those that it fails on go to its waiting list. */
export class EventTries {
  private readonly running = new Set<Current>();

  constructor(
    private readonly reaction: Reaction,
    private readonly parts: EventTriesParts,
    private readonly list: WaitingList,
  ) {}

  /** The event that has run for longest. */
  get current(): Current | null {
    return [...this.running][0] ?? null;
  }

  sequenceOf(item: Item): string {
    try {
      return 'reason' in item ? item.stream : (this.reaction.sequence?.(item) ?? item.stream);
    } catch {
      return item.stream;
    }
  }

  /**
   * Handles an event of the log, or stores it in the list. Returns whether that proves that there is no outage.
   * @throws Error in an outage
   */
  async first(item: Item, attempt: Attempt): Promise<boolean> {
    // After a kill between the write to the list and the move of the checkpoint.
    if (this.list.has(item.id)) return false;
    const { name } = this.reaction;
    const now = this.parts.clock.now();
    if ('reason' in item) {
      await this.park(undecodable(name, item, now));
      return false;
    }
    const waiting = queued(name, this.sequenceOf(item), item, now);
    if (this.list.blocks(waiting.sequence)) {
      await this.list.put(waiting);
      return false;
    }
    const problem = await this.react(item, attempt);
    if (problem?.error instanceof NeedsLongTryError) {
      await this.list.put(hurried(waiting, problem.error, this.parts.clock.now()));
      return false;
    }
    if (problem) await this.fail(waiting, problem.error);
    return true;
  }

  /** Retries a sequence of the list in order, up to the first event that fails. @throws Error in an outage */
  async again(sequence: string, stopping: AbortSignal): Promise<void> {
    for (;;) {
      const head = this.list.head(sequence);
      if (!head || !isDue(head, this.parts.clock.now()) || stopping.aborted) return;
      const event = await this.read(head);
      if ('reason' in event) {
        await this.park(parkedAsUndecodable(head, event.reason));
        return;
      }
      const problem = await this.react(event, { mayTakeLong: true, since: head.since });
      if (problem) await this.fail(head, problem.error);
      else await this.list.remove(head);
    }
  }

  private async read({
    stream,
    revision,
    id,
  }: WaitingEvent): Promise<Recorded | { readonly reason: string }> {
    const { log, codec } = this.parts;
    const logged = (await log.readStream(stream, revision)).filter((event) => event.id === id);
    const { events, undecodable: others } = await codec.decode(logged);
    return events[0] ?? others[0] ?? { reason: `the event is not in the log` };
  }

  private async fail(waiting: WaitingEvent, error: unknown): Promise<void> {
    const record = failed(waiting, error, this.parts.clock.now());
    if (record.dueAt === null) return this.park(record, error);
    await this.list.put(record);
    this.parts.logger.error(
      error,
      `the reaction ${this.reaction.name} failed on ${record.type} ${record.id} and will retry it`,
    );
  }

  private async park(
    record: WaitingEvent,
    error: unknown = new Error(record.reason ?? 'parked'),
  ): Promise<void> {
    await this.list.put(record);
    const { type, id, stream } = record;
    this.parts.logger.error(error, `the reaction ${this.reaction.name} parks ${type} ${id} of ${stream}`);
  }

  /** Handles an event. Returns its error, or null. @throws Error in an outage */
  private async react(event: Recorded, attempt: Attempt): Promise<{ readonly error: unknown } | null> {
    const { on, name } = this.reaction;
    const act = (on as Readonly<Record<string, Act>>)[event.type];
    const causation = {
      actor: { kind: 'system' as const, id: name },
      requestId: event.metadata.requestId,
      correlationId: event.metadata.$correlationId,
      causationId: event.id,
    };
    const { type, position } = event;
    const current = { type, position, since: this.parts.clock.now().toISOString() };
    this.running.add(current);
    try {
      await causedBy(causation, async () => act?.(event, attempt));
      return null;
    } catch (error) {
      if (this.parts.isOutage(error)) throw error;
      return { error };
    } finally {
      this.running.delete(current);
    }
  }
}
