import { DocumentStoreUnavailableError } from '../../src/kernel/document-store.js';
import { LeaseLostError } from '../../src/kernel/lease.js';
import { LIFE_MS, SharedLeases, WORK } from '../../src/kernel/leases/shared-leases.js';
import { MemoryLeases } from '../support/sharing.js';
import { TestTimer } from '../support/timer.js';

const SECOND = 1000;

describe('the leases of a worker', () => {
  let table: MemoryLeases;
  let timer: TestTimer;
  let messages: string[];
  beforeEach(() => {
    table = new MemoryLeases();
    timer = new TestTimer();
    messages = [];
  });

  /** A worker, and what happens to it. Its own time can stand still, as that of a stopped process does. */
  const worker = (name: string, views: readonly string[] = ['board:1', 'weeks:1']) => {
    const lost: Error[] = [];
    let ticks: (() => void)[] = [];
    const own = {
      elapsed: () => timer.elapsed(),
      every: (milliseconds: number, work: () => void) => {
        ticks.push(work);
        return timer.every(milliseconds, () => ticks.includes(work) && work());
      },
    };
    const logger = { info: () => undefined, error: (_: unknown, message: string) => messages.push(message) };
    const leases = new SharedLeases(table, name, views, (error) => lost.push(error), logger, own);
    leases.isReady = true;
    const held = () => [WORK, ...views].filter((lease) => leases.fenceOf(lease) !== null);
    let times = 0;
    leases.onTaken = () => (times += 1);
    return { leases, lost, held, told: () => times, freeze: () => (ticks = []) };
  };

  it('are free at first: the worker that starts first has all of them at once, and is active', async () => {
    const one = worker('one');
    await one.leases.start();
    expect(one.leases).toMatchObject({ isAlone: false, isActive: true });
    expect([one.leases.fenceOf(WORK), one.leases.fenceOf('board:1'), one.leases.fenceOf('other')]).toEqual([
      1,
      1,
      null,
    ]);
  });

  it('of two workers that start at the same moment go to one', async () => {
    const all = ['one', 'two', 'three'].map((name) => worker(name));
    await Promise.all(all.map(({ leases }) => leases.start()));
    await timer.advance(3 * SECOND);
    const held = all.map((each) => each.held().length);
    expect(held.toSorted()).toEqual([0, 0, 3]);
  });

  it('on views of another program go together to one worker, which need not be the active one', async () => {
    const older = worker('older');
    await older.leases.start();
    const newer = ['one', 'two'].map((name) => worker(name, ['board:2', 'people:2', 'weeks:1']));
    await Promise.all(newer.map(({ leases }) => leases.start()));
    await timer.advance(3 * SECOND);
    expect(older.held()).toEqual([WORK, 'board:1', 'weeks:1']);
    expect(newer.map((each) => each.held().join(' ')).toSorted()).toEqual(['', 'board:2 people:2']);
    await older.leases.release();
    await timer.advance(LIFE_MS + 3 * SECOND);
    const held = newer.map((each) => each.held().join(' '));
    expect(held.toSorted()).toEqual(['', `${WORK} board:2 people:2 weeks:1`]);
  });

  it('on work is of no use before the worker is ready', async () => {
    const one = worker('one');
    one.leases.isReady = false;
    await one.leases.start();
    expect([one.leases.isActive, one.leases.hasWork]).toEqual([false, true]);
  });

  it('are announced, also if a later one could not be taken', async () => {
    const one = worker('one');
    const take = table.take.bind(table);
    table.take = async (...lease) => {
      if (lease[0] === 'weeks:1') throw new DocumentStoreUnavailableError('away');
      return take(...lease);
    };
    await expect(one.leases.start()).rejects.toBeInstanceOf(DocumentStoreUnavailableError);
    await one.leases.look();
    expect([one.held(), one.told()]).toEqual([[WORK, 'board:1'], 1]);
    table.take = take;
    await one.leases.look();
    expect([one.held().length, one.told()]).toEqual([3, 2]);
  });

  it('stay with a worker that renews them', async () => {
    const [one, two] = [worker('one'), worker('two')];
    await one.leases.start();
    await two.leases.start();
    await timer.advance(10 * LIFE_MS);
    expect([one.leases.isActive, two.leases.isActive]).toEqual([true, false]);
    expect(two.held()).toEqual([]);
  });

  it('go to another worker within ten seconds after their holder was killed', async () => {
    const [one, two] = [worker('one'), worker('two')];
    await one.leases.start();
    await two.leases.start();
    await timer.advance(2 * SECOND);
    one.freeze();
    await timer.advance(LIFE_MS - SECOND);
    expect(two.held()).toEqual([]);
    await timer.advance(3 * SECOND);
    expect([two.held(), two.told()]).toEqual([[WORK, 'board:1', 'weeks:1'], 1]);
    expect([two.leases.isActive, two.leases.fenceOf(WORK)]).toEqual([true, 2]);
  });

  it('are not relied on before another worker may take them', async () => {
    const [one, two] = [worker('one'), worker('two')];
    await one.leases.start();
    await two.leases.start();
    await timer.advance(2 * SECOND);
    one.freeze();
    while (!two.leases.isActive) {
      await timer.advance(SECOND / 10);
      expect([one.leases.isActive, two.leases.isActive]).not.toEqual([true, true]);
    }
  });

  it('are lost to a worker that notices that another one has them', async () => {
    const [one, two] = [worker('one'), worker('two')];
    await one.leases.start();
    await two.leases.start();
    one.freeze();
    await timer.advance(LIFE_MS + 2 * SECOND);
    await one.leases.look();
    expect(one.lost).toEqual([expect.any(LeaseLostError)]);
    expect(one.leases.isActive).toBe(false);
  });

  it('are free at once when their holder releases them', async () => {
    const [one, two] = [worker('one'), worker('two')];
    await one.leases.start();
    await two.leases.start();
    await one.leases.release();
    expect(one.leases.isActive).toBe(false);
    await timer.advance(SECOND);
    expect(two.leases.isActive).toBe(true);
  });

  it('are not taken because the store was away: their holder could not renew them', async () => {
    const [one, two] = [worker('one'), worker('two')];
    await one.leases.start();
    await two.leases.start();
    await timer.advance(2 * SECOND);
    const rows = table.rows.bind(table);
    table.rows = () => Promise.reject(new DocumentStoreUnavailableError('away'));
    await timer.advance(2 * LIFE_MS);
    expect(one.leases.isActive).toBe(false);
    expect(messages).toContain('the leases could not be renewed; retrying');
    table.rows = rows;
    await timer.advance(2 * SECOND);
    expect([one.leases.isActive, two.held()]).toEqual([true, []]);
  });

  it('belong to the worker that took them, also if the answer was lost', async () => {
    const one = worker('one', []);
    const take = table.take.bind(table);
    table.take = async (...lease) => {
      await take(...lease);
      throw new DocumentStoreUnavailableError('away');
    };
    await expect(one.leases.start()).rejects.toBeInstanceOf(DocumentStoreUnavailableError);
    table.take = take;
    await one.leases.start();
    await timer.advance(2 * SECOND);
    expect([one.leases.fenceOf(WORK), one.leases.isActive]).toEqual([1, true]);
  });
});
