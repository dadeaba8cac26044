import { Projector } from '../../src/kernel/views/projector.js';
import { projections } from '../../src/projections/projections.js';
import type { RunningApp } from './app.js';

type Ids = (event: never) => readonly string[];

/**
 * Freezes a view of a running server, as one that is being rebuilt or is far behind: no event reaches its documents, and
 * waiting for it fails at once, without the two seconds. Returns a function that unfreezes it; the missed events stay
 * missing.
 */
export function freeze(app: RunningApp, name: string): () => void {
  const { views: running } = app.server.get(Projector, { strict: false });
  const folds = Object.values(projections.find((view) => view.name === name)?.on ?? {}) as { ids: Ids }[];
  if (folds.length === 0) throw new Error(`there is no view ${name}`);
  const ids = folds.map((fold) => fold.ids);
  const { reached, seen } = running;
  for (const fold of folds) fold.ids = () => [];
  running.reached = () => Promise.resolve(false);
  running.seen = (views, ...rest) =>
    views.includes(name) ? Promise.resolve(false) : seen.call(running, views, ...rest);
  return () => {
    for (const [index, fold] of folds.entries()) fold.ids = ids[index] as Ids;
    running.reached = reached;
    running.seen = seen;
  };
}
