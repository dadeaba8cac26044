import { AsyncLocalStorage } from 'node:async_hooks';
import type { Actor } from './event.js';

/** Who is behind the work under way, and what led to it. Stands in the metadata of each event it causes. */
export interface Causation {
  readonly actor: Actor;
  readonly requestId: string | null;
  readonly correlationId: string;
  readonly causationId: string;
}

const storage = new AsyncLocalStorage<Causation>();

/** Runs `work` so that every command it sends, however deep, is put down to `causation`. */
export function causedBy<Result>(causation: Causation, work: () => Result): Result {
  return storage.run(causation, work);
}

/**
 * What the work under way is put down to. Throws outside of {@link causedBy}: no event may be without an
 * actor.
 */
export function currentCausation(): Causation {
  const causation = storage.getStore();
  if (!causation) throw new Error('a command was sent outside of causedBy()');
  return causation;
}

/** Names the actor of the rest of the request, once it is known who is signed in. */
export function actAs<Result>(actor: Actor, work: () => Result): Result {
  return storage.run({ ...currentCausation(), actor }, work);
}
