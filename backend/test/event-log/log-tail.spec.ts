import { DEADLINES } from '../../src/kernel/deadlines.js';
import type { LoggedEvent } from '../../src/kernel/event-log.js';
import { LogTail } from '../../src/infrastructure/event-log/sqlite-follower.js';
import { TestTimer } from '../support/timer.js';

describe('the tail of a SQLite log', () => {
  const open = new AbortController().signal;

  it('keeps no references to followers that went on after a poll, even if nothing is written', async () => {
    const timer = new TestTimer();
    const tail = new LogTail(timer);
    for (let poll = 0; poll < 20; poll += 1) {
      const looking = tail.next(tail.count, open);
      expect(tail.waiting).toBe(1);
      await timer.advance(DEADLINES['log poll'].ms);
      await looking;
      expect(tail.waiting).toBe(0);
    }
  });

  it('wakes all waiting followers at a write and forgets them', async () => {
    const tail = new LogTail(new TestTimer());
    const looking = [tail.next(tail.count, open), tail.next(tail.count, open)];
    expect(tail.waiting).toBe(2);
    tail.notify();
    await Promise.all(looking);
    expect(tail.waiting).toBe(0);
  });

  it('does not wait after a missed write, or when the log is closing', async () => {
    const tail = new LogTail(new TestTimer());
    const seen = tail.count;
    tail.notify();
    await tail.next(seen, open);
    await tail.next(tail.count, AbortSignal.abort());
    expect(tail.waiting).toBe(0);
  });

  describe('with events of this process', () => {
    const event = (position: number): LoggedEvent => ({
      id: `e${position}`,
      stream: 's',
      revision: position,
      position,
      type: 'T',
      data: {},
      metadata: {},
    });
    const positions = (events: readonly LoggedEvent[] | null) =>
      events && events.map(({ position }) => position);

    it('returns the events after a position, up to the limit', () => {
      const tail = new LogTail(new TestTimer());
      tail.add([event(5), event(6)]);
      tail.add([event(7)]);
      expect(positions(tail.after(4, 10))).toEqual([5, 6, 7]);
      expect(positions(tail.after(5, 1))).toEqual([6]);
    });

    it('returns null for events that must be read from the file', () => {
      const tail = new LogTail(new TestTimer());
      expect(tail.after(0, 10)).toBeNull();
      tail.add([event(5), event(6)]);
      expect(tail.after(3, 10)).toBeNull();
      expect(tail.after(6, 10)).toBeNull();
    });

    it('starts over when another process has written in between', () => {
      const tail = new LogTail(new TestTimer());
      tail.add([event(5)]);
      tail.add([event(7)]);
      expect(tail.after(4, 10)).toBeNull();
      expect(tail.after(5, 10)).toBeNull();
      expect(positions(tail.after(6, 10))).toEqual([7]);
    });

    it('keeps the newest 200 events', () => {
      const tail = new LogTail(new TestTimer());
      for (let position = 1; position <= 201; position += 1) tail.add([event(position)]);
      expect(tail.after(0, 10)).toBeNull();
      expect(positions(tail.after(1, 2))).toEqual([2, 3]);
    });
  });
});
