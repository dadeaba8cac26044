import { causedBy } from '../causation.js';
import type { Clock } from '../clock.js';
import { messageOf } from '../error-message.js';
import type { Recorded } from '../event.js';
import type { EventLog, Subscription } from '../event-log.js';
import type { KernelStore } from '../kernel-store.js';
import type { EventCodec } from '../log/codec.js';
import type { Batch, LogReader } from '../log/log-reader.js';
import type { KernelLogger } from '../logger.js';
import { type Pause, pause } from '../pause.js';
import { type Reaction, type ReactionHealth, checkpointOf } from '../reaction.js';
import type { Undecodable } from '../undecodable.js';
import {
  type WaitingEvent,
  failed,
  isDue,
  parkedAsUndecodable,
  queued,
  released,
  undecodable,
} from './waiting-event.js';
import type { WaitingList } from './waiting-list.js';

export interface ReactionContext {
  readonly reader: Pick<LogReader, 'start' | 'follow'>;
  readonly log: EventLog;
  readonly codec: EventCodec;
  readonly kernel: KernelStore;
  readonly clock: Clock;
  readonly logger: KernelLogger;
  /** Whether the next event would fail for the same reason. The reaction then pauses. */
  readonly isOutage: (error: unknown) => boolean;
  /** Waits during a pause; real time by default. */
  readonly wait?: Pause;
}

type Act = (event: Recorded) => Promise<void>;
type Item = Recorded | Undecodable;

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
/** After how many skipped events the checkpoint is moved: each move is a synced write. */
const IDLE_EVENTS = 1000;

/**
 * Runs one reaction. It does one thing at a time: a batch of the log, or the due events of its waiting list. Before the
 * checkpoint passes an event, the event is handled or stored in the list. After a kill, unfinished events are repeated.
 */
export class RunningReaction {
  private readonly stopping = new AbortController();
  private subscription: Subscription | null = null;
  private turn: Promise<void> = Promise.resolve();
  private handled: number;
  private stored: number | null;
  private idle = 0;
  private outage: string | null = null;
  private retryOutage: string | null = null;
  private retryPause = FIRST_PAUSE_MS;
  private retryFrom = 0;
  private current: ReactionHealth['current'] = null;
  /** Who waits for an event to be handled. */
  private readonly awaiting = new Set<() => void>();
  /** The events that requests stopped waiting for. */
  private readonly missed = new Set<number>();

  constructor(
    private readonly reaction: Reaction,
    private readonly context: ReactionContext,
    private readonly list: WaitingList,
    position: number,
  ) {
    this.handled = position;
    this.stored = position;
  }

  /** Starts to follow the log after its position. */
  start(): void {
    const { reader, logger } = this.context;
    this.subscription = reader.follow({
      name: this.checkpoint,
      after: this.handled,
      onBatch: (batch) => this.inTurn(() => this.handle(batch)),
      onError: (error) => {
        this.outage = messageOf(error);
        logger.error(error, `the reaction ${this.reaction.name} can't read the log`);
      },
      onRecovered: () => {
        this.outage = null;
      },
    });
  }

  /** Stops after the current event. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.subscription?.close();
    await this.turn;
  }

  health(): ReactionHealth {
    const error = this.outage ?? this.retryOutage;
    for (const position of this.missed) if (this.isDone(position)) this.missed.delete(position);
    const isLate = this.missed.size > 0;
    const { handled: position, current } = this;
    return { name: this.reaction.name, position, error, ...this.list.counts(), isLate, current };
  }

  /** The events that wait or are parked, and those that queue behind them, in log order. */
  unfinished(): readonly WaitingEvent[] {
    return this.list.all();
  }

  /** Waits until the event at `position` is handled: true when it is, false after `milliseconds`. */
  async reached(position: number, milliseconds: number): Promise<boolean> {
    if (this.handled < position) await this.passing(position, milliseconds);
    const isDone = this.isDone(position);
    if (!isDone) this.missed.add(position);
    return isDone;
  }

  private passing(position: number, milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.awaiting.delete(look);
        resolve();
      };
      const look = () => {
        if (this.handled >= position) end();
      };
      const timer = setTimeout(end, milliseconds);
      this.awaiting.add(look);
    });
  }

  private isDone(position: number): boolean {
    return this.handled >= position && !this.list.holds(position);
  }

  private advance(position: number): void {
    this.handled = Math.max(this.handled, position);
    for (const look of this.awaiting) look();
  }

  /** Retries the events that are due. During an outage, with growing pauses. */
  async retryDue(): Promise<void> {
    const now = this.context.clock.now();
    if (this.list.due(now).length === 0 || now.getTime() < this.retryFrom) return;
    await this.inTurn(() => this.retry());
  }

  /** Makes all waiting and parked events due, and retries them unless the reaction is paused. */
  async retryAll(): Promise<void> {
    const now = this.context.clock.now();
    for (const head of this.list.heads()) await this.list.put(released(head, now));
    this.retryFrom = 0;
    if (this.outage === null) await this.retryDue();
  }

  private get checkpoint(): string {
    return checkpointOf(this.reaction.name);
  }

  private async inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => undefined);
    await done;
  }

  private async handle(batch: Batch): Promise<void> {
    const items = this.wantedOf(batch);
    let isWhole = true;
    for (const item of items) {
      isWhole = await this.throughOutages(() => this.meet(item));
      if (!isWhole) break;
      this.advance(item.position);
    }
    if (isWhole) this.advance(batch.to);
    this.idle += batch.events.length;
    if (items.length > 0 || this.idle >= IDLE_EVENTS) await this.store();
  }

  private wantedOf({ events, undecodable: others }: Batch): Item[] {
    const isWanted = ({ type, position }: Item) =>
      position > this.handled && Object.hasOwn(this.reaction.on, type);
    return [...events, ...others].filter(isWanted).toSorted((one, other) => one.position - other.position);
  }

  /** Handles an event or stores it in the list. @throws Error in an outage */
  private async meet(item: Item): Promise<void> {
    // After a kill between the write to the list and the move of the checkpoint.
    if (this.list.has(item.id)) return;
    const { name } = this.reaction;
    const now = this.context.clock.now();
    if ('reason' in item) return this.park(undecodable(name, item, now));
    const waiting = queued(name, this.sequenceOf(item), item, now);
    if (this.list.blocks(waiting.sequence)) return this.list.put(waiting);
    const problem = await this.react(item);
    if (problem) await this.fail(waiting, problem.error);
  }

  private async retry(): Promise<void> {
    try {
      for (const sequence of this.list.due(this.context.clock.now())) await this.retrySequence(sequence);
      this.retryPause = FIRST_PAUSE_MS;
      this.retryOutage = null;
    } catch (error) {
      this.retryOutage = messageOf(error);
      this.retryFrom = this.context.clock.now().getTime() + this.retryPause;
      this.retryPause = Math.min(this.retryPause * 2, LONGEST_PAUSE_MS);
      this.context.logger.error(
        error,
        `the reaction ${this.reaction.name} can't retry its events now; it will try again`,
      );
    }
  }

  /** Retries a sequence in order, up to the first event that fails. @throws Error in an outage */
  private async retrySequence(sequence: string): Promise<void> {
    for (;;) {
      const head = this.list.head(sequence);
      if (!head || !isDue(head, this.context.clock.now()) || this.stopping.signal.aborted) return;
      const event = await this.read(head);
      if ('reason' in event) {
        await this.park(parkedAsUndecodable(head, event.reason));
        return;
      }
      const problem = await this.react(event);
      if (problem) await this.fail(head, problem.error);
      else await this.list.remove(head);
    }
  }

  private async read({
    stream,
    revision,
    id,
  }: WaitingEvent): Promise<Recorded | { readonly reason: string }> {
    const { log, codec } = this.context;
    const logged = (await log.readStream(stream, revision)).filter((event) => event.id === id);
    const { events, undecodable: others } = await codec.decode(logged);
    return events[0] ?? others[0] ?? { reason: `the event is not in the log` };
  }

  private async fail(waiting: WaitingEvent, error: unknown): Promise<void> {
    const record = failed(waiting, error, this.context.clock.now());
    if (record.dueAt === null) return this.park(record, error);
    await this.list.put(record);
    const { name } = this.reaction;
    this.context.logger.error(
      error,
      `the reaction ${name} failed on ${record.type} ${record.id} and will retry it`,
    );
  }

  private async park(
    record: WaitingEvent,
    error: unknown = new Error(record.reason ?? 'parked'),
  ): Promise<void> {
    await this.list.put(record);
    const { name } = this.reaction;
    this.context.logger.error(
      error,
      `the reaction ${name} parks ${record.type} ${record.id} of ${record.stream}`,
    );
  }

  /** Handles an event. Returns its error, or null. @throws Error in an outage */
  private async react(event: Recorded): Promise<{ readonly error: unknown } | null> {
    const act = (this.reaction.on as Readonly<Record<string, Act>>)[event.type];
    const causation = {
      actor: { kind: 'system' as const, id: this.reaction.name },
      requestId: event.metadata.requestId,
      correlationId: event.metadata.$correlationId,
      causationId: event.id,
    };
    const { type, position } = event;
    this.current = { type, position, since: this.context.clock.now().toISOString() };
    try {
      await causedBy(causation, async () => act?.(event));
      return null;
    } catch (error) {
      if (this.context.isOutage(error)) throw error;
      return { error };
    } finally {
      this.current = null;
    }
  }

  private sequenceOf(event: Recorded): string {
    try {
      return this.reaction.sequence?.(event) ?? event.stream;
    } catch {
      return event.stream;
    }
  }

  /** Moves the checkpoint. While stopping, gives up at the first failure: repeated events are idempotent. */
  private async store(): Promise<void> {
    const move = () => this.moveCheckpoint();
    if (!this.stopping.signal.aborted) await this.throughOutages(move);
    else
      await move().catch((error: unknown) => this.context.logger.error(error, 'a checkpoint was not moved'));
  }

  private async moveCheckpoint(): Promise<void> {
    const { kernel } = this.context;
    if (this.stored === null || this.stored < this.handled) {
      if (!(await kernel.moveCheckpoint(this.checkpoint, this.stored, this.handled))) {
        this.stored = await kernel.checkpoint(this.checkpoint);
        throw new Error(`another process runs the reaction ${this.reaction.name}`);
      }
      this.stored = this.handled;
    }
    this.idle = 0;
  }

  /** Repeats `work` until it succeeds, with growing pauses. Returns false when the server stops first. */
  private async throughOutages(work: () => Promise<void>): Promise<boolean> {
    const { signal } = this.stopping;
    const { wait = pause } = this.context;
    for (let next = FIRST_PAUSE_MS; !signal.aborted; next = Math.min(next * 2, LONGEST_PAUSE_MS)) {
      try {
        await work();
        this.outage = null;
        return true;
      } catch (error) {
        this.outage = messageOf(error);
        this.context.logger.error(error, `the reaction ${this.reaction.name} is paused and will try again`);
        await wait(next, signal);
      }
    }
    return false;
  }
}
