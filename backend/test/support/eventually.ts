import { setTimeout } from 'node:timers/promises';
import { DEADLINE_MS } from './deadline.js';

/** Half the time of a test, so that a test says what it waited for. */
const PATIENCE_MS = DEADLINE_MS / 2;

/** Waits until `isSo` returns true, for effects that follow an answer. @throws Error on timeout */
export async function eventually(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !(await isSo()); await setTimeout(10)) {
    if (Date.now() > end) throw new Error(`timed out waiting: ${what}`);
  }
}
