import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runBulk } from '../src/features/back-office/acts/run-bulk.ts';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const open = (): AbortSignal => new AbortController().signal;
const quiet = { onProgress: (): void => undefined };

describe('a bulk act', () => {
  it('calls once for each item, four at a time', async () => {
    let running = 0;
    let most = 0;
    const called: number[] = [];
    const act = async (item: number): Promise<number> => {
      called.push(item);
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      return item * 2;
    };
    const { done, failed } = await runBulk(numbers(10), act, { ...quiet, signal: open() });
    assert.deepEqual(called, numbers(10));
    assert.equal(most, 4);
    assert.deepEqual(
      done.toSorted((one, other) => one - other),
      numbers(10).map((item) => item * 2),
    );
    assert.equal(failed, 0);
  });

  it('goes on after errors, counts them and keeps the first', async () => {
    const seen: number[] = [];
    const { done, failed, error } = await runBulk(
      numbers(6),
      async (item) => {
        if (item % 2 === 1) throw new Error(`no ${item}`);
        return item;
      },
      { onProgress: (progress) => seen.push(progress.done.length + progress.failed), signal: open() },
    );
    assert.equal(done.length, 3);
    assert.equal(failed, 3);
    assert.match(String(error), /no 1/);
    assert.deepEqual(seen, [1, 2, 3, 4, 5, 6]);
  });

  it('starts no more calls once it is stopped', async () => {
    const stop = new AbortController();
    const called: number[] = [];
    await runBulk(
      numbers(20),
      async (item) => {
        called.push(item);
        if (item === 3) stop.abort();
      },
      { ...quiet, signal: stop.signal },
    );
    assert.deepEqual(called, [0, 1, 2, 3]);
  });

  it('does nothing without items', async () => {
    assert.deepEqual(await runBulk([], async () => 1, { ...quiet, signal: open() }), {
      done: [],
      failed: 0,
      error: undefined,
    });
  });
});
