import { viewKey } from '../../src/kernel/progress-row.js';
import type { Projection } from '../../src/projections/view.js';
import { MemoryProgress } from '../support/sharing.js';
import { useKernel } from '../support/test-kernel.js';
import { type Tally, claim, tally } from '../support/tally.js';

const testKernel = useKernel();

describe('the views of several processes', () => {
  let row: MemoryProgress;
  /** The fencing numbers of what each process has a lease on. */
  let leases: Record<'active' | 'other', Record<string, number>>;
  /** The versions that other processes read. */
  let readVersions: Set<number>;
  const stops: (() => Promise<void>)[] = [];
  beforeEach(() => {
    row = new MemoryProgress();
    leases = { active: {}, other: {} };
    readVersions = new Set();
  });
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
  });

  const start = async (
    name: 'active' | 'other',
    view: Projection<object> = tally(),
    meanwhile: () => void = () => undefined,
  ) => {
    const shared = {
      row,
      fenceOf: (projection: Projection<object>) => leases[name][viewKey(projection)] ?? null,
      isRead: async (_: string, version: number) => readVersions.has(version),
    };
    const { projector, views, reader } = testKernel.projector([view], undefined, undefined, shared);
    stops.push(() => projector.stop());
    await projector.open();
    meanwhile();
    await projector.start();
    const read = (id: string) => views.of<Tally>(view as never).get(id);
    return { projector, views, reader, read, observed: projector.observed! };
  };

  it('are folded by the one with the lease, and read by the others up to what the row says', async () => {
    leases.active = { 'tally:1': 1 };
    const active = await start('active');
    const other = await start('other');
    await other.projector.readable();
    const position = await claim(testKernel, 'ada');
    expect(await other.projector.views.reached(position, 'views of a command')).toBe(true);
    expect(await other.read('ada')).toMatchObject({ count: 1 });
    expect(other.projector.health()).toMatchObject([{ position, generation: 'v1-1', isStuck: false }]);
    expect(active.projector.health()).toMatchObject([{ position, generation: 'v1-1' }]);
  });

  it('go on where another process was when this one gets the lease', async () => {
    leases.active = { 'tally:1': 1 };
    const active = await start('active');
    const other = await start('other');
    await other.projector.readable();
    await active.projector.stop();
    leases.other = { 'tally:1': 2 };
    await claim(testKernel, 'ada');
    await other.projector.open();
    await other.projector.start();
    const position = await claim(testKernel, 'ada');
    expect(await other.projector.views.reached(position, 'views of a command')).toBe(true);
    expect(await other.read('ada')).toMatchObject({ count: 2 });
    await other.projector.stop();
    expect((await row.read()).folds).toMatchObject({ 'tally:1': { fence: 2, position } });
  });

  it('are read from the next generation once the active process has built it, and dropped the one before', async () => {
    leases.active = { 'tally:1': 1 };
    const active = await start('active');
    const other = await start('other');
    await claim(testKernel, 'ada');
    await other.projector.readable();
    await active.projector.scrub();
    expect(await other.read('ada')).toMatchObject({ count: 1 });
    expect(other.projector.health()).toMatchObject([{ generation: 'v1-2' }]);
  });

  it('are folded in two versions by two programs beside each other, each read by its own', async () => {
    leases.active = { 'tally:1': 1 };
    await claim(testKernel, 'ada');
    const older = await start('active');
    readVersions.add(1);
    leases.other = { 'tally:2': 1 };
    const newer = await start('other', tally({ version: 2, step: 10 }));
    await newer.projector.readable();
    const position = await claim(testKernel, 'ada');
    for (const { projector } of [older, newer]) await projector.views.reached(position, 'views of a command');
    expect([await older.read('ada'), await newer.read('ada')]).toMatchObject([{ count: 2 }, { count: 20 }]);
    // A worker of the older program starts again, and its people read what was folded there.
    await older.projector.stop();
    const again = await start('active');
    expect(await again.read('ada')).toMatchObject({ count: 2 });
    expect(await newer.read('ada')).toMatchObject({ count: 20 });
  });

  it('are not scrubbed while another program reads another version of them', async () => {
    leases.active = { 'tally:1': 1 };
    leases.other = { 'tally:2': 1 };
    const older = await start('active');
    const newer = await start('other', tally({ version: 2 }));
    await newer.projector.readable();
    readVersions.add(1);
    await expect(newer.projector.scrub()).rejects.toThrow(
      'version 1 of tally is still read by another program',
    );
    expect(await older.read('ada')).toBeNull();
    readVersions.clear();
    await newer.projector.scrub();
    expect(await testKernel.storage.store.generations('tally')).toEqual(['v2-2']);
  });

  it('of another version stay when a process begins to read them while these are scrubbed', async () => {
    leases.active = { 'tally:1': 1 };
    leases.other = { 'tally:2': 1 };
    const older = await start('active');
    const newer = await start('other', tally({ version: 2 }));
    await newer.projector.readable();
    let looks = 0;
    readVersions.has = () => (looks += 1) > 1;
    await expect(newer.projector.scrub()).rejects.toThrow(
      'version 1 of tally is still read by another program',
    );
    expect(await older.read('ada')).toBeNull();
  });

  it('are not in memory any more when the row says that they have changed', async () => {
    leases.active = { 'tally:1': 1 };
    const view: Projection<object> = { ...tally(), isRemembered: true };
    await start('active', view);
    const other = await start('other', view);
    await other.projector.readable();
    expect(await other.read('ada')).toBeNull();
    const position = await claim(testKernel, 'ada');
    await other.projector.views.reached(position, 'views of a command');
    expect(await other.read('ada')).toMatchObject({ count: 1 });
  });

  it('are in memory for 250 ms, whatever the row says', async () => {
    leases.active = { 'tally:1': 1 };
    const view: Projection<object> = { ...tally(), isRemembered: true };
    await start('active', view);
    const other = await start('other', view);
    await other.projector.readable();
    await other.observed.stop();
    expect(await other.read('ada')).toBeNull();
    row.note = () => Promise.reject(new Error('the active process ends before it says so'));
    const position = await claim(testKernel, 'ada');
    await testKernel.timer.advance(250);
    expect(await other.read('ada')).toMatchObject({ count: 1, _position: position });
  });

  it('confirm a reader of the log for a second, and only if it is as far as they are', async () => {
    leases.active = { 'tally:1': 1 };
    await start('active');
    const other = await start('other');
    const position = await claim(testKernel, 'ada');
    await other.projector.views.reached(position, 'views of a command');
    expect([other.observed.confirms(position - 1), other.observed.confirms(position)]).toEqual([false, true]);
    row.read = () => Promise.reject(new Error('away'));
    await testKernel.timer.advance(1000);
    expect(other.observed.confirms(position)).toBe(false);
  });

  it('tell the others of erasures and quarantine, again until they could follow', async () => {
    const told: string[] = [];
    let isAway = false;
    const other = await start('other');
    other.observed.onCount = async (counter) => {
      if (isAway) throw new Error('away');
      told.push(counter);
    };
    await row.count('quarantine');
    await other.observed.look();
    await other.observed.look();
    expect(told).toEqual(['quarantine']);
    isAway = true;
    await row.count('erasures');
    await other.observed.look();
    await testKernel.timer.begun(500);
    expect(other.observed.isBehindErasures).toBe(false);
    await testKernel.timer.advance(1000);
    expect(other.observed.isBehindErasures).toBe(true);
    isAway = false;
    await testKernel.timer.advance(500);
    expect([told, other.observed.isBehindErasures]).toEqual([['quarantine', 'erasures'], false]);
  });

  it('are counted for the others by the process that changes them, also after the row was away', async () => {
    const active = await start('active');
    const count = row.count.bind(row);
    row.count = () => Promise.reject(new Error('away'));
    active.projector.count('erasures');
    await testKernel.timer.begun(250);
    row.count = count;
    await testKernel.timer.advance(250);
    expect((await row.read()).counters).toEqual({ erasures: 1, quarantine: 0 });
  });

  it('are opened before they are folded, also if the lease came in between', async () => {
    leases.active = { 'tally:1': 1 };
    const active = await start('active');
    const position = await claim(testKernel, 'ada');
    await active.projector.views.reached(position, 'views of a command');
    await active.projector.stop();
    const other = await start('other', tally(), () => {
      leases.other = { 'tally:1': 2 };
    });
    expect(other.projector.health()).toMatchObject([{ generation: null }]);
    await other.projector.open();
    await other.projector.start();
    expect(other.projector.health()).toMatchObject([{ generation: 'v1-1', state: 'live' }]);
  });

  it('are built by no process that does not fold them', async () => {
    const other = await start('other');
    await expect(other.projector.rebuild(['tally'])).rejects.toThrow('kept up to date by another process');
    await expect(other.projector.scrub()).rejects.toThrow('kept up to date by another process');
    expect(() => other.projector.trials.begin('tally')).toThrow('kept up to date by another process');
  });
});
