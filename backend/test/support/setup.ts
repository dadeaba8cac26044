// Runs before each test file.
import fc from 'fast-check';
import { type Event, type State, addEventHandler } from 'jest-circus';
import { DEADLINE_MS } from './deadline.js';
import { runSeed } from './scope.js';
import { heldTimes, waitedFor } from './waits.js';

// Every property has the seed of the run.
fc.configureGlobal({ seed: runSeed });

type Runnable = { fn?: ((...args: never[]) => unknown) | null; timeout?: number | null | undefined };

/** Light runners enforce no timeouts, and a test that never ends would block all others silently. */
addEventHandler((event: Event, { currentDescribeBlock }: State) => {
  const { children, hooks } = currentDescribeBlock;
  const added = event.name === 'add_test' ? children.at(-1) : event.name === 'add_hook' ? hooks.at(-1) : null;
  if (added) limit(added as Runnable);
});

function limit(runnable: Runnable): void {
  const { fn, timeout } = runnable;
  if (!fn) return;
  const deadline = Math.max(timeout ?? 0, DEADLINE_MS);
  runnable.fn = async () => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const end = () => {
        const waits = waitedFor.size > 0 ? `; not yet: ${[...waitedFor].join(', ')}` : '';
        const held = new Set([...heldTimes].map(({ name }) => name));
        const times = held.size > 0 ? `; time stands still for ${[...held].join(', ')}` : '';
        waitedFor.clear();
        heldTimes.clear();
        reject(new Error(`it took longer than ${deadline} ms${waits}${times}`));
      };
      timer = setTimeout(end, deadline);
    });
    try {
      await Promise.race([fn(), late]);
    } finally {
      clearTimeout(timer);
    }
  };
}
