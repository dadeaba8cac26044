import { buildViews } from '../../src/kernel/views/build-views.js';
import type { Builder, Projector } from '../../src/kernel/views/projector.js';
import type { CurrentViews } from '../../src/kernel/views/current-views.js';
import { TrialRefusedError } from '../../src/kernel/views/trial-builds.js';
import type { Projection } from '../../src/kernel/projection.js';
import { DEADLINES } from '../../src/kernel/deadlines.js';
import type { ViewFold } from '../../src/kernel/views/view-fold.js';
import { expires } from '../support/expires.js';
import { holdUp } from '../support/frozen-view.js';
import { gate } from '../support/gate.js';
import { openedIn, useKernel } from '../support/test-kernel.js';
import { type Tally, type TallyOptions, claim, tally } from '../support/tally.js';

const testKernel = useKernel();

describe('a build on trial', () => {
  let projector: Projector;
  let views: CurrentViews;
  afterEach(() => projector.stop());

  const start = async (options: TallyOptions = {}, build?: Builder) => {
    ({ projector, views } = testKernel.projector([tally(options)], build));
    await projector.start();
  };
  const write = async (name: string) => {
    const position = await claim(testKernel, name);
    expect(await projector.views.seen(['tally'], position, 'gathered view')).toBe(true);
  };
  const ready = async () => {
    projector.trials.begin('tally');
    await projector.trials.settled('tally');
    return projector.trials.of('tally');
  };
  const countOf = async (name: string) => ((await views.of(tally()).get(name)) as Tally | null)?.count;
  const generations = async () => (await testKernel.storage.store.generations('tally')).toSorted();
  const live = () => projector.health()[0]?.generation;

  /** Starts with a live generation whose documents this program would fold otherwise. */
  const startAfterAChange = async () => {
    await start({ step: 10 });
    await write('ada');
    await write('bob');
    await projector.stop();
    await start();
  };

  it('equals the live view if nothing has changed, and is read by nobody', async () => {
    await start();
    await write('ada');
    expect(await ready()).toMatchObject({
      state: 'ready',
      generation: 'v1-2',
      compared: 1,
      comparison: { documents: 1, differences: 0, unsettled: 0, listed: [] },
      error: null,
    });
    expect(live()).toBe('v1-1');
    expect(await generations()).toEqual(['v1-1', 'v1-2']);
  });

  it('lists what differs, takes what is written meanwhile, and is read once it is accepted', async () => {
    await startAfterAChange();
    const trial = await ready();
    expect(trial?.comparison).toMatchObject({ documents: 2, differences: 2 });
    expect(trial?.comparison?.listed).toMatchObject([
      { id: 'ada', live: { count: 10 }, built: { count: 1 } },
      { id: 'bob', live: { count: 10 }, built: { count: 1 } },
    ]);
    await write('ada');
    expect(await countOf('ada')).toBe(11);
    await projector.trials.accept('tally');
    expect(live()).toBe('v1-2');
    expect(projector.trials.of('tally')).toBeNull();
    expect(await countOf('ada')).toBe(2);
    await write('ada');
    expect(await countOf('ada')).toBe(3);
  });

  it('is compared as queries would read it, without people who are erased', async () => {
    const masked: Projection<object> = {
      ...tally(),
      ofLiving: (row, isErased) => (isErased(row._id) ? null : row),
    };
    ({ projector, views } = testKernel.projector([masked]));
    const erased = { isEmpty: false, has: (person: unknown) => person === 'ada', isBehind: () => false };
    Object.assign(views, { erased });
    await projector.start();
    await write('ada');
    await write('bob');
    expect((await ready())?.comparison).toMatchObject({ documents: 1, differences: 0 });
  });

  it('finds documents that only one of both has', async () => {
    await start();
    await write('ada');
    await write('bob');
    const view = await testKernel.storage.store.open({ name: 'tally', generation: 'v1-1', indexes: [] });
    const at = await view.checkpoint();
    await projector.stop();
    const changed = await testKernel.storage.store.open({ name: 'tally', generation: 'v1-1', indexes: [] });
    const documents = [
      { id: 'bob', position: at + 1, document: null },
      { id: 'eve', position: at + 1, document: { count: 1 } },
    ];
    await changed.commit({ from: at, to: at, documents, parked: [] });
    await start();
    expect((await ready())?.comparison).toMatchObject({
      differences: 2,
      listed: [
        { id: 'eve', live: { count: 1 }, built: null },
        { id: 'bob', live: null, built: { count: 1 } },
      ],
    });
  });

  it('finds no difference in documents that change while they are compared', async () => {
    await start();
    for (const name of ['ada', 'bob', 'cleo']) await write(name);
    const writing = (async () => {
      for (let index = 0; index < 40; index += 1) await claim(testKernel, ['ada', 'bob'][index % 2] ?? '');
    })();
    const trial = await ready();
    await writing;
    expect(trial?.comparison).toMatchObject({ differences: 0 });
    await projector.trials.accept('tally');
    await write('ada');
    expect(await countOf('ada')).toBe(22);
    expect(await countOf('bob')).toBe(21);
  });

  expires('compared views', async () => {
    const build: Builder = async (...order) => {
      await buildViews(testKernel.storage, order[0], () => undefined);
      await claim(testKernel, 'bob');
    };
    await start({}, build);
    await write('ada');
    using _ = holdUp(projector.views.get('tally')?.fold as ViewFold);
    const trial = ready();
    // Twice, because the document may just have changed.
    for (let times = 0; times < 2; times += 1) {
      await testKernel.timer.begun('compared views');
      await testKernel.timer.advance(DEADLINES['compared views'].ms);
    }
    expect((await trial)?.comparison).toMatchObject({ documents: 2, differences: 1 });
  });

  it('is rolled back at once, with everything that was written after the switch, and forward again', async () => {
    const open = openedIn(testKernel.storage.store);
    await startAfterAChange();
    await ready();
    await projector.trials.accept('tally');
    // The generation before follows the log on.
    expect(open()).toEqual(['tally v1-1', 'tally v1-2']);
    await write('ada');
    await projector.trials.rollBack('tally');
    expect(live()).toBe('v1-1');
    expect(await countOf('ada')).toBe(11);
    await write('ada');
    expect(await countOf('ada')).toBe(12);
    await projector.trials.rollBack('tally');
    expect(live()).toBe('v1-2');
    expect(await countOf('ada')).toBe(3);
    expect(await generations()).toEqual(['v1-1', 'v1-2']);
    await projector.stop();
    expect(open()).toEqual([]);
  });

  it('is rolled back after a restart, once the generation before has caught up', async () => {
    await startAfterAChange();
    await ready();
    await projector.trials.accept('tally');
    await projector.stop();
    await start();
    await write('ada');
    await projector.trials.rollBack('tally');
    expect(await countOf('ada')).toBe(11);
    await write('bob');
    expect(await countOf('bob')).toBe(11);
  });

  it('is thrown away with its documents, and leaves nothing open', async () => {
    const open = openedIn(testKernel.storage.store);
    await start();
    await write('ada');
    await ready();
    expect(await projector.trials.discard('tally')).toBe(true);
    expect(await projector.trials.discard('tally')).toBe(false);
    expect(projector.trials.of('tally')).toBeNull();
    expect(await generations()).toEqual(['v1-1']);
    expect(open()).toEqual(['tally v1-1']);
  });

  it('is stopped while it is built, and can be begun again', async () => {
    let stop = true;
    const begun = gate();
    await start({}, async (builds, watch) => {
      begun.open();
      await buildViews(testKernel.storage, builds, () => undefined);
      if (!stop) return;
      watch?.signal?.throwIfAborted();
      await new Promise((_, reject) => {
        watch?.signal?.addEventListener('abort', () => reject(new Error('killed')));
      });
    });
    await write('ada');
    projector.trials.begin('tally');
    expect(() => projector.trials.begin('tally')).toThrow(TrialRefusedError);
    await begun.opened;
    await expect(projector.trials.accept('tally')).rejects.toBeInstanceOf(TrialRefusedError);
    await projector.trials.discard('tally');
    expect(await generations()).toEqual(['v1-1']);
    stop = false;
    expect(await ready()).toMatchObject({ state: 'ready', error: null });
  });

  it('says why it failed, leaves the live view alone, and can be begun again', async () => {
    let fault: Error | null = new Error('no room');
    await start({}, async (builds) => {
      if (fault) throw fault;
      await buildViews(testKernel.storage, builds, () => undefined);
    });
    await write('ada');
    expect(await ready()).toMatchObject({ state: 'failed', error: 'no room', comparison: null });
    expect(projector.health()).toMatchObject([{ state: 'live', generation: 'v1-1' }]);
    fault = null;
    expect(await ready()).toMatchObject({ state: 'ready' });
  });

  it('starts clean after a kill: the next start removes what was half built, and its name is not used again', async () => {
    await start();
    await write('ada');
    await testKernel.storage.store.open({ name: 'tally', generation: 'v1-5', indexes: [], create: true });
    await projector.stop();
    await start();
    expect(await generations()).toEqual(['v1-1']);
    // Late writes may still come for it.
    expect(await ready()).toMatchObject({ generation: 'v1-6' });
    expect(await generations()).toEqual(['v1-1', 'v1-6']);
  });

  it('is thrown away by an erasure, which also ends the rollback', async () => {
    await start();
    await write('ada');
    await ready();
    await projector.trials.accept('tally');
    await ready();
    await projector.scrub();
    expect(projector.trials.of('tally')).toBeNull();
    expect(await generations()).toHaveLength(1);
    await expect(projector.trials.accept('tally')).rejects.toBeInstanceOf(TrialRefusedError);
    await expect(projector.trials.rollBack('tally')).rejects.toThrow(
      'There is no generation of tally to roll back to.',
    );
  });

  it('is thrown away by a rebuild of its view', async () => {
    await start();
    await write('ada');
    await ready();
    await projector.rebuild(['tally']);
    expect(projector.trials.of('tally')).toBeNull();
    expect(live()).toBe('v1-3');
    expect(await generations()).toEqual(['v1-1', 'v1-3']);
  });

  it('is not rolled back to a generation of another version of the program', async () => {
    await start();
    await write('ada');
    await projector.stop();
    await start({ version: 2 });
    await projector.rebuild([]);
    await expect(projector.trials.rollBack('tally')).rejects.toBeInstanceOf(TrialRefusedError);
    expect(live()).toBe('v2-1');
  });
});
