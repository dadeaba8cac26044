import { Injectable, type Type } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type AnyAggregate, type Command, Rejected, decide, evolveAll, streamOf } from '../aggregate.js';
import { type EventLog, WrongExpectedRevisionError } from '../event-log.js';
import { currentCausation, metadataOf } from '../causation.js';
import type { Clock, Ids } from '../clock.js';
import type { EventCodec } from '../log/codec.js';
import type { Timer } from '../timer.js';
import type { ViewProgress } from '../view-progress.js';
import type { StreamState } from '../states.js';
import { type AggregateRepository, emptyStream } from './aggregate-repository.js';

/** The result of a command. */
export interface Receipt<State = unknown> {
  readonly stream: string;
  /** The position of the last event of the stream. */
  readonly position: number;
  /** The number of events written; 0 when there was nothing to do. */
  readonly events: number;
  /** The state of the aggregate after the command. Answers can use it without a view. */
  readonly state: State;
}

const ATTEMPTS = 10;

/** The outcome of a decision: events (none when there is nothing to do), or a rejection. */
type Outcome =
  { readonly events: readonly { type: string; data: object }[] } | { readonly refusal: Rejected };

/**
 * Runs commands: takes the state of the stream from memory or the log, decides, and appends at the revision of that
 * state. On a conflict, it reads the new events and decides again. A stream that is not in memory, and whose last event is
 * its state, is taken as empty: the append checks it. It answers when the views of this process that
 * subscribe to the written events have processed them, at most 2 s later. A slow view never fails a write. A repeated
 * request gets the receipts of the commands that it has run before.
 */
export class CommandRunner {
  constructor(
    private readonly log: Pick<EventLog, 'append'>,
    private readonly codec: Pick<EventCodec, 'encode'>,
    private readonly states: AggregateRepository,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly views: Pick<ViewProgress, 'reached'>,
    private readonly timer: Pick<Timer, 'rest'>,
  ) {}

  /**
   * @throws Rejected when a rule rejects the command, or after ten conflicts in a row
   * @throws EventLogUnavailableError, UndecodableError
   */
  async run(aggregate: AnyAggregate, command: Command<object>): Promise<Receipt> {
    const receipt = await this.append(aggregate, command);
    if (receipt.events > 0) currentCausation().reached?.(receipt.position);
    await this.views.reached(receipt.position, 'views of a command', Object.keys(aggregate.evolve));
    return receipt;
  }

  private async append(aggregate: AnyAggregate, command: Command<object>): Promise<Receipt> {
    const stream = streamOf(aggregate, command);
    const { repeatable } = currentCausation();
    const idOf = repeatable?.nextEventIds(stream) ?? (() => this.ids.uuid());
    const { known } = this.states;
    const writtenBefore = async (isRepeated = repeatable?.isRepeated) =>
      isRepeated ? this.states.writtenBefore(aggregate, stream, idOf) : null;
    // Beside others, a repetition of this request may run elsewhere, and be first.
    const writtenMeanwhile = () =>
      writtenBefore(repeatable && (repeatable.isRepeated || known.isBesideOthers));
    const before = await writtenBefore();
    if (before) return { stream, ...before };
    const assumed = aggregate.lastEventIsState ? emptyStream(aggregate) : undefined;
    let current = known.recall(stream) ?? assumed;
    // Else an event may be missing. Only an append would notice.
    let isChecked = current !== undefined && current === known.atHead(stream);
    for (let attempt = 1; attempt <= ATTEMPTS;) {
      if (!current) {
        current = await this.states.load(aggregate, stream);
        isChecked = true;
      }
      const outcome = outcomeOf(aggregate, command, current.state);
      if ('refusal' in outcome || outcome.events.length === 0) {
        if (!isChecked) {
          current = undefined;
          continue;
        }
        await known.confirm();
        // The first attempt may still run in another process, and have written in the meantime.
        const meanwhile = await writtenMeanwhile();
        if (meanwhile) return { stream, ...meanwhile };
        if ('refusal' in outcome) throw outcome.refusal;
        return { stream, position: current.position, events: 0, state: current.state };
      }
      const written = await this.write(aggregate, stream, current, outcome.events, idOf);
      if (written) return written;
      const meanwhile = await writtenMeanwhile();
      if (meanwhile) return { stream, ...meanwhile };
      current = undefined;
      await this.timer.rest(Math.random() * 2 ** attempt);
      attempt += 1;
    }
    throw new Rejected('conflict', 'Another request changed this at the same time. Please try again.');
  }

  /** Returns null when another write came first. */
  private async write(
    aggregate: AnyAggregate,
    stream: string,
    { state: before, revision: expected }: StreamState,
    decided: readonly { type: string; data: object }[],
    idOf: (index: number) => string,
  ): Promise<Receipt | null> {
    const stamped = decided.map((event, index) => this.stamp(event, idOf(index)));
    const { known } = this.states;
    const keep = known.keeper(stream);
    const encoded = await this.codec.encode(stamped);
    await known.confirm();
    const { seen } = known;
    try {
      const { position, revision } = await this.log.append(stream, expected ?? 'noStream', encoded);
      const state = evolveAll(aggregate, before, stamped);
      // An earlier one is the result of the same append long ago, and the stream may have gone on.
      if (position > seen) this.states.advance(aggregate, stream, { state, revision, position }, keep);
      currentCausation().told?.(decided);
      return { stream, position, events: decided.length, state };
    } catch (error) {
      if (error instanceof WrongExpectedRevisionError) {
        known.overtake(stream, (expected ?? -1) + 1);
        return null;
      }
      known.forget(stream);
      throw error;
    }
  }

  private stamp(event: { type: string; data: object }, id: string) {
    const metadata = metadataOf(currentCausation(), this.clock.now());
    return { id, type: event.type, data: event.data, metadata };
  }
}

/**
 * Nest command handlers for all commands of `aggregates`. All of them call {@link CommandRunner}.
 */
export function commandHandlers(aggregates: readonly AnyAggregate[]): Type<ICommandHandler>[] {
  return aggregates.flatMap((aggregate) =>
    Object.values(aggregate.commands).map((command) =>
      handlerOf(aggregate, command as Type<Command<object>>),
    ),
  );
}

function handlerOf(aggregate: AnyAggregate, command: Type<Command<object>>): Type<ICommandHandler> {
  @Injectable()
  @CommandHandler(command)
  class Handler implements ICommandHandler<Command<object>, Receipt> {
    constructor(private readonly runner: CommandRunner) {}

    execute(request: Command<object>): Promise<Receipt> {
      return this.runner.run(aggregate, request);
    }
  }
  // Nest names providers by their class in its messages.
  Object.defineProperty(Handler, 'name', { value: `${command.name}Handler` });
  return Handler;
}

function outcomeOf(aggregate: AnyAggregate, command: Command<object>, state: unknown): Outcome {
  try {
    return { events: decide(aggregate, command, state) };
  } catch (error) {
    if (error instanceof Rejected) return { refusal: error };
    throw error;
  }
}
