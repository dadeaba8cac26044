import { readConfig } from '../../src/config.js';
import { Clock } from '../../src/kernel/clock.js';
import { run } from '../../src/composition/run.js';

/** The system clock plus a time that a test has moved it by. */
class MovableClock extends Clock {
  private aheadMs = 0;

  override now(): Date {
    return new Date(Date.now() + this.aheadMs);
  }

  moveBy(milliseconds: number): void {
    this.aheadMs += milliseconds;
  }
}

/**
 * The server of the product with a clock that a browser test can move on: the operators' command `move-clock` takes
 * milliseconds. The program of the product has neither this clock nor the command.
 */
const clock = new MovableClock();
const address = await run(
  readConfig(process.env),
  { clock },
  {
    'move-clock': async ([milliseconds]) => {
      clock.moveBy(Number(milliseconds));
      return [clock.now().toISOString()];
    },
  },
);
process.stdout.write(`Footnote is listening on ${address}\n`);
