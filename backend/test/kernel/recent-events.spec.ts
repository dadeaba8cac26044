import type { Recorded } from '../../src/kernel/event.js';
import type { LoggedEvent } from '../../src/kernel/event-log.js';
import { RecentEvents } from '../../src/kernel/log/log-reader.js';
import type { Undecodable } from '../../src/kernel/undecodable.js';

describe('the newest events of the log', () => {
  let recent: RecentEvents;
  beforeEach(() => {
    recent = new RecentEvents();
  });

  /** Adds events at these positions; the `odd` ones cannot be decoded. */
  const add = (positions: readonly number[], odd: readonly number[] = []) => {
    const logged = positions.map((position) => ({ position }) as LoggedEvent);
    recent.add(logged, {
      events: logged.filter(({ position }) => !odd.includes(position)) as unknown as Recorded[],
      undecodable: logged.filter(({ position }) => odd.includes(position)) as unknown as Undecodable[],
    });
  };
  const range = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const after = (position: number, limit = 10) => {
    const batch = recent.after(position, limit);
    if (!batch) return null;
    return [
      batch.events.map((event) => event.position),
      batch.undecodable.map((item) => item.position),
      batch.to,
    ];
  };

  it('are returned after a position, in order, with undecodable ones apart', () => {
    recent.startAt(5);
    add([10, 20], [20]);
    add([30, 40]);
    expect(recent.position).toBe(40);
    expect(after(5)).toEqual([[10, 30, 40], [20], 40]);
    expect(after(10)).toEqual([[30, 40], [20], 40]);
    expect(after(29)).toEqual([[30, 40], [], 40]);
    expect(after(10, 2)).toEqual([[30], [20], 30]);
  });

  it('are not returned at the end, nor from before their first position', () => {
    recent.startAt(5);
    expect([after(4), after(5), after(6)]).toEqual([null, null, null]);
    add([10]);
    expect([after(4), after(10), after(11)]).toEqual([null, null, null]);
    expect(after(5)).toEqual([[10], [], 10]);
  });

  it('contain an event once that is added twice', () => {
    add([1, 2]);
    add([2, 3]);
    expect(after(0)).toEqual([[1, 2, 3], [], 3]);
  });

  it('number at most 2,000, and shrink to the newest 1,000', () => {
    add(range(1, 2000));
    expect(after(0, 1)).toEqual([[1], [], 1]);
    add([2001]);
    expect(after(1000, 1)).toBeNull();
    expect(after(1001, 1)).toEqual([[1002], [], 1002]);
    expect(after(2000)).toEqual([[2001], [], 2001]);
  });

  it('are empty after a clear, and continue with the next ones', () => {
    add([1, 2]);
    recent.forget();
    expect(after(1)).toBeNull();
    add([3]);
    expect(after(2)).toEqual([[3], [], 3]);
    expect(after(1)).toBeNull();
  });

  it('wake all waiting readers, and do not delay a reader whose events have arrived', async () => {
    const { signal } = new AbortController();
    const woken: string[] = [];
    const wait = async (name: string) => {
      await recent.next(recent.wakes, signal);
      woken.push(name);
    };
    const waiting = [wait('ann'), wait('bob')];
    const seen = recent.wakes;
    await Promise.resolve();
    expect(woken).toEqual([]);
    add([1]);
    await Promise.all(waiting);
    expect(woken).toEqual(['ann', 'bob']);
    await recent.next(seen, signal);
    await recent.next(recent.wakes, AbortSignal.abort());
  });
});
