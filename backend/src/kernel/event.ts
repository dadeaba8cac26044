import {
  type DataOf,
  type Field,
  type Fields,
  type TypeOf,
  hasNestedPersonal,
  id,
  nullable,
  number,
  object,
  oneOf,
  optional,
  subjectOf,
  text,
  time,
} from './field.js';

/**
 * What the kernel needs to know about an event type: its fields, the version of its data, the upcasts from older versions,
 * and which fields are personal (encrypted with the key of the person whose id is in the field `subject`).
 */
export interface EventSpec<Data = unknown> {
  readonly version: number;
  readonly data: Field<Data>;
  readonly personal?: {
    readonly subject: string;
    readonly fields: readonly string[];
    /** This event creates the person's key. Every other event needs an existing key. */
    readonly createsKey?: true;
  };
  /** The event in the audit trail. */
  readonly trail: TrailEntry;
  /** `upcast[n]` turns data of version n into data of version n + 1. */
  readonly upcast?: Readonly<Record<number, (data: Record<string, unknown>) => Record<string, unknown>>>;
  /**
   * Set in the release before the first one that writes the event: processes of both run beside each other, and each must read
   * what the others write.
   */
  readonly isOnlyRead?: true;
}

/** The specs of events, by the names of their types. */
export type Catalogue = Readonly<Record<string, EventSpec>>;

/** The data of each event of a catalogue. */
export type EventsOf<Of extends Catalogue> = { readonly [Type in keyof Of]: TypeOf<Of[Type]['data']> };

/** What few events need. */
interface More extends Pick<EventSpec, 'upcast' | 'isOnlyRead'> {
  /** 1 if it is not given. */
  readonly version?: number;
  readonly createsKey?: true;
}

/**
 * Declares an event type: its fields, its sentence in the audit trail and the ids in it. See {@link TrailEntry} for both. The
 * fields made by `personal` are those of one person.
 */
export function event<Of extends Fields>(
  data: Of,
  says: TrailEntry['says'],
  about?: TrailEntry<NoInfer<Of>>['about'],
  { version = 1, createsKey, upcast, isOnlyRead }: More = {},
): EventSpec<DataOf<Of>> {
  const fields = Object.keys(data).filter((name) => subjectOf(data[name]) !== undefined);
  const [subject, ...others] = new Set(fields.map((name) => subjectOf(data[name])));
  const isOwned = subject === undefined ? !createsKey : subject in data && others.length === 0;
  if (!isOwned || hasNestedPersonal(data))
    throw new Error(`The personal fields are not those of one person whose id is a field: ${says}`);
  const reason = /\{([^}|?]+)\|reason[?}]/.exec(says)?.[1];
  return {
    version,
    data: object(data),
    ...(subject && { personal: { subject, fields, ...(createsKey && { createsKey }) } }),
    trail: { says, ...(about && { about }), ...(reason && { reason }) },
    ...(upcast && { upcast }),
    ...(isOnlyRead && { isOnlyRead }),
  };
}

/**
 * Where values are in the data of an event: a field, `purpose.kind` in it, `reports.actId` in each item of a list. `one+other`
 * is the id that two fields make, joined by a dash, and `account:field` what follows that prefix, and nothing without it.
 */
type Path<Data> = `${'' | `${string}:`}${keyof Data & string}${'' | `${'.' | '+'}${string}`}`;

/** What an id stands for: this, all of these (the first names it in a sentence), or what the field `by` decides. */
export type TrailAbout =
  string | readonly string[] | { readonly by: string; readonly kinds: Readonly<Record<string, string>> };

/** How an event reads in the audit trail, and what it is about. */
export interface TrailEntry<Data = Readonly<Record<string, unknown>>> {
  /**
   * A sentence in the past tense that starts with who caused the event. It also reads well with 'You'. Its parameters are
   * paths: `{path}` is a value, or what an id stands for; `{path|format}` a value in a format; `{path?words}` has the words
   * for null; `{path?yes:no}` has words for both: whether it is true, or not null.
   */
  readonly says: `{actor} ${string}`;
  /** The ids in the data, by their paths. */
  readonly about?: { readonly [At in Path<Data>]?: TrailAbout };
  /** The field with the code of the reason, one of the reasons for decisions: the first that `says` formats as one. */
  readonly reason?: string;
}

/**
 * Who caused an event. The id is an account's, an admin's or a visitor's claim; never a person's name or an address. In a
 * terminal it is what the operator gave as theirs.
 */
export const Actor = object({
  kind: oneOf('visitor', 'user', 'admin', 'system', 'stripe'),
  id: nullable(text),
  /** The role that an admin had at that time, `operator` in a terminal; missing in events from before it was written. */
  role: optional(text),
});
export type Actor = TypeOf<typeof Actor>;

/** The metadata of each event. */
export const EventMetadata = object({
  at: time,
  actor: Actor,
  $correlationId: id,
  $causationId: id,
  requestId: nullable(text),
  /** The version of the data. */
  version: number,
});
export type EventMetadata = TypeOf<typeof EventMetadata>;

/** A decoded event: upcast, decrypted, with its position in the log. */
export interface Recorded<Type extends string = string, Data = object> {
  readonly id: string;
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
  readonly type: Type;
  readonly data: Data;
  readonly metadata: EventMetadata;
}

/** A map of event names to the data of each. */
// Not a Record: an interface has no index signature and would not be assignable.
export type EventTypes = object;
