import { PerformanceObserver, monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

// Node loads this into a measured server before the program. Each SIGUSR2 begins or ends a count of the turns of the main
// thread's event loop, and is answered with a line. Between counts it costs nothing.

const LONG_MS = 8;

// @types/node does not know the option. It takes the time of each turn; without it, a timer would take samples.
const options = { samplePerIteration: true } as object;
const turns = monitorEventLoopDelay(options);
let longCollections = 0;
const collections = new PerformanceObserver((list) => {
  longCollections += list.getEntries().filter(({ duration }) => duration > LONG_MS).length;
});
let isCounting = false;

// Other threads of the server inherit the option of Node that loads this.
if (isMainThread) {
  process.on('SIGUSR2', () => {
    isCounting = !isCounting;
    if (isCounting) begin();
    else end();
  });
}

function begin(): void {
  turns.enable();
  collections.observe({ entryTypes: ['gc'] });
  longCollections = 0;
  // The first turn counts from before it began.
  setImmediate(() => setImmediate(() => tell({})));
}

function end(): void {
  turns.disable();
  collections.disconnect();
  tell({ long: longTurns(), longestMs: turns.max / 1e6, longCollections });
}

/** The histogram tells only percentiles: searches the one at which turns become long. */
function longTurns(): number {
  let [short, long] = [0, 100];
  for (let step = 0; step < 40; step += 1) {
    const middle = (short + long) / 2;
    if (turns.percentile(middle) > LONG_MS * 1e6) long = middle;
    else short = middle;
  }
  return Math.round(turns.count * (1 - long / 100));
}

function tell(answer: object): void {
  turns.reset();
  process.stdout.write(`turns ${JSON.stringify(answer)}\n`);
}
