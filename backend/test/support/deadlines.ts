import { type Event, type State, addEventHandler } from 'jest-circus';

/**
 * The timeout of a test or hook without a longer one of its own, in milliseconds. It ends tests that hang and does not
 * measure speed: a busy machine may be ten times slower than an idle one.
 */
const DEADLINE_MS = Number(process.env['TEST_DEADLINE'] ?? 120_000);

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
      timer = setTimeout(() => reject(new Error(`it took longer than ${deadline} ms`)), deadline);
    });
    try {
      await Promise.race([fn(), late]);
    } finally {
      clearTimeout(timer);
    }
  };
}
