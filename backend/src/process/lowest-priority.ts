import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

const THREADS = '/proc/self/task';

/** Gives this process the lowest priority. On Linux, priorities belong to threads, so each running thread is lowered. */
export function takeLowestPriority(): void {
  setPriority(constants.priority.PRIORITY_LOW);
  if (process.platform !== 'linux') return;
  for (const thread of readdirSync(THREADS)) {
    try {
      setPriority(Number(thread), constants.priority.PRIORITY_LOW);
    } catch {
      // The thread has just ended.
    }
  }
}
