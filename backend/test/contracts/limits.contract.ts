import type { LimitStore, Quota } from '../../src/infrastructure/limits/limit-store.port.js';

const SECOND = 1000;
const noon = new Date('2026-11-21T12:00:00.000Z').getTime();
const at = (milliseconds: number) => new Date(noon + milliseconds);
const three: Quota = { key: 'three', most: 3, windowMs: 60 * SECOND };
const two: Quota = { key: 'two', most: 2, windowMs: 600 * SECOND };

/** What every store of limits promises. `open` answers the same store, with what was counted in it, each time. */
export function limitsContract(open: () => Promise<LimitStore>): void {
  let store: LimitStore;

  beforeEach(async () => {
    store = await open();
  });

  afterEach(() => store.close());

  it('allows as many as may be, and then says when the first of them is out of the window', async () => {
    for (const time of [0, 10 * SECOND, 10 * SECOND]) expect(await store.take([three], at(time))).toBeNull();
    expect(await store.take([three], at(20 * SECOND))).toEqual(at(60 * SECOND));
    expect(await store.take([three], at(60 * SECOND - 1))).toEqual(at(60 * SECOND));
    expect(await store.take([three], at(60 * SECOND))).toBeNull();
    expect(await store.take([three], at(60 * SECOND))).toEqual(at(70 * SECOND));
  });

  it('never allows more within any window, wherever it begins', async () => {
    const allowed: number[] = [];
    // A step that shares no factor with the window tries every phase of it.
    for (let time = 0; time < 600 * SECOND; time += 7001) {
      if ((await store.take([three], at(time))) === null) allowed.push(time);
    }
    expect(allowed.length).toBeGreaterThan(20);
    for (const end of allowed) {
      const within = allowed.filter((time) => time <= end && time > end - three.windowMs);
      expect(within.length).toBeLessThanOrEqual(three.most);
    }
  });

  it('does not count what it refuses', async () => {
    for (let time = 0; time < 60; time += 1) await store.take([three], at(time * SECOND));
    for (const time of [60, 61, 62]) expect(await store.take([three], at(time * SECOND))).toBeNull();
  });

  it('counts each key for itself', async () => {
    for (let time = 0; time < 3; time += 1) await store.take([three], at(time));
    expect(await store.take([{ ...three, key: 'other' }], at(3))).toBeNull();
    expect(await store.take([three], at(3))).toEqual(at(60 * SECOND));
  });

  it.each([
    ['first', [two, three]],
    ['last', [three, two]],
  ])('counts under no key when the %s one of several is full', async (_, quotas) => {
    await store.take([two], at(0));
    await store.take([two], at(0));
    for (let time = 0; time < 9; time += 1) {
      expect(await store.take(quotas, at(time))).toEqual(at(600 * SECOND));
    }
    for (let time = 0; time < 3; time += 1) expect(await store.take([three], at(time))).toBeNull();
    expect(await store.take([three], at(9))).toEqual(at(60 * SECOND));
  });

  it('names the moment at which all of several have room', async () => {
    for (let time = 0; time < 3; time += 1) await store.take([three], at(time));
    for (let time = 0; time < 2; time += 1) await store.take([two], at(time));
    expect(await store.take([three, two], at(5))).toEqual(at(600 * SECOND));
    expect(await store.take([two, three], at(5))).toEqual(at(600 * SECOND));
  });

  it('allows no more than may be of many that come at once', async () => {
    const tries = await Promise.all(Array.from({ length: 40 }, () => store.take([two], at(0))));
    expect(tries.filter((refusedUntil) => refusedUntil === null)).toHaveLength(2);
  });

  it('throws away what no window reaches back to, and nothing else', async () => {
    await store.take([three], at(0));
    await store.take([two], at(0));
    await store.take([two], at(0));
    expect(await store.removeExpired(at(60 * SECOND - 1))).toBe(0);
    expect(await store.removeExpired(at(60 * SECOND))).toBe(1);
    expect(await store.take([two], at(61 * SECOND))).toEqual(at(600 * SECOND));
    expect(await store.removeExpired(at(600 * SECOND))).toBeGreaterThan(0);
    expect(await store.removeExpired(at(600 * SECOND))).toBe(0);
  });

  it('keeps its counts when it is closed and opened again', async () => {
    for (let time = 0; time < 3; time += 1) await store.take([three], at(time));
    await store.close();
    store = await open();
    expect(await store.take([three], at(3))).toEqual(at(60 * SECOND));
  });
}
