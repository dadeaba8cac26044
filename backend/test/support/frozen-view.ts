import { Projector } from '../../src/kernel/views/projector.js';
import type { ViewFold } from '../../src/kernel/views/view-fold.js';
import { projections } from '../../src/projections/projections.js';
import type { RunningApp } from './app.js';
import { gate } from './gate.js';

/**
 * Freezes views of a running server, as if they were rebuilt or far behind: no event reaches their documents, and waiting
 * for them fails at once, without the two seconds. Disposing of the result unfreezes them; the missed events stay missing.
 * The folds are those of all tests in this process, so declare the result with `using`.
 */
export function freeze(app: RunningApp, ...names: readonly string[]): Disposable {
  const thaws = names.map((name) => freezeOne(app, name));
  return {
    [Symbol.dispose]: () => {
      for (const thaw of thaws) thaw();
    },
  };
}

/**
 * Holds up a fold: it takes no event until the result is disposed of, and who waits for it, waits. Declare the result with
 * `using`. It resolves `reached` when the fold would take an event.
 */
export function holdUp(fold: ViewFold): Disposable & { readonly reached: Promise<void> } {
  const { handle } = fold;
  const [reached, over] = [gate(), gate()];
  fold.handle = async (...events) => {
    reached.open();
    await over.opened;
    await handle.apply(fold, events);
  };
  return {
    reached: reached.opened,
    [Symbol.dispose]: () => {
      fold.handle = handle;
      over.open();
    },
  };
}

function freezeOne(app: RunningApp, name: string): () => void {
  const view = app.server.get(Projector, { strict: false }).views.get(name);
  const folds = Object.values(projections.find((projection) => projection.name === name)?.on ?? {}) as {
    ids: (event: never) => readonly string[];
  }[];
  if (!view || folds.length === 0) throw new Error(`there is no view ${name}`);
  const ids = folds.map((fold) => fold.ids);
  const { reached, seen } = view;
  for (const fold of folds) fold.ids = () => [];
  view.reached = () => Promise.resolve(false);
  // Its position still moves, and a wait without an end is for that.
  view.seen = (position, deadline) =>
    deadline === undefined ? seen.call(view, position) : Promise.resolve(false);
  return () => {
    for (const [index, fold] of folds.entries()) fold.ids = ids[index] as (typeof ids)[number];
    Object.assign(view, { reached, seen });
  };
}
