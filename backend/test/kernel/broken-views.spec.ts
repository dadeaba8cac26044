import { truncateSync, writeFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { DocumentStoreUnavailableError, MissingGenerationError } from '../../src/kernel/document-store.js';
import type { Projection } from '../../src/kernel/projection.js';
import { buildViews } from '../../src/kernel/views/build-views.js';
import type { Builder } from '../../src/kernel/views/projector.js';
import { messages, useKernel } from '../support/test-kernel.js';
import { gate } from '../support/gate.js';
import { claim, tally } from '../support/tally.js';

const testKernel = useKernel();

describe('a view that cannot be read', () => {
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
  /** Runs a projector over the events so far, and stops it. */
  const run = async (...projections: readonly Projection<object>[]) => {
    const { projector } = await started(projections);
    expect(await projector.views.reached(await claim(testKernel, 'ada'), 'gathered view')).toBe(true);
    await projector.stop();
    await testKernel.reopen();
  };

  const damages: [string, (file: string) => void][] = [
    ['was cut off', (file) => truncateSync(file, 5000)],
    ['is not a database', (file) => writeFileSync(file, 'x'.repeat(9000))],
    ['is empty', (file) => truncateSync(file, 0)],
  ];

  it.each(damages)(
    'is replaced and rebuilt when its file %s, with the same documents as other views',
    async (_, damage) => {
      await run(tally(), tally({ name: 'likes' }));
      damage(fileOf('v1-1'));
      const { projector, views } = await started([tally(), tally({ name: 'likes' })]);
      expect(await views.of(tally()).get('ada')).toMatchObject({ count: 1 });
      expect(await views.of(tally({ name: 'likes' })).get('ada')).toMatchObject({ count: 1 });
      expect(await readdir(path.join(testKernel.dataDir, 'views'))).toContain('tally_v1-1.db.damaged-1');
      expect(await testKernel.storage.store.current('tally')).toBe('v1-2');
      await projector.views.reached(await claim(testKernel, 'ada'), 'gathered view');
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
    messages.length = 0;
    const { projector, views } = await started([tally(), tally({ name: 'likes' })]);
    expect(messages.filter((line) => line === 'views that are missing are built from the log')).toHaveLength(
      1,
    );
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
    messages.length = 0;
    const { projector, views } = await started([tally(), tally({ name: 'likes' })]);
    expect(messages.filter((line) => line === 'views that are missing are built from the log')).toHaveLength(
      1,
    );
    expect(await views.of(tally()).get('ada')).toMatchObject({ count: 2 });
    await projector.stop();
  });

  it('is not one of a new log, about which nothing is messages', async () => {
    await claim(testKernel, 'ada');
    messages.length = 0;
    const { projector } = await started([tally()]);
    expect(messages).not.toContain('views that are missing are built from the log');
    await projector.stop();
  });

  it('is rebuilt when its generation was removed', async () => {
    await run(tally());
    await testKernel.storage.store.drop('tally', 'v1-1');
    messages.length = 0;
    const { projector, views } = await started([tally(), tally({ name: 'new' })]);
    // Once for the missing view, and not for the view that was never built.
    expect(messages.filter((line) => line === 'a view has to be built again')).toHaveLength(1);
    expect(await views.of(tally()).get('ada')).toMatchObject({ count: 1 });
    expect(projector.health()).toMatchObject([{ generation: 'v1-2', state: 'live' }, { name: 'new' }]);
    await projector.stop();
  });

  it('is not replaced when the store only fails to answer: the error is passed on', async () => {
    const { store } = testKernel.storage;
    const opening = store.open.bind(store);
    let tries = 0;
    store.open = async (options) => {
      const view = await opening<never>(options);
      view.getMany = () => {
        tries += 1;
        return Promise.reject(new Error('no answer'));
      };
      return view;
    };
    const { projector, views } = await started([tally()]);
    await expect(views.of(tally()).get('ada')).rejects.toThrow('no answer');
    expect(tries).toBe(1);
    expect(projector.health()).toMatchObject([{ generation: 'v1-1', state: 'live' }]);
    await projector.stop();
  });

  it('is answered from the previous generation during the rebuild, while other views continue', async () => {
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
    expect(await projector.views.seen(['likes'], position, 'gathered view')).toBe(true);
    expect(await views.of(tally({ name: 'likes' })).get('ada')).toMatchObject({ count: 2 });
    expect(await views.of(tally()).get('ada')).toMatchObject({ count: 1 });
    open();
    expect(await projector.views.seen(['tally'], position, 'gathered view')).toBe(true);
    expect(await views.of(tally()).get('ada')).toMatchObject({ count: 2 });
    await projector.stop();
  });

  it('rejects reads on a long log, with a reason, until the rebuild is complete', async () => {
    await Promise.all(Array.from({ length: 2100 }, () => claim(testKernel, 'ada')));
    const { opened, open } = gate();
    const { projector, views } = await started([tally()], async (builds) => {
      await buildViews(testKernel.storage, builds, () => undefined);
      await opened;
    });
    expect(projector.health()).toMatchObject([{ generation: null, state: 'building' }]);
    await expect(views.of(tally()).get('ada')).rejects.toThrow(DocumentStoreUnavailableError);
    expect(await testKernel.storage.store.current('tally')).toBeNull();
    const seen = projector.views.seen(['tally'], await claim(testKernel, 'ada'), 'gathered view');
    open();
    expect(await seen).toBe(true);
    expect(await views.of(tally()).get('ada')).toMatchObject({ count: 2101 });
    await projector.stop();
  });

  it('is rebuilt when it breaks during operation, and readers get at most a 503', async () => {
    const { projector, views } = await started([tally(), tally({ name: 'likes' })]);
    await projector.views.reached(await claim(testKernel, 'ada'), 'gathered view');
    await testKernel.storage.store.setAside('tally', 'v1-1');
    await expect(views.of(tally()).get('ada')).rejects.toThrow(DocumentStoreUnavailableError);
    const position = await claim(testKernel, 'ada');
    expect(await projector.views.seen(['tally', 'likes'], position, 'gathered view')).toBe(true);
    expect(await views.of(tally()).get('ada')).toMatchObject({ count: 2 });
    expect(projector.health()).toMatchObject([{ generation: 'v1-2', state: 'live' }, { generation: 'v1-1' }]);
    await projector.stop();
  });

  it('is replaced once when many readers and events find it, and all of them wait for the replacement', async () => {
    const { projector, views } = await started([tally()]);
    await projector.views.reached(await claim(testKernel, 'ada'), 'gathered view');
    const { store } = testKernel.storage;
    const aside: string[] = [];
    const setAside = store.setAside.bind(store);
    store.setAside = async (name, generation) => {
      aside.push(generation);
      await setAside(name, generation);
    };
    await setAside('tally', 'v1-1');
    messages.length = 0;
    const readers = [1, 2, 3].map(() => views.of(tally()).get('ada'));
    const answers = await Promise.allSettled(readers);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(messages.filter((line) => line === "the view tally can't go on with v1-1")).toHaveLength(1);
    await projector.rebuild([]);
    expect(await views.of(tally()).get('ada')).toMatchObject({ count: 1 });
    expect(projector.health()).toMatchObject([{ generation: 'v1-2', state: 'live', error: null }]);
    expect(aside.filter((generation) => generation !== 'v1-1')).toEqual([]);
    await projector.stop();
  });

  it('is read from the generation that the pointer names, when its own was dropped', async () => {
    const { projector, views } = await started([tally()]);
    await projector.views.reached(await claim(testKernel, 'ada'), 'gathered view');
    const { store } = testKernel.storage;
    // Another process drops it, so this one is not informed.
    await buildViews(testKernel.storage, [{ projection: tally(), generation: 'v1-7' }], () => undefined);
    await store.flip('tally', 'v1-1', 'v1-7');
    await store.drop('tally', 'v1-1');
    expect(await views.of(tally()).get('ada')).toMatchObject({ count: 1 });
    await projector.views.reached(await claim(testKernel, 'ada'), 'gathered view');
    expect(await views.of(tally()).get('ada')).toMatchObject({ count: 2 });
    expect(projector.health()).toMatchObject([{ generation: 'v1-7', state: 'live' }]);
    await projector.stop();
  });

  it('is never opened by name as an empty view', async () => {
    const opening = testKernel.storage.store.open({ name: 'tally', generation: 'v1-1', indexes: [] });
    await expect(opening).rejects.toBeInstanceOf(MissingGenerationError);
  });
});
