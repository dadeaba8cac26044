import { truncateSync, writeFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { DocumentStoreUnavailableError, MissingGenerationError } from '../../src/kernel/document-store.js';
import type { Projection } from '../../src/kernel/projection.js';
import { buildViews } from '../../src/kernel/views/build-views.js';
import type { Builder } from '../../src/kernel/views/projector.js';
import { type TestKernel, makeTestKernel, said } from '../support/test-kernel.js';
import { gate } from '../support/gate.js';
import { claim, tally } from '../support/tally.js';

describe('a view that can not be read', () => {
  let testKernel: TestKernel;
  beforeEach(async () => {
    testKernel = await makeTestKernel();
  });
  afterEach(() => testKernel.destroy());

  const fileOf = (generation: string, name = 'tally') =>
    path.join(testKernel.dataDir, 'views', `${name}_${generation}.db`);
  const generationFiles = async () =>
    (await readdir(path.join(testKernel.dataDir, 'views')))
      .filter((name) => /_v.*[.]db$/.test(name))
      .toSorted();
  const started = async (projections: readonly Projection<object>[], build?: Builder) => {
    const under = testKernel.projector(projections, build);
    await under.projector.start();
    return under;
  };
  /** Runs a projector over what there is, and stops it. */
  const run = async (...projections: readonly Projection<object>[]) => {
    const { projector } = await started(projections);
    expect(await projector.reached(await claim(testKernel, 'ada'), 60_000)).toBe(true);
    await projector.stop();
    await testKernel.reopen();
  };

  const damages: [string, (file: string) => void][] = [
    ['was cut', (file) => truncateSync(file, 5000)],
    ['is no database', (file) => writeFileSync(file, 'x'.repeat(9000))],
    ['is empty', (file) => truncateSync(file, 0)],
  ];

  it.each(damages)(
    'whose file %s, is put aside and built again, with what others have',
    async (_, damage) => {
      await run(tally(), tally({ name: 'likes' }));
      damage(fileOf('v1-1'));
      const { projector, views } = await started([tally(), tally({ name: 'likes' })]);
      expect(await views.of(tally()).get('ada')).toMatchObject({ count: 1 });
      expect(await views.of(tally({ name: 'likes' })).get('ada')).toMatchObject({ count: 1 });
      expect(await readdir(path.join(testKernel.dataDir, 'views'))).toContain('tally_v1-1.db.damaged-1');
      expect(await testKernel.storage.store.current('tally')).toBe('v1-2');
      await projector.reached(await claim(testKernel, 'ada'), 60_000);
      expect(await views.of(tally()).get('ada')).toMatchObject({ count: 2 });
      await projector.stop();
    },
  );

  it('because the pointers are damaged, is built again, and leaves no old generation behind', async () => {
    await run(tally(), tally({ name: 'likes' }));
    await run(tally(), tally({ name: 'likes' }));
    await testKernel.storage.close();
    truncateSync(path.join(testKernel.dataDir, 'views', 'store.db'), 5000);
    await testKernel.reopen();
    said.length = 0;
    const { projector, views } = await started([tally(), tally({ name: 'likes' })]);
    expect(said.filter((line) => line === 'missing views are built from the log')).toHaveLength(1);
    expect(await views.of(tally()).get('ada')).toMatchObject({ count: 2 });
    await projector.stop();
    expect(await generationFiles()).toEqual(['likes_v1-2.db', 'tally_v1-2.db']);
  });

  it('because the folder of views was removed, is built again, and one line of the log says so', async () => {
    await run(tally());
    await run(tally());
    await testKernel.storage.close();
    await rm(path.join(testKernel.dataDir, 'views'), { recursive: true });
    await testKernel.reopen();
    said.length = 0;
    const { projector, views } = await started([tally(), tally({ name: 'likes' })]);
    expect(said.filter((line) => line === 'missing views are built from the log')).toHaveLength(1);
    expect(await views.of(tally()).get('ada')).toMatchObject({ count: 2 });
    await projector.stop();
  });

  it('is not one of a new log, about which nothing is said', async () => {
    await claim(testKernel, 'ada');
    said.length = 0;
    const { projector } = await started([tally()]);
    expect(said).not.toContain('missing views are built from the log');
    await projector.stop();
  });

  it('because its generation was removed, is built again', async () => {
    await run(tally());
    await testKernel.storage.store.drop('tally', 'v1-1');
    said.length = 0;
    const { projector, views } = await started([tally(), tally({ name: 'new' })]);
    // Once for the view that is missing, and not for the one that never was.
    expect(said.filter((line) => line === 'a view has to be built again')).toHaveLength(1);
    expect(await views.of(tally()).get('ada')).toMatchObject({ count: 1 });
    expect(projector.health()).toMatchObject([{ generation: 'v1-2', state: 'live' }, { name: 'new' }]);
    await projector.stop();
  });

  it('is not one whose store only fails to answer: that is passed on, and nothing is replaced', async () => {
    const { store } = testKernel.storage;
    const opening = store.open.bind(store);
    let asked = 0;
    store.open = async (options) => {
      const view = await opening<never>(options);
      view.get = () => {
        asked += 1;
        return Promise.reject(new Error('no answer'));
      };
      return view;
    };
    const { projector, views } = await started([tally()]);
    await expect(views.of(tally()).get('ada')).rejects.toThrow('no answer');
    expect(asked).toBe(1);
    expect(projector.health()).toMatchObject([{ generation: 'v1-1', state: 'live' }]);
    await projector.stop();
  });

  it('is answered by the generation before until another one is complete, while the others go on', async () => {
    await run(tally(), tally({ name: 'likes' }));
    const before = await started([tally(), tally({ name: 'likes' })]);
    await before.projector.rebuild(['tally']);
    await before.projector.stop();
    await testKernel.reopen();
    truncateSync(fileOf('v1-2'), 5000);

    const { opened, open } = gate();
    const { projector, views } = await started([tally(), tally({ name: 'likes' })], async (builds) => {
      await opened;
      await buildViews(testKernel.storage, builds, () => undefined);
    });
    expect(projector.health()).toMatchObject([
      { name: 'tally', generation: 'v1-1', state: 'building' },
      { name: 'likes', state: 'live' },
    ]);
    const position = await claim(testKernel, 'ada');
    expect(await projector.seen(['likes'], position, 60_000)).toBe(true);
    expect(await views.of(tally({ name: 'likes' })).get('ada')).toMatchObject({ count: 2 });
    expect(await views.of(tally()).get('ada')).toMatchObject({ count: 1 });
    open();
    expect(await projector.seen(['tally'], position, 60_000)).toBe(true);
    expect(await views.of(tally()).get('ada')).toMatchObject({ count: 2 });
    await projector.stop();
  });

  it('on a long log answers nothing, and says so, until it is complete', async () => {
    await Promise.all(Array.from({ length: 2100 }, () => claim(testKernel, 'ada')));
    const { opened, open } = gate();
    const { projector, views } = await started([tally()], async (builds) => {
      await buildViews(testKernel.storage, builds, () => undefined);
      await opened;
    });
    expect(projector.health()).toMatchObject([{ generation: null, state: 'building' }]);
    await expect(views.of(tally()).get('ada')).rejects.toThrow(DocumentStoreUnavailableError);
    expect(await testKernel.storage.store.current('tally')).toBeNull();
    const seen = projector.seen(['tally'], await claim(testKernel, 'ada'), 60_000);
    open();
    expect(await seen).toBe(true);
    expect(await views.of(tally()).get('ada')).toMatchObject({ count: 2101 });
    await projector.stop();
  });

  it('from one moment to the next is built again while it runs, and the reader is told 503 at most', async () => {
    const { projector, views } = await started([tally(), tally({ name: 'likes' })]);
    await projector.reached(await claim(testKernel, 'ada'), 60_000);
    await testKernel.storage.store.setAside('tally', 'v1-1');
    await expect(views.of(tally()).get('ada')).rejects.toThrow(DocumentStoreUnavailableError);
    const position = await claim(testKernel, 'ada');
    expect(await projector.seen(['tally', 'likes'], position, 60_000)).toBe(true);
    expect(await views.of(tally()).get('ada')).toMatchObject({ count: 2 });
    expect(projector.health()).toMatchObject([{ generation: 'v1-2', state: 'live' }, { generation: 'v1-1' }]);
    await projector.stop();
  });

  it('is put aside once, however many readers and events meet it, and all of them are told when that is done', async () => {
    const { projector, views } = await started([tally()]);
    await projector.reached(await claim(testKernel, 'ada'), 60_000);
    const { store } = testKernel.storage;
    const aside: string[] = [];
    const setAside = store.setAside.bind(store);
    store.setAside = async (name, generation) => {
      aside.push(generation);
      await setAside(name, generation);
    };
    await setAside('tally', 'v1-1');
    said.length = 0;
    const readers = [1, 2, 3].map(() => views.of(tally()).get('ada'));
    const answers = await Promise.allSettled(readers);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(said.filter((line) => line === "the view tally can't go on with v1-1")).toHaveLength(1);
    await projector.rebuild([]);
    expect(await views.of(tally()).get('ada')).toMatchObject({ count: 1 });
    expect(projector.health()).toMatchObject([{ generation: 'v1-2', state: 'live', error: null }]);
    expect(aside.filter((generation) => generation !== 'v1-1')).toEqual([]);
    await projector.stop();
  });

  it('because it was dropped, is read where the pointer leads', async () => {
    const { projector, views } = await started([tally()]);
    await projector.reached(await claim(testKernel, 'ada'), 60_000);
    const { store } = testKernel.storage;
    // As another process would, of which this one learns nothing.
    await buildViews(testKernel.storage, [{ projection: tally(), generation: 'v1-7' }], () => undefined);
    await store.flip('tally', 'v1-1', 'v1-7');
    await store.drop('tally', 'v1-1');
    expect(await views.of(tally()).get('ada')).toMatchObject({ count: 1 });
    await projector.reached(await claim(testKernel, 'ada'), 60_000);
    expect(await views.of(tally()).get('ada')).toMatchObject({ count: 2 });
    expect(projector.health()).toMatchObject([{ generation: 'v1-7', state: 'live' }]);
    await projector.stop();
  });

  it('is never opened as an empty one by name', async () => {
    const opening = testKernel.storage.store.open({ name: 'tally', generation: 'v1-1', indexes: [] });
    await expect(opening).rejects.toBeInstanceOf(MissingGenerationError);
  });
});
