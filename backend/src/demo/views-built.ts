import { SystemTimer } from '../infrastructure/clock/system-clock.js';
import type { Timer } from '../kernel/timer.js';
import type { ViewHealth } from '../kernel/views/running-view.js';

const PAUSE_MS = 250;

/**
 * Waits until every view is built. Tells at the start and after each view which ones are missing.
 * @throws Error with a message for the operator when a view could not be built
 */
export async function viewsBuilt(
  health: () => readonly ViewHealth[],
  tell: (line: string) => void,
  timer: Pick<Timer, 'pause'> = new SystemTimer(),
): Promise<void> {
  for (let told = 0; ; await timer.pause(PAUSE_MS)) {
    const missing = health().filter(({ state }) => state !== 'live');
    const failed = missing.find(({ state }) => state === 'failed');
    if (failed)
      throw new Error(`The view ${failed.name} could not be built: ${failed.error ?? 'unknown reason'}`);
    if (missing.length === 0) return;
    if (missing.length !== told)
      tell(`Building views from the log: ${missing.map(({ name }) => name).join(', ')}`);
    told = missing.length;
  }
}
