import path from 'node:path';
import { DailyNetworkHashes } from '../../src/infrastructure/key-ring/daily-network-hashes.js';
import { SqliteKeyRing } from '../../src/infrastructure/key-ring/sqlite-key-ring.js';
import { TestClock } from '../support/app.js';
import { useFolder } from '../support/folder.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NETWORK = '192.0.2.1';
const TODAY = 'network-2026-11-21';

const folder = useFolder();

describe('the hashes of networks', () => {
  let ring: SqliteKeyRing;
  let clock: TestClock;
  let networks: DailyNetworkHashes;
  beforeEach(() => {
    ring = new SqliteKeyRing(path.join(folder, 'keys.db'));
    clock = new TestClock(new Date('2026-11-21T12:00:00.000Z'));
    networks = new DailyNetworkHashes(ring, clock);
  });
  afterEach(() => ring.close());

  const hashes = (network = NETWORK, milliseconds = 2 * DAY) => networks.hashesOf(network, milliseconds);

  it('are the same for one network all day, and differ between networks', async () => {
    const [hash] = await hashes();
    expect(hash).toMatch(/^[0-9a-f]{32}$/);
    clock.advance(12 * HOUR - 1);
    expect(await new DailyNetworkHashes(ring, clock).hashesOf(NETWORK, DAY)).toEqual([hash]);
    expect(await hashes('192.0.2.2')).not.toEqual([hash]);
  });

  it('tell a network of the days before again, as far back as asked, and not where there was no key', async () => {
    const days: string[] = [];
    for (let day = 0; day < 4; day += 1) {
      days.unshift((await hashes())[0]);
      clock.advance(DAY);
    }
    expect(new Set(days).size).toBe(4);
    clock.advance(-DAY);
    expect(await hashes()).toEqual(days.slice(0, 3));
    expect(await hashes(NETWORK, 12 * HOUR)).toEqual(days.slice(0, 1));
    expect(await hashes(NETWORK, 12 * HOUR + 1)).toEqual(days.slice(0, 2));
    clock.advance(2 * DAY);
    expect((await hashes()).slice(1)).toEqual(days.slice(0, 1));
  });

  it('lose their key 30 days after its day, to the millisecond, and it is not made again', async () => {
    await hashes();
    await ring.create('ann');
    clock.advance(12 * HOUR + 30 * DAY - 1);
    expect(await networks.destroyExpired()).toBe(0);
    clock.advance(1);
    expect([await networks.destroyExpired(), await networks.destroyExpired()]).toEqual([1, 0]);
    const found = await ring.find([TODAY, 'ann']);
    expect(found.get(TODAY)).toBe('destroyed');
    expect(found.get('ann')).toBeInstanceOf(Buffer);
    clock.advance(-31 * DAY);
    await expect(hashes()).rejects.toThrow(RangeError);
  });

  it('lose their key also when its deletion is long overdue, as in an earlier copy of the key store', async () => {
    await hashes();
    clock.advance(1000 * DAY);
    await hashes();
    expect(await networks.destroyExpired()).toBe(1);
    expect((await ring.find([TODAY])).get(TODAY)).toBe('destroyed');
    expect(await hashes()).toHaveLength(1);
  });
});
