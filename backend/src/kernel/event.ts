/**
 * What the kernel needs to know about an event type: the version of its data, the upcasts from older versions, and which
 * fields are personal (encrypted with the key of the person whose id is in the field `subject`).
 */
export interface EventSpec<Data> {
  readonly version: number;
  readonly personal?: {
    readonly subject: keyof Data & string;
    readonly fields: readonly (keyof Data & string)[];
    /** This event creates the person's key. Every other event needs an existing key. */
    readonly createsKey?: true;
  };
  /** The event in the audit trail. */
  readonly trail?: TrailEntry;
  /** `upcast[n]` turns data of version n into data of version n + 1. */
  readonly upcast?: Readonly<Record<number, (data: Record<string, unknown>) => Record<string, unknown>>>;
}

/** How an event reads in the audit trail, and what it is about. Fields are paths into the data, such as `purpose.kind`. */
export interface TrailEntry {
  /**
   * A sentence with parameters: `{actor}` is who caused the event, `{field}` a value or the name of what its id stands for,
   * `{field|format}` a value in a format, and `{field?words}` has the words for null.
   */
  readonly says: string;
  /** The fields with ids, and the kind of thing that each id stands for. */
  readonly about?: Readonly<Record<string, string>>;
  /** The field with the code of the reason. */
  readonly reason?: string;
}

export type Catalogue<Events> = { readonly [Type in keyof Events]: EventSpec<Events[Type]> };

/**
 * Who caused an event. The id is an account's, an admin's or a visitor's claim; never a name or an address.
 */
export interface Actor {
  readonly kind: 'visitor' | 'user' | 'admin' | 'system' | 'stripe';
  readonly id: string | null;
  /** The role that an admin had at that time; missing in events from before it was written. */
  readonly role?: string;
}

/** The metadata of each event. `at` is ISO 8601 in UTC; `version` is the version of the data. */
export interface EventMetadata {
  readonly at: string;
  readonly actor: Actor;
  readonly $correlationId: string;
  readonly $causationId: string;
  readonly requestId: string | null;
  readonly version: number;
}

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
