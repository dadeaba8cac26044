import { Waiters } from '../../src/kernel/views/running-view.js';

const LONG_MS = 3_600_000;

/** Whether a promise has settled by now, either way. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  await new Promise((resolve) => setImmediate(resolve));
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

describe('waiting for a condition', () => {
  it('resolves at once when it already holds', async () => {
    expect(await new Waiters().wait(() => true, LONG_MS)).toBe(true);
  });

  it('resolves each waiter when its own condition holds, and not before', async () => {
    const waiters = new Waiters();
    let position = 1;
    const second = waiters.wait(() => position >= 2, LONG_MS);
    const third = waiters.wait(() => position >= 3, LONG_MS);
    waiters.settle();
    expect(await Promise.all([isSettled(second), isSettled(third)])).toEqual([false, false]);
    position = 2;
    expect(await isSettled(second)).toBe(false);
    waiters.settle();
    expect(await second).toBe(true);
    expect(await isSettled(third)).toBe(false);
    position = 3;
    waiters.settle();
    expect(await third).toBe(true);
  });

  it('resolves when the time is over, and is not checked again', async () => {
    const waiters = new Waiters();
    let checks = 0;
    const never = () => {
      checks += 1;
      return false;
    };
    expect(await waiters.wait(never, 1)).toBe(false);
    const before = checks;
    waiters.settle();
    expect(checks).toBe(before);
  });
});
