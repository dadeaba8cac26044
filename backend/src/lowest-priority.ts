import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

const THREADS = '/proc/self/task';

/** Lets every other process go first. On Linux a priority is a thread's: those that run already are lowered one by one. */
export function takeLowestPriority(): void {
  setPriority(constants.priority.PRIORITY_LOW);
  if (process.platform !== 'linux') return;
  for (const thread of readdirSync(THREADS)) {
    try {
      setPriority(Number(thread), constants.priority.PRIORITY_LOW);
    } catch {
      // The thread has ended meanwhile.
    }
  }
}
