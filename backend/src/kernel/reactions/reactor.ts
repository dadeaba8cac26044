import type { Ids } from '../clock.js';
import type { DeadlineName } from '../deadlines.js';
import { type Reaction, type ReactionHealth, type ReactionProgress, checkpointOf } from '../reaction.js';
import { startOf } from './reaction-start.js';
import { type ReactionContext, RunningReaction } from './running-reaction.js';
import type { WaitingEvent } from './waiting-event.js';
import { WaitingList } from './waiting-list.js';

/** The result of a retry: how many events were handled, and how many are still waiting or parked. */
export interface Retried {
  readonly handled: number;
  readonly left: number;
}

const EVERY_MS = 1000;
const IDLE_MS = 5000;

/** Runs reactions. Each has its own pace: they do not wait for each other, and the log reader does not wait for them. */
export class Reactor implements ReactionProgress {
  private readonly running: RunningReaction[] = [];
  private endTurns: () => void = () => undefined;

  constructor(
    private readonly context: ReactionContext & { readonly ids: Ids },
    private readonly reactions: readonly Reaction[],
  ) {}

  /**
   * Loads the checkpoints of all reactions. From then on, no event is missed: a new reaction records the end of the log as
   * its start.
   * @throws EventLogUnavailableError, DocumentStoreUnavailableError
   */
  async open(): Promise<void> {
    const { context, reactions } = this;
    if (this.running.length > 0) return;
    await context.reader.start();
    const lists = await WaitingList.load(
      context.kernel,
      reactions.map(({ name }) => name),
    );
    const positions = await Promise.all(reactions.map(({ name }) => startOf(context, name)));
    for (const [index, reaction] of reactions.entries()) {
      const list = lists.get(reaction.name) as WaitingList;
      const parts = { ...context, onIdle: () => this.saveIdle() };
      this.running.push(new RunningReaction(reaction, parts, list, positions[index] as number));
    }
  }

  /** Records where new reactions start, without running any. @throws EventLogUnavailableError, DocumentStoreUnavailableError */
  async noteStarts(): Promise<void> {
    await Promise.all(this.reactions.map(({ name }) => startOf(this.context, name)));
  }

  /**
   * Runs all reactions from their checkpoints, and retries events that could not be decoded. Opens them if they are not.
   * @throws EventLogUnavailableError, DocumentStoreUnavailableError
   */
  async start(): Promise<void> {
    await this.open();
    for (const reaction of this.running) reaction.start();
    const { timer, role } = this.context;
    const endTurns = timer.every(EVERY_MS, () => {
      void this.saveProgress();
      void this.retryDue();
    });
    // The next one to become active reads on from there, and people wait for its mails.
    const endIdle = role.isAlone ? () => undefined : timer.every(IDLE_MS, () => this.saveIdle());
    this.endTurns = () => {
      endTurns();
      endIdle();
    };
  }

  /** The names of all reactions, running or not. */
  get names(): readonly string[] {
    return this.reactions.map(({ name }) => name);
  }

  /** Moves all checkpoints to the end of the log without starting, for example after writing demo data. */
  async skip(): Promise<void> {
    const { context, reactions } = this;
    const head = await context.log.head();
    for (const { name } of reactions) {
      const position = await startOf(context, name);
      if (position < head) await context.kernel.moveCheckpoint(checkpointOf(name), position, head);
    }
  }

  private named(name: string): RunningReaction | undefined {
    return this.running.find((reaction) => reaction.name === name);
  }

  /** The reaction with this name, without one all. @throws Error for an unknown name */
  private chosen(name: string | undefined): readonly RunningReaction[] {
    if (name === undefined) return this.running;
    const named = this.named(name);
    if (!named) throw new Error(`there is no reaction named ${name}`);
    return [named];
  }

  private saveIdle(): void {
    for (const reaction of this.running) reaction.saveIdle();
  }

  /** Moves the checkpoints of the reactions that have handled events. Called every second. */
  async saveProgress(): Promise<void> {
    await Promise.all(this.running.map((reaction) => reaction.saveProgress()));
  }

  /** Retries the waiting events that are due. Called every second. */
  async retryDue(): Promise<void> {
    await Promise.all(this.running.map((reaction) => reaction.retryDue()));
  }

  /**
   * Retries at once the waiting and parked events, and those that queue behind them, of one reaction or of all. During an
   * outage they become due and are retried when it is over.
   * @throws Error for an unknown name
   */
  async retry(name?: string): Promise<Retried> {
    const chosen = this.chosen(name);
    const count = () =>
      chosen.reduce((sum, reaction) => sum + reaction.health().waiting + reaction.health().parked, 0);
    const before = count();
    await Promise.all(chosen.map((reaction) => reaction.retryAll()));
    return { handled: before - count(), left: count() };
  }

  async handled(name: string, position: number, deadline: DeadlineName): Promise<boolean> {
    return (await this.named(name)?.reached(position, deadline)) ?? false;
  }

  /**
   * Resolves when a reaction, or without a name all of them, is done with the events up to `position`, and retries none.
   * @throws Error for an unknown name, and when it stops before
   */
  async caughtUp(position: number, name?: string): Promise<void> {
    await Promise.all(this.chosen(name).map((reaction) => reaction.caughtUp(position)));
  }

  /** The events of a reaction that wait or are parked, and those that queue behind them, in log order. */
  unfinished(name: string): readonly WaitingEvent[] {
    return this.named(name)?.unfinished() ?? [];
  }

  health(): ReactionHealth[] {
    return this.running.map((reaction) => reaction.health());
  }

  /** Stops after the current events. */
  async stop(): Promise<void> {
    this.endTurns();
    await Promise.all(this.running.map((reaction) => reaction.stop()));
  }
}
