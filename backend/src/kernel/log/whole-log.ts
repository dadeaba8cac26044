import type { EventLog, LoggedEvent } from '../event-log.js';

const BATCH = 1000;

/** Reads the log after a position, by default from its start, to its end or until `look` returns false. @throws EventLogUnavailableError */
export async function eachBatch(
  log: Pick<EventLog, 'readAll'>,
  look: (batch: readonly LoggedEvent[]) => Promise<boolean>,
  from = 0,
): Promise<void> {
  for (let after = from; ;) {
    const batch = await log.readAll(after, BATCH);
    const last = batch.at(-1);
    if (!last || !(await look(batch))) return;
    after = last.position;
  }
}
