/** Why a command was refused; the HTTP border gives each its status. */
export type Refusal = 'invalid' | 'forbidden' | 'notFound' | 'conflict';

/** A command that a rule turned down. The message is shown to people, word for word. */
export class Rejected extends Error {
  override readonly name = 'Rejected';

  constructor(
    readonly refusal: Refusal,
    message: string,
  ) {
    super(message);
  }
}

/**
 * A wish, in the imperative. Everything a decision needs – time, ids, facts from elsewhere – comes in `data`.
 */
export abstract class Command<Data extends object> {
  constructor(readonly data: Data) {}
}

/** A class of command, as a key of the buses and of an aggregate's table. */
export type CommandClass<Data extends object = never> = new (data: Data) => Command<Data>;

// `never` in a parameter and `any` in a result are how TypeScript spells "any command class" for inference.
type DataOf<Class> = Class extends new (data: infer Data) => unknown ? Data : never;

/** The events of a map `{ Name: data }`, as a union of `{ type, data }`. */
export type EventOf<Events> = {
  [Type in keyof Events & string]: { readonly type: Type; readonly data: Events[Type] };
}[keyof Events & string];

/**
 * An aggregate as a table of pure functions.
 *
 * - `category` and `id` name the stream: `category-id`, where the id is taken from the command.
 * - `decide` answers a command with events; `[]` says there is nothing to do, which makes retries safe;
 *   throwing {@link Rejected} refuses.
 * - `evolve` folds one event into the state. Neither reads a clock, draws a number or does I/O.
 */
export interface Aggregate<State, Events, Commands extends Record<string, unknown>> {
  readonly category: string;
  readonly id: (data: DataOf<Commands[keyof Commands]>) => string;
  readonly initial: State;
  readonly commands: Commands;
  readonly decide: {
    readonly [Name in keyof Commands]: (data: DataOf<Commands[Name]>, state: State) => EventOf<Events>[];
  };
  /** `at` is when the event was written, ISO 8601. */
  readonly evolve: {
    readonly [Type in keyof Events & string]: (state: State, data: Events[Type], at: string) => State;
  };
  /** Whether the last event alone tells the state, as with a toggle: then no more than that event is read. */
  readonly lastEventIsState?: boolean;
  readonly snapshot?: SnapshotFacts;
}

/** For aggregates whose streams may grow long: how their state, which must be plain JSON, is stored. */
export interface SnapshotFacts {
  /** Raised with every change of the state's shape or of what `evolve` makes of an event. */
  readonly version: number;
  /** Whether the state holds personal fields of the person whose id the stream is named by. */
  readonly isPersonal: boolean;
}

/** An aggregate whose types have been looked at already: what the engine works with. */
export interface AnyAggregate {
  readonly category: string;
  readonly id: (data: never) => string;
  readonly initial: unknown;
  readonly commands: Readonly<Record<string, unknown>>;
  readonly decide: Readonly<
    Record<string, (data: never, state: never) => readonly { type: string; data: object }[]>
  >;
  readonly evolve: Readonly<Record<string, (state: never, data: never, at: string) => unknown>>;
  readonly lastEventIsState?: boolean;
  readonly snapshot?: SnapshotFacts;
}

/** What {@link evolveAll} needs of an event. */
export interface Evolving {
  readonly type: string;
  readonly data: object;
  readonly metadata: { readonly at: string };
}

/** The state after `events`, from `state` on. Unknown events are a fault in the table and throw. */
export function evolveAll(aggregate: AnyAggregate, state: unknown, events: readonly Evolving[]): unknown {
  return events.reduce((current, event) => {
    const step = aggregate.evolve[event.type];
    if (!step) throw new Error(`${aggregate.category} does not know the event ${event.type}`);
    return step(current as never, event.data as never, event.metadata.at);
  }, state);
}

/** The events that `command` leads to in `state`. Throws {@link Rejected} when a rule refuses. */
export function decide(
  aggregate: AnyAggregate,
  command: Command<object>,
  state: unknown,
): readonly { type: string; data: object }[] {
  const rule = aggregate.decide[command.constructor.name];
  if (!rule) throw new Error(`${aggregate.category} does not know the command ${command.constructor.name}`);
  return rule(command.data as never, state as never);
}

/** The stream that `command` is about, `category-id`. */
export function streamOf(aggregate: AnyAggregate, command: Command<object>): string {
  return `${aggregate.category}-${aggregate.id(command.data as never)}`;
}
