import { ViewDependencies } from '../../src/kernel/views/view-dependencies.js';
import type { Consumer, LogReader } from '../../src/kernel/log/log-reader.js';
import { RunningView } from '../../src/kernel/views/running-view.js';
import type { ViewFold } from '../../src/kernel/views/view-fold.js';
import { tally } from '../support/tally.js';
import { TestTimer } from '../support/timer.js';

const timer = new TestTimer();

/** Whether a promise has settled by now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  await new Promise((resolve) => setImmediate(resolve));
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

describe('a view that a reader waited for in vain', () => {
  let consumer: Consumer;
  let view: RunningView;
  let isReached: boolean;
  beforeEach(async () => {
    const projection = tally();
    const fold = {
      projection,
      position: 0,
      handle: async (_: unknown, to: number) => Object.assign(fold, { position: to }),
    };
    view = new RunningView(projection, timer, new ViewDependencies());
    const reader = {
      follow: (wanted: Consumer) => {
        consumer = wanted;
        return { close: async () => undefined };
      },
    } as unknown as LogReader;
    view.replace(
      view.follow(reader, fold as unknown as ViewFold, () => undefined),
      'v1-1',
    );
    isReached = await timer.inVain(view.reached(1, 'gathered view'));
  });
  const take = (to: number) => consumer.onBatch({ events: [], undecodable: [], to });

  it('lets no reader wait while it is late', async () => {
    expect(isReached).toBe(false);
    expect(await isSettled(view.reached(1, 'gathered view'))).toBe(true);
    await take(1);
    expect(await isSettled(view.reached(2, 'gathered view'))).toBe(true);
    expect(await view.reached(1, 'gathered view')).toBe(true);
  });

  it('lets readers wait again once it has caught up', async () => {
    await take(1);
    consumer.onCaughtUp?.();
    const waiting = view.reached(2, 'gathered view');
    expect(await isSettled(waiting)).toBe(false);
    await take(2);
    expect(await waiting).toBe(true);
  });
});
