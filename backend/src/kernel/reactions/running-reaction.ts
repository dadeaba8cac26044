import type { ActiveRole } from '../active-role.js';
import { messageOf } from '../error-message.js';
import type { Subscription } from '../event-log.js';
import type { KernelStore } from '../kernel-store.js';
import type { Batch, LogReader } from '../log/log-reader.js';
import type { DeadlineName } from '../deadlines.js';
import type { Timer } from '../timer.js';
import { type Reaction, type ReactionHealth, checkpointOf } from '../reaction.js';
import { Steps } from '../steps.js';
import { EventTries, type EventTriesParts, type Item } from './event-tries.js';
import { PartitionedQueue } from './partitioned-queue.js';
import { Outage } from './outage.js';
import { Retries } from './retries.js';
import { CheckpointTakenError, StoredCheckpoint } from './stored-checkpoint.js';
import { type WaitingEvent, released } from './waiting-event.js';
import type { WaitingList } from './waiting-list.js';

export interface ReactionContext extends EventTriesParts {
  readonly reader: Pick<LogReader, 'start' | 'follow'>;
  readonly kernel: KernelStore;
  readonly timer: Timer;
  /** Only while this process is active, an event is begun. */
  readonly role: ActiveRole;
  /** Called when another process has moved the checkpoint of a reaction, which has stopped here for good. */
  readonly onHalted?: (error: CheckpointTakenError) => void;
  /** Called when its checkpoint is moved past skipped events: the others then move theirs in the same turn, with one sync. */
  readonly onIdle?: () => void;
}

/** After how many skipped events the checkpoint is moved, with those of all reactions. */
const IDLE_EVENTS = 1000;

/**
 * Runs one reaction: the events of the log in partitions, and beside them the due events of its waiting list. Before the
 * checkpoint passes an event, the event is handled or stored in the list. After a kill, the events after the checkpoint are
 * repeated.
 */
export class RunningReaction {
  private readonly stopping = new AbortController();
  private readonly steps = new Steps();
  private readonly queue: PartitionedQueue<Item>;
  private readonly tries: EventTries;
  private readonly checkpoint: StoredCheckpoint;
  private readonly outage: Outage;
  private readonly retries: Retries;
  /** What runs: events, retries and pauses. */
  private readonly tasks = new Set<Promise<void>>();
  private subscription: Subscription | null = null;
  private logProblem: string | null = null;
  private storeProblem: string | null = null;
  /** Why it will not run again in this process. */
  private end: string | null = null;
  /** Whether an event was handled since the checkpoint was moved. */
  private hasProgress = false;
  private idle = 0;
  private saving: Promise<void> | null = null;
  /** The events that requests stopped waiting for. */
  private readonly missed = new Set<number>();

  constructor(
    private readonly reaction: Reaction,
    private readonly context: ReactionContext,
    private readonly list: WaitingList,
    position: number,
  ) {
    const { kernel, clock, timer } = context;
    const { signal } = this.stopping;
    this.queue = new PartitionedQueue(position);
    this.tries = new EventTries(reaction, context, list);
    this.checkpoint = new StoredCheckpoint(kernel, checkpointOf(reaction.name), position);
    this.outage = new Outage(timer, signal);
    this.retries = new Retries(list, this.tries, clock, signal, {
      mayStart: () => this.mayStart,
      run: (retry) => this.run(retry),
      ended: (error) => this.retried(error),
    });
  }

  get name(): string {
    return this.reaction.name;
  }

  /** Starts to follow the log after its position. */
  start(): void {
    const { reader, logger } = this.context;
    this.subscription = reader.follow({
      name: checkpointOf(this.reaction.name),
      after: this.queue.checkpoint,
      onBatch: (batch) => this.take(batch),
      onError: (error) => {
        this.logProblem = messageOf(error);
        logger.error(error, `the reaction ${this.reaction.name} can't read the log`);
      },
      onRecovered: () => {
        this.logProblem = null;
      },
    });
  }

  /** Stops after the current events. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.steps.step();
    await this.subscription?.close();
    while (this.tasks.size > 0) await Promise.all(this.tasks);
    await this.saving;
    if (this.end === null && this.hasProgress && this.context.role.isActive) await this.save();
  }

  health(): ReactionHealth {
    const error = this.end ?? this.logProblem ?? this.outage.reason ?? this.retries.problem;
    for (const position of this.missed) if (this.isDone(position)) this.missed.delete(position);
    const isLate = this.missed.size > 0;
    const { name } = this.reaction;
    const { checkpoint: position } = this.queue;
    return { name, position, error, ...this.list.counts(), isLate, current: this.tries.current };
  }

  /** The events that wait or are parked, and those that queue behind them, in log order. */
  unfinished(): readonly WaitingEvent[] {
    return this.list.all();
  }

  /** Waits until the event at `position` is handled: true when it is, false when the deadline expires. */
  async reached(position: number, deadline: DeadlineName): Promise<boolean> {
    await this.steps.until(
      () => this.queue.isDone(position),
      (expire) => this.context.timer.deadline(deadline, expire),
    );
    const isDone = this.isDone(position);
    if (!isDone) this.missed.add(position);
    return isDone;
  }

  /**
   * Resolves when it has handled all events up to `position`, or stored them for a retry, and retries none.
   * @throws Error when it stops before
   */
  async caughtUp(position: number): Promise<void> {
    const isDone = () => this.queue.checkpoint >= position && this.retries.running === 0;
    await this.steps.until(() => isDone() || this.hasStopped);
    if (!isDone()) throw new Error(`the reaction ${this.name} has stopped before ${position}`);
  }

  private isDone(position: number): boolean {
    return this.queue.isDone(position) && !this.list.holds(position);
  }

  /** Moves the checkpoint if events were handled since the last move. Called every second. */
  async saveProgress(): Promise<void> {
    if (this.hasProgress && this.maySave) await this.save();
  }

  /** Moves the checkpoint past events that it skipped. */
  saveIdle(): void {
    this.idle = Math.max(this.idle, IDLE_EVENTS);
    this.saveAtEnd();
  }

  /** Retries the events that are due. During an outage, with growing pauses. */
  async retryDue(): Promise<void> {
    // It may have been inactive for a while.
    this.startAll();
    await this.steps.until(() => this.retries.running === 0);
  }

  /** Makes all waiting and parked events due, and retries them unless the reaction is paused. */
  async retryAll(): Promise<void> {
    const now = this.context.clock.now();
    for (const head of this.list.heads()) await this.list.put(released(head, now));
    this.retries.hurry();
    if (this.logProblem === null) await this.retryDue();
  }

  private get hasStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  /** In an outage one event is tried alone, to see whether it is over. */
  private get mayStart(): boolean {
    if (this.hasStopped || this.outage.isPaused || !this.context.role.isActive) return false;
    return this.outage.reason === null || this.queue.running + this.retries.running === 0;
  }

  /** Takes the events of a batch into the queue. Does not wait until they are handled. */
  private async take(batch: Batch): Promise<void> {
    for (const item of this.wantedOf(batch)) {
      if (!this.queue.hasRoom) await this.steps.until(() => this.queue.hasRoom || this.hasStopped);
      if (this.hasStopped) return;
      this.queue.take(item, this.tries.sequenceOf(item));
      this.startLanes();
    }
    this.queue.pass(batch.to);
    const wasDue = this.idle >= IDLE_EVENTS;
    this.idle += batch.events.length;
    this.steps.step();
    // Once, also if it can't move its own now.
    if (!wasDue && this.idle >= IDLE_EVENTS) this.context.onIdle?.();
    this.saveAtEnd();
  }

  private wantedOf({ events, undecodable }: Batch): Item[] {
    const { on } = this.reaction;
    const { end } = this.queue;
    const isWanted = ({ type, position }: Item) => position > end && Object.hasOwn(on, type);
    return [...events, ...undecodable]
      .filter(isWanted)
      .toSorted((one, other) => one.position - other.position);
  }

  private startAll(): void {
    this.startLanes();
    this.retries.start();
  }

  private startLanes(): void {
    for (let item = this.next(); item; item = this.next()) this.run(this.handle(item));
  }

  private next(): Item | null {
    return this.mayStart ? this.queue.start() : null;
  }

  private async handle(item: Item): Promise<void> {
    try {
      const isProof = await this.tries.first(item, { mayTakeLong: this.outage.reason !== null });
      this.queue.finish(item);
      this.hasProgress = true;
      if (isProof) this.outage.end();
    } catch (error) {
      this.queue.putBack(item);
      this.pauseFor(error);
    }
    this.startAll();
    this.steps.step();
    this.saveAtEnd();
  }

  private retried(error: unknown): void {
    if (error === null) this.outage.end();
    else this.pauseFor(error);
    this.startAll();
    this.steps.step();
  }

  /** Starts nothing for a while. */
  private pauseFor(error: unknown): void {
    if (this.outage.isPaused || this.hasStopped) return;
    this.context.logger.error(error, `the reaction ${this.reaction.name} is paused and will try again`);
    const resume = async () => {
      await this.outage.pause(error);
      await this.saveProgress();
      this.startAll();
    };
    this.run(resume());
  }

  private run(task: Promise<void>): void {
    const done = task.finally(() => this.tasks.delete(done));
    this.tasks.add(done);
  }

  /** Moves the checkpoint when all is done that was taken. */
  private saveAtEnd(): void {
    const isAtEnd = this.queue.checkpoint === this.queue.end;
    const isWorthIt = this.hasProgress || this.idle >= IDLE_EVENTS;
    if (isAtEnd && isWorthIt && this.maySave) this.run(this.save());
  }

  /** Who may have lost the lease must not move what its next holder has read. */
  private get maySave(): boolean {
    return !this.hasStopped && !this.outage.isPaused && this.context.role.isActive;
  }

  private save(): Promise<void> {
    this.saving ??= this.move();
    return this.saving;
  }

  private async move(): Promise<void> {
    this.hasProgress = false;
    this.idle = 0;
    try {
      await this.checkpoint.moveTo(this.queue.checkpoint);
      if (this.storeProblem === null) return;
      this.storeProblem = null;
      this.outage.end();
    } catch (error) {
      this.hasProgress = true;
      if (error instanceof CheckpointTakenError) this.halt(error);
      else this.notSaved(error);
    } finally {
      this.saving = null;
      this.saveAtEnd();
    }
  }

  /** Nothing is handled that could not be remembered. While it stops, it gives up: repeated events are idempotent. */
  private notSaved(error: unknown): void {
    this.storeProblem = messageOf(error);
    if (this.hasStopped) this.context.logger.error(error, 'a checkpoint was not moved');
    else this.pauseFor(error);
  }

  /** Ends for good: another process runs the reaction. */
  private halt(error: CheckpointTakenError): void {
    this.end = error.message;
    this.stopping.abort();
    this.steps.step();
    void this.subscription?.close();
    this.context.logger.error(error, `the reaction ${this.reaction.name} has stopped`);
    this.context.onHalted?.(error);
  }
}
