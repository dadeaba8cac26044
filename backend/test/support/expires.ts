import { DEADLINES, type DeadlineName } from '../../src/kernel/deadlines.js';

/**
 * A test of what happens when a deadline expires: it lets time pass with {@link TestTimer.advance}. `npm run check` wants
 * one for each deadline, and `npm run verify -- deadlines` runs them in real time.
 */
export function expires(name: DeadlineName, test: () => Promise<void>): void {
  it(`the deadline of ${DEADLINES[name].ms} ms '${name}' expires: ${DEADLINES[name].expired}`, test);
}
