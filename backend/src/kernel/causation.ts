import { AsyncLocalStorage } from 'node:async_hooks';
import type { Actor } from './event.js';

/** Who causes the current work, and by which request or event. It goes into the metadata of each event. */
export interface Causation {
  readonly actor: Actor;
  readonly requestId: string | null;
  readonly correlationId: string;
  readonly causationId: string;
}

/** The causation of what the program does by itself, such as by the clock: the name of the work, and an id of this run. */
export function systemRun(name: string, run: string): Causation {
  return {
    actor: { kind: 'system', id: name },
    requestId: null,
    correlationId: run,
    causationId: run,
  };
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

/** Sets the actor for the rest of the request, once it is known who is signed in. */
export function actAs<Result>(actor: Actor, work: () => Result): Result {
  return storage.run({ ...currentCausation(), actor }, work);
}
