import { Steps } from '../../src/kernel/steps.js';

const LONG_MS = 3_600_000;

/** Whether a promise has settled by now, either way. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  await new Promise((resolve) => setImmediate(resolve));
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

describe('waiting for a condition', () => {
  it('resolves at once when it already holds', async () => {
    expect(await new Steps().until(() => true, LONG_MS)).toBe(true);
  });

  it('resolves each waiter when its own condition holds, and not before', async () => {
    const steps = new Steps();
    let position = 1;
    const second = steps.until(() => position >= 2, LONG_MS);
    const third = steps.until(() => position >= 3, LONG_MS);
    steps.step();
    expect(await Promise.all([isSettled(second), isSettled(third)])).toEqual([false, false]);
    position = 2;
    expect(await isSettled(second)).toBe(false);
    steps.step();
    expect(await second).toBe(true);
    expect(await isSettled(third)).toBe(false);
    position = 3;
    steps.step();
    expect(await third).toBe(true);
  });

  it('resolves when the time is over, and is not checked again', async () => {
    const steps = new Steps();
    let checks = 0;
    const never = () => {
      checks += 1;
      return false;
    };
    expect(await steps.until(never, 1)).toBe(false);
    const before = checks;
    steps.step();
    expect(checks).toBe(before);
  });
});
