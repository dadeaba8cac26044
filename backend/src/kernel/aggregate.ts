import type { Catalogue } from './event.js';
import type { TypeOf } from './field.js';

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
export abstract class Command<Data extends object = object> {
  constructor(readonly data: Data) {}
}

/** The events of a catalogue, as a union of `{ type, data }`. */
export type EventOf<Events extends Catalogue> = {
  [Type in keyof Events & string]: { readonly type: Type; readonly data: TypeOf<Events[Type]['data']> };
}[keyof Events & string];

/** What an aggregate is beside its rules. */
interface Head<State, Key, Events> {
  /** The second part of the stream's name, `category-id`, from the data of a command. */
  readonly id: (data: Key) => string;
  readonly initial: State;
  readonly events: Events;
  /** True if the state depends on the last event only, as with a toggle. Then only that event is read. */
  readonly lastEventIsState?: boolean;
  readonly snapshot?: SnapshotSpec;
}

/** Folds one event into the state. `at` is when the event was written, ISO 8601. */
export type Evolve<State, Events extends Catalogue> = {
  readonly [Type in keyof Events & string]: (
    state: State,
    data: TypeOf<Events[Type]['data']>,
    at: string,
  ) => State;
};

/**
 * Returns the events of a command. `[]` means that there is nothing to do, which makes retries safe. It throws
 * {@link Rejected} to reject the command.
 */
export type Rules<State, Events extends Catalogue> = Readonly<
  Record<string, (data: never, state: State) => readonly EventOf<Events>[]>
>;

/** The fields of an event that its declaration lacks. TypeScript adds undefined ones where a rule returns several events. */
type Undeclared<Event, Events extends Catalogue> = Event extends {
  readonly type: infer Type extends keyof Events;
  readonly data: infer Data;
}
  ? Exclude<
      { [Name in keyof Data]-?: Data[Name] extends undefined ? never : Name }[keyof Data],
      keyof TypeOf<Events[Type]['data']>
    >
  : never;

/**
 * Make the commands of an aggregate. One without what names the stream cannot be made, nor one whose rule returns a field that
 * its event does not declare, which the log would keep.
 */
type Creators<Decide, Key, Events extends Catalogue> = {
  readonly [Name in keyof Decide]: Decide[Name] extends (
    data: infer Data extends Key & object,
    ...rest: never
  ) => readonly (infer Event)[]
    ? [Undeclared<Event, Events>] extends [never]
      ? (data: Data) => Command<Data>
      : never
    : never;
};

/** An aggregate, with a function for each of its commands, which makes it: `Like.LikePost({ … })`. */
export type Aggregate<State, Key, Events extends Catalogue, Decide extends Rules<State, Events>> = Head<
  State,
  Key,
  Events
> & {
  readonly category: string;
  readonly commands: { readonly [Name in keyof Decide]: new (data: object) => Command };
  readonly decide: Decide;
  readonly evolve: Evolve<State, Events>;
} & Creators<Decide, Key, Events>;

/**
 * Declares an aggregate: its events, and the rules as pure functions, which use no clock, random numbers or I/O. Each rule
 * decides the command of its name.
 */
export function aggregate<State, Key, const Events extends Catalogue>(
  category: string,
  head: Head<State, Key, Events>,
) {
  return {
    rules<const Decide extends Rules<State, Events>>(rules: {
      readonly evolve: Evolve<State, Events>;
      readonly decide: Decide;
    }): Aggregate<State, Key, Events, Decide> {
      const names = Object.keys(rules.decide);
      const commands = Object.fromEntries(names.map((name) => [name, commandClass(name)]));
      const creators = Object.fromEntries(
        Object.entries(commands).map(([name, Class]) => [name, (data: object) => new Class(data)]),
      );
      return { category, ...head, ...rules, commands, ...creators } as never;
    },
  };
}

function commandClass(name: string): new (data: object) => Command {
  const Class = class extends Command {};
  // The rule of a command, its handler and messages are found by this name.
  return Object.defineProperty(Class, 'name', { value: name });
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
  readonly events: Catalogue;
  readonly commands: Readonly<Record<string, new (data: object) => Command>>;
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
export function evolveAll(table: AnyAggregate, state: unknown, events: readonly Evolving[]): unknown {
  return events.reduce((current, event) => {
    const step = table.evolve[event.type];
    if (!step) throw new Error(`${table.category} does not know the event ${event.type}`);
    return step(current as never, event.data as never, event.metadata.at);
  }, state);
}

/** Returns the events of `command` in `state`. Throws {@link Rejected} when a rule rejects it. */
export function decide(
  table: AnyAggregate,
  command: Command,
  state: unknown,
): readonly { type: string; data: object }[] {
  const rule = table.decide[command.constructor.name];
  if (!rule) throw new Error(`${table.category} does not know the command ${command.constructor.name}`);
  return rule(command.data as never, state as never);
}

/** The name of the stream that `command` decides on, `category-id`. */
export function streamOf(table: AnyAggregate, command: Command): string {
  return `${table.category}-${table.id(command.data as never)}`;
}
