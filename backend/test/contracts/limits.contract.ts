import type { LimitStore, Quota } from '../../src/infrastructure/limits/limit-store.port.js';

const SECOND = 1000;
const noon = new Date('2026-11-21T12:00:00.000Z').getTime();
const at = (milliseconds: number) => new Date(noon + milliseconds);
const three: Quota = { key: 'three', most: 3, windowMs: 60 * SECOND };
const two: Quota = { key: 'two', most: 2, windowMs: 600 * SECOND };

/** The contract of every LimitStore. `open` returns the same store with its counts each time. */
export function limitsContract(open: () => Promise<LimitStore>): void {
  let store: LimitStore;

  beforeEach(async () => {
    store = await open();
  });

  afterEach(() => store.close());

  it('allows the maximum, then returns when the oldest hit leaves the window', async () => {
    for (const time of [0, 10 * SECOND, 10 * SECOND]) expect(await store.take([three], at(time))).toBeNull();
    expect(await store.take([three], at(20 * SECOND))).toEqual(at(60 * SECOND));
    expect(await store.take([three], at(60 * SECOND - 1))).toEqual(at(60 * SECOND));
    expect(await store.take([three], at(60 * SECOND))).toBeNull();
    expect(await store.take([three], at(60 * SECOND))).toEqual(at(70 * SECOND));
  });

  it('never allows more within any window', async () => {
    const allowed: number[] = [];
    // A step without a common factor with the window covers every phase of it.
    for (let time = 0; time < 600 * SECOND; time += 7001) {
      if ((await store.take([three], at(time))) === null) allowed.push(time);
    }
    expect(allowed.length).toBeGreaterThan(20);
    for (const end of allowed) {
      const within = allowed.filter((time) => time <= end && time > end - three.windowMs);
      expect(within.length).toBeLessThanOrEqual(three.most);
    }
  });

  it('does not count rejected hits', async () => {
    for (let time = 0; time < 60; time += 1) await store.take([three], at(time * SECOND));
    for (const time of [60, 61, 62]) expect(await store.take([three], at(time * SECOND))).toBeNull();
  });

  it('counts each key separately', async () => {
    for (let time = 0; time < 3; time += 1) await store.take([three], at(time));
    expect(await store.take([{ ...three, key: 'other' }], at(3))).toBeNull();
    expect(await store.take([three], at(3))).toEqual(at(60 * SECOND));
  });

  it.each([
    ['first', [two, three]],
    ['last', [three, two]],
  ])('counts for no key when the %s of several quotas is full', async (_, quotas) => {
    await store.take([two], at(0));
    await store.take([two], at(0));
    for (let time = 0; time < 9; time += 1) {
      expect(await store.take(quotas, at(time))).toEqual(at(600 * SECOND));
    }
    for (let time = 0; time < 3; time += 1) expect(await store.take([three], at(time))).toBeNull();
    expect(await store.take([three], at(9))).toEqual(at(60 * SECOND));
  });

  it('returns the moment at which all quotas have room', async () => {
    for (let time = 0; time < 3; time += 1) await store.take([three], at(time));
    for (let time = 0; time < 2; time += 1) await store.take([two], at(time));
    expect(await store.take([three, two], at(5))).toEqual(at(600 * SECOND));
    expect(await store.take([two, three], at(5))).toEqual(at(600 * SECOND));
  });

  it('allows at most the maximum of concurrent hits', async () => {
    const tries = await Promise.all(Array.from({ length: 40 }, () => store.take([two], at(0))));
    expect(tries.filter((refusedUntil) => refusedUntil === null)).toHaveLength(2);
  });

  it('gives back one hit of each key', async () => {
    for (let count = 0; count < 3; count += 1) await store.take([three], at(0));
    for (const time of [0, 1]) await store.take([two], at(time));
    await store.giveBack(['three', 'two', 'unknown'], at(0));
    expect(await store.take([three], at(2))).toBeNull();
    expect(await store.take([three], at(2))).toEqual(at(60 * SECOND));
    expect(await store.take([two], at(2))).toBeNull();
    expect(await store.take([two], at(2))).toEqual(at(600 * SECOND + 1));
  });

  it('gives back nothing that was not counted then', async () => {
    for (let count = 0; count < 3; count += 1) await store.take([three], at(0));
    await store.giveBack(['three'], at(1));
    expect(await store.take([three], at(2))).toEqual(at(60 * SECOND));
  });

  it('deletes only the rows outside every window', async () => {
    await store.take([three], at(0));
    await store.take([two], at(0));
    await store.take([two], at(0));
    expect(await store.removeExpired(at(60 * SECOND - 1))).toBe(0);
    expect(await store.removeExpired(at(60 * SECOND))).toBe(1);
    expect(await store.take([two], at(61 * SECOND))).toEqual(at(600 * SECOND));
    expect(await store.removeExpired(at(600 * SECOND))).toBeGreaterThan(0);
    expect(await store.removeExpired(at(600 * SECOND))).toBe(0);
  });

  it('keeps its counts when reopened', async () => {
    for (let time = 0; time < 3; time += 1) await store.take([three], at(time));
    await store.close();
    store = await open();
    expect(await store.take([three], at(3))).toEqual(at(60 * SECOND));
  });
}
