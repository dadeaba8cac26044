import type { ViewProgress } from '../kernel/view-progress.js';
import type { EventLog } from '../kernel/event-log.js';
import { PausingError } from '../kernel/reaction.js';

const PATIENCE_MS = 10_000;

/** A view that something is decided on. */
interface NamedView {
  readonly name: string;
}

/**
 * Waits until queries of each of `views` read everything up to `position`. Whatever a reaction asks of views, it asks after
 * this, and names here every view that it asks: what a view does not show yet must not be taken for gone, least of all
 * while a view of an older version stands in, which shows nothing new.
 * @throws PausingError when they don't in time
 */
export async function haveSeen(
  progress: Pick<ViewProgress, 'seen'>,
  views: readonly NamedView[],
  position: number,
): Promise<void> {
  const names = views.map(({ name }) => name);
  if (await progress.seen(names, position, PATIENCE_MS)) return;
  throw new PausingError(`the views are behind: one of ${names.join(', ')} has not seen ${position}`);
}

/**
 * The same for what is done by the clock: whether queries of each of `views` read everything that the log holds at the time
 * of the call. When they don't, nothing is to be decided on them in this run.
 */
export async function haveSeenAll(
  progress: Pick<ViewProgress, 'seen'>,
  views: readonly NamedView[],
  log: Pick<EventLog, 'head'>,
): Promise<boolean> {
  const names = views.map(({ name }) => name);
  return progress.seen(names, await log.head(), PATIENCE_MS);
}
