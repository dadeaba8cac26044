import { setTimeout as sleep } from 'node:timers/promises';
import type { Recorded } from '../event.js';
import type { Reaction } from '../reaction.js';
import { EventLogUnavailableError, type LoggedEvent, type Subscription } from '../event-log.js';
import type { Engines } from '../views/build-views.js';
import { causedBy } from '../causation.js';
import type { EngineLogger } from '../logger.js';

/** How a reaction stands, for /health: it has dealt with everything up to `position`. */
export interface ReactionHealth {
  readonly name: string;
  readonly position: number;
  readonly error: string | null;
}

interface State {
  /** Where its checkpoint stands. */
  position: number;
  /** What it has dealt with; the checkpoint does not follow what was of no interest. */
  handled: number;
  error: string | null;
}

const BATCH = 200;
const HEAD_ATTEMPTS = 10;
const HEAD_PAUSE_MS = 500;

/** Runs reactions, each with a checkpoint of its own that moves after each event it has dealt with. */
export class Reactor {
  private readonly running: { readonly state: State; readonly reaction: Reaction }[] = [];
  private readonly subscriptions: Subscription[] = [];

  constructor(
    private readonly engines: Engines,
    private readonly reactions: readonly Reaction[],
    private readonly logger: EngineLogger,
  ) {}

  /** Starts every reaction where it stopped; one that is new starts at the end of the log. */
  async start(): Promise<void> {
    for (const reaction of this.reactions) {
      const position = await this.startingPoint(reaction);
      const state: State = { position, handled: position, error: null };
      this.running.push({ state, reaction });
      this.subscriptions.push(
        this.engines.log.subscribe({
          after: state.position,
          batchSize: BATCH,
          onBatch: (batch) => this.handle(reaction, state, batch),
          onRecovered: () => {
            state.error = null;
          },
          onError: (error) => {
            state.error = error instanceof Error ? error.message : String(error);
            this.logger.error(error, `the reaction ${reaction.name} failed and tries again`);
          },
        }),
      );
    }
  }

  /**
   * Passes over everything up to the end of the log, without starting: for a history that is nobody's news.
   */
  async skip(): Promise<void> {
    const { store, log } = this.engines;
    const head = await log.head();
    for (const reaction of this.reactions) {
      const name = this.checkpointOf(reaction);
      await store.moveCheckpoint(name, await store.checkpoint(name), head);
    }
  }

  health(): ReactionHealth[] {
    return this.running.map(({ reaction: { name }, state: { handled, error } }) => ({
      name,
      position: handled,
      error,
    }));
  }

  /** Stops when the events under way have been dealt with. */
  async stop(): Promise<void> {
    await Promise.all(this.subscriptions.map((subscription) => subscription.close()));
  }

  private async startingPoint(reaction: Reaction): Promise<number> {
    const { store } = this.engines;
    const stored = await store.checkpoint(this.checkpointOf(reaction));
    if (stored !== null) return stored;
    const head = await this.headOfLog();
    await store.moveCheckpoint(this.checkpointOf(reaction), null, head);
    return head;
  }

  /** A log that was reached a moment ago may be slow while everything starts at once. */
  private async headOfLog(): Promise<number> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.engines.log.head();
      } catch (error) {
        if (attempt === HEAD_ATTEMPTS || !(error instanceof EventLogUnavailableError)) throw error;
        await sleep(HEAD_PAUSE_MS);
      }
    }
  }

  private async handle(reaction: Reaction, state: State, batch: readonly LoggedEvent[]): Promise<void> {
    const wanted = batch.filter((event) => event.position > state.position && event.type in reaction.on);
    for (const event of (await this.engines.codec.decode(wanted)).events) {
      await this.react(reaction, event);
      await this.move(reaction, state, event.position);
    }
    const last = batch.at(-1);
    // A batch that held nothing of interest moves the checkpoint only when it was full, as in a long
    // catch-up.
    const worthwhile = wanted.length > 0 || batch.length === BATCH;
    if (last && last.position > state.position && worthwhile) await this.move(reaction, state, last.position);
    state.handled = last?.position ?? state.handled;
    state.error = null;
  }

  private async react(reaction: Reaction, event: Recorded): Promise<void> {
    const act = (reaction.on as Readonly<Record<string, (event: Recorded) => Promise<void>>>)[event.type];
    if (!act) return;
    const causation = {
      actor: { kind: 'system' as const, id: reaction.name },
      requestId: event.metadata.requestId,
      correlationId: event.metadata.$correlationId,
      causationId: event.id,
    };
    await causedBy(causation, () => act(event));
  }

  private async move(reaction: Reaction, state: { position: number }, to: number): Promise<void> {
    const moved = await this.engines.store.moveCheckpoint(this.checkpointOf(reaction), state.position, to);
    if (!moved) {
      state.position = (await this.engines.store.checkpoint(this.checkpointOf(reaction))) ?? 0;
      throw new Error(`another process runs the reaction ${reaction.name}`);
    }
    state.position = to;
  }

  private checkpointOf(reaction: Reaction): string {
    return `reaction-${reaction.name}`;
  }
}
