import { setTimeout } from 'node:timers/promises';

const PATIENCE_MS = 60_000;

/** Waits until `isSo` says yes, for what happens after an answer. @throws Error when it never does */
export async function eventually(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !(await isSo()); await setTimeout(10)) {
    if (Date.now() > end) throw new Error(`it never came to this: ${what}`);
  }
}
