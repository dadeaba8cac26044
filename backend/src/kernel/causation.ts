import { AsyncLocalStorage } from 'node:async_hooks';
import { Ids } from './clock.js';
import type { Actor, EventMetadata } from './event.js';
import type { Position } from './event-log.js';
import type { Repeatable } from './repeatable.js';

/** Who causes the current work, and by which request or event. It goes into the metadata of each event. */
export interface Causation {
  readonly actor: Actor;
  readonly requestId: string | null;
  readonly correlationId: string;
  readonly causationId: string;
  /** Set if the sender of the request may repeat it. */
  readonly repeatable?: Repeatable;
  /** Set for requests that only show something. */
  readonly isRead?: boolean;
  /** The position up to which the sender has written: a read shows at least that. */
  readonly mustSee?: Position;
  /** Is told the position up to which a command has written, now or before. */
  readonly reached?: (position: Position) => void;
  /** Is told what the work has written. */
  readonly told?: (events: readonly { readonly type: string; readonly data: object }[]) => void;
}

/** The role of who acts in a terminal, and their name where none is asked for. */
export const OPERATOR = 'operator';

/** Who acts in a terminal: they give a name, which is no login. */
export function operator(name = OPERATOR): Actor {
  return { kind: 'admin', id: name, role: OPERATOR };
}

/**
 * The causation of what the program does by itself, such as by the clock: the name of the work, null for the kernel, and an
 * id of this run.
 */
export function systemRun(name: string | null, run: string): Causation {
  return {
    actor: { kind: 'system', id: name },
    requestId: null,
    correlationId: run,
    causationId: run,
  };
}

/** The metadata of an event that is written at this time. The codec adds the version. */
export function metadataOf(causation: Causation, now: Date): Omit<EventMetadata, 'version'> {
  const { actor, requestId, correlationId, causationId } = causation;
  const at = now.toISOString();
  return { at, actor, requestId, $correlationId: correlationId, $causationId: causationId };
}

const storage = new AsyncLocalStorage<Causation>();

/** Runs `work`. Every command that it sends, directly or not, gets `causation`. */
export function causedBy<Result>(causation: Causation, work: () => Result): Result {
  return storage.run(causation, work);
}

/**
 * The causation of the current work. Throws outside {@link causedBy}: every event needs an actor.
 */
export function currentCausation(): Causation {
  const causation = storage.getStore();
  if (!causation) throw new Error('a command was sent outside of causedBy()');
  return causation;
}

/** The part of the causation of the current work that another process can be told; null outside of {@link causedBy}. */
export function carriedCausation(): Causation | null {
  const causation = storage.getStore();
  if (!causation) return null;
  const { actor, requestId, correlationId, causationId } = causation;
  return { actor, requestId, correlationId, causationId };
}

/**
 * Whether the current request may have been executed before: then what it asks for may be done, and must not be refused for
 * that reason.
 */
export function isRepetition(): boolean {
  return storage.getStore()?.repeatable?.isRepeated ?? false;
}

/** Whether the current work only shows something, so that what is known may be shown while the log is away. */
export function isRead(): boolean {
  return storage.getStore()?.isRead ?? false;
}

/** The position up to which what the current work shows must be complete. */
export function mustSee(): Position {
  return storage.getStore()?.mustSee ?? 0;
}

/** Runs work that a repetition of the request must do again, because its answer cannot be given twice. */
export function asIfNew<Result>(work: () => Result): Result {
  const { repeatable: _, ...causation } = currentCausation();
  return storage.run(causation, work);
}

/** Sets the actor for the rest of the request, once it is known who is signed in. */
export function actAs<Result>(actor: Actor, work: () => Result): Result {
  return storage.run({ ...currentCausation(), actor }, work);
}

/** Ids that are the same when a request is repeated, and those of `others` outside of such requests. Secrets are always new. */
export class RepeatableIds extends Ids {
  constructor(private readonly others: Ids) {
    super();
  }

  uuid(): string {
    return storage.getStore()?.repeatable?.nextId() ?? this.others.uuid();
  }

  secret(bytes: number): string {
    return this.others.secret(bytes);
  }
}
