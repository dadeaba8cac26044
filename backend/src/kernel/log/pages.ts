import type { EventLog, LoggedEvent } from '../event-log.js';

const PAGE = 1000;

/** Reads the log after a position, by default from its start, to its end or until `look` returns false. @throws EventLogUnavailableError */
export async function eachPage(
  log: Pick<EventLog, 'readAll'>,
  look: (page: readonly LoggedEvent[]) => Promise<boolean>,
  from = 0,
): Promise<void> {
  for (let after = from; ;) {
    const page = await log.readAll(after, PAGE);
    const last = page.at(-1);
    if (!last || !(await look(page))) return;
    after = last.position;
  }
}
