/** Why a command was rejected. The HTTP layer maps each to a status. */
export type Refusal = 'invalid' | 'forbidden' | 'notFound' | 'conflict';

/**
 * A rule rejected the command. Users see the message as it is; programs tell rejections apart by `code`, in
 * snake_case. A rejection that no program tells apart has its refusal as its code.
 */
export class Rejected extends Error {
  override readonly name = 'Rejected';

  constructor(
    readonly refusal: Refusal,
    message: string,
    readonly code: string = refusal,
  ) {
    super(message);
  }
}

/**
 * A request to change something, in the imperative. `data` brings all that the decision needs: time, ids, and facts of
 * other streams.
 */
export abstract class Command<Data extends object> {
  constructor(readonly data: Data) {}
}

export type CommandClass<Data extends object = never> = new (data: Data) => Command<Data>;

// With `never` as parameter, TypeScript infers from any command class.
type DataOf<Class> = Class extends new (data: infer Data) => unknown ? Data : never;

/** The events of a map `{ Name: data }`, as a union of `{ type, data }`. */
export type EventOf<Events> = {
  [Type in keyof Events & string]: { readonly type: Type; readonly data: Events[Type] };
}[keyof Events & string];

/**
 * An aggregate as a table of pure functions.
 *
 * - `category` and `id` name the stream: `category-id`. The id comes from the command.
 * - `decide` returns the events of a command. `[]` means that there is nothing to do, which makes retries safe. It throws
 *   {@link Rejected} to reject the command.
 * - `evolve` folds one event into the state. Neither uses a clock, random numbers or I/O.
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
  /** True if the state depends on the last event only, as with a toggle. Then only that event is read. */
  readonly lastEventIsState?: boolean;
  readonly snapshot?: SnapshotSpec;
}

/** For aggregates with long streams: how snapshots of their state, which must be plain JSON, are stored. */
export interface SnapshotSpec {
  /** Raise it when the shape of the state or an `evolve` function changes. */
  readonly version: number;
  /** Whether the state contains personal fields of the person whose id is in the stream's name. */
  readonly isPersonal: boolean;
}

/** An aggregate without its type parameters, as the kernel uses it. */
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
  readonly snapshot?: SnapshotSpec;
}

/** The part of an event that {@link evolveAll} needs. */
export interface Evolving {
  readonly type: string;
  readonly data: object;
  readonly metadata: { readonly at: string };
}

/** Folds `events` into `state` and returns the result. Throws for an event that the table does not list. */
export function evolveAll(aggregate: AnyAggregate, state: unknown, events: readonly Evolving[]): unknown {
  return events.reduce((current, event) => {
    const step = aggregate.evolve[event.type];
    if (!step) throw new Error(`${aggregate.category} does not know the event ${event.type}`);
    return step(current as never, event.data as never, event.metadata.at);
  }, state);
}

/** Returns the events of `command` in `state`. Throws {@link Rejected} when a rule rejects it. */
export function decide(
  aggregate: AnyAggregate,
  command: Command<object>,
  state: unknown,
): readonly { type: string; data: object }[] {
  const rule = aggregate.decide[command.constructor.name];
  if (!rule) throw new Error(`${aggregate.category} does not know the command ${command.constructor.name}`);
  return rule(command.data as never, state as never);
}

/** The name of the stream that `command` decides on, `category-id`. */
export function streamOf(aggregate: AnyAggregate, command: Command<object>): string {
  return `${aggregate.category}-${aggregate.id(command.data as never)}`;
}
