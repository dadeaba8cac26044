import { Steps } from '../../src/kernel/steps.js';
import { TestTimer } from '../support/timer.js';

/** Whether a promise has settled by now, either way. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  await new Promise((resolve) => setImmediate(resolve));
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

describe('waiting for a condition', () => {
  it('resolves at once when it already holds, and begins no deadline', async () => {
    const limit = () => {
      throw new Error('there is nothing to wait for');
    };
    expect(await new Steps().until(() => true, limit)).toBe(true);
  });

  it('resolves each waiter when its own condition holds, and not before', async () => {
    const steps = new Steps();
    let position = 1;
    const second = steps.until(() => position >= 2);
    const third = steps.until(() => position >= 3);
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
    const timer = new TestTimer();
    let checks = 0;
    const never = () => {
      checks += 1;
      return false;
    };
    const waiting = steps.until(never, (expire) => timer.deadline('gathered view', expire));
    expect(await timer.inVain(waiting)).toBe(false);
    const before = checks;
    steps.step();
    expect(checks).toBe(before);
  });

  it('ends its deadline when the condition holds', async () => {
    const steps = new Steps();
    let ended = 0;
    let isDone = false;
    const waiting = steps.until(
      () => isDone,
      () => ({ restart: () => undefined, end: () => (ended += 1) }),
    );
    isDone = true;
    steps.step();
    expect([await waiting, ended]).toEqual([true, 1]);
  });
});
