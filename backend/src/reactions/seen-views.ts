import type { ViewProgress } from '../kernel/view-progress.js';
import type { EventLog } from '../kernel/event-log.js';
import { PausingError } from '../kernel/reaction.js';

interface NamedView {
  readonly name: string;
}

/**
 * Waits until each of `views` has processed everything up to `position`. A reaction calls this with every view that it
 * reads, before it reads: data missing from a view that is behind must not be taken for deleted. A view of an older
 * version shows nothing new at all.
 * @throws PausingError on timeout
 */
export async function haveSeen(
  progress: Pick<ViewProgress, 'seen'>,
  views: readonly NamedView[],
  position: number,
): Promise<void> {
  const names = views.map(({ name }) => name);
  if (await progress.seen(names, position, 'views of a reaction')) return;
  throw new PausingError(
    `the views are behind: one of ${names.join(', ')} has not processed event ${position}`,
  );
}

/**
 * The same for work triggered by the clock: whether each of `views` has processed everything in the log at the time of
 * the call. If not, this run must decide nothing from them.
 */
export async function haveSeenAll(
  progress: Pick<ViewProgress, 'seen'>,
  views: readonly NamedView[],
  log: Pick<EventLog, 'head'>,
): Promise<boolean> {
  const names = views.map(({ name }) => name);
  return progress.seen(names, await log.head(), 'views of a reaction');
}
