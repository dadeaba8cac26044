import { POLL_MS, WriteBell } from '../../src/infrastructure/event-log/sqlite-follower.js';

describe('the bell of the log', () => {
  const open = new AbortController().signal;

  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('keeps nothing of those who have gone on to look by themselves, however long nothing is written', async () => {
    const bell = new WriteBell();
    for (let poll = 0; poll < 20; poll += 1) {
      const looking = bell.next(bell.count, open);
      expect(bell.waiting).toBe(1);
      jest.advanceTimersByTime(POLL_MS);
      await looking;
      expect(bell.waiting).toBe(0);
    }
  });

  it('wakes everybody who waits at a write, and forgets them', async () => {
    const bell = new WriteBell();
    const looking = [bell.next(bell.count, open), bell.next(bell.count, open)];
    expect(bell.waiting).toBe(2);
    bell.ring();
    await Promise.all(looking);
    expect(bell.waiting).toBe(0);
  });

  it('lets nobody wait who has missed a write, nor anybody once the log is closing', async () => {
    const bell = new WriteBell();
    const seen = bell.count;
    bell.ring();
    await bell.next(seen, open);
    await bell.next(bell.count, AbortSignal.abort());
    expect(bell.waiting).toBe(0);
  });
});
