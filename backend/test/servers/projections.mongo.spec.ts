import { CheckpointConflictError } from '../../src/kernel/document-store.js';
import type { DocumentStore, View, ViewBatch } from '../../src/kernel/document-store.js';
import { type Row, writesOf } from '../../src/infrastructure/document-store/mongo-row.js';
import { seededRandom } from '../../src/demo/random.js';
import { ViewFold, stepsOf } from '../../src/kernel/views/view-fold.js';
import type { Projection } from '../../src/projections/view.js';
import { projections } from '../../src/projections/projections.js';
import { useFolder } from '../support/folder.js';
import { randomHistory, writeHistory } from '../support/history.js';
import { MongoTestKernel } from '../support/mongo/mongo-test-kernel.js';
import { useMongo } from '../support/mongo/use-mongo.js';
import { allDocuments } from '../support/test-kernel.js';
import { type Tally, claim, tally } from '../support/tally.js';

/** Also indexed by count, as a MongoDB index. */
const counted = (version: number, step: number) =>
  tally({ version, step, indexes: [{ fields: { count: -1 } }] });

const viewOf = (name: string): Projection<object> => {
  const found = projections.find((projection) => projection.name === name);
  if (!found) throw new Error(`there is no view ${name}`);
  return found;
};

const currentOf = async (store: DocumentStore, name: string): Promise<string> =>
  (await store.current(name)) ?? 'nothing';

const under = useMongo();
const folder = useFolder();

describe('projections into MongoDB', () => {
  let testKernel: MongoTestKernel;
  beforeEach(() => {
    testKernel = new MongoTestKernel(folder, under.server.database());
  });
  afterEach(() => testKernel.close());

  it('give the same result as SQLite over 10,000 events, live and rebuilt', async () => {
    const mongo = testKernel.store();
    const stores = [mongo, testKernel.sqlite];
    const running = stores.map((store) => testKernel.projector(store, projections).projector);
    for (const projector of running) await projector.start();
    await writeHistory(testKernel.log, testKernel.codec, randomHistory(5, 10_000));
    const [last] = await testKernel.log.readAll(0, 100_000).then((events) => events.slice(-1));
    const end = last?.position ?? 0;
    expect(end).toBeGreaterThanOrEqual(10_000);
    for (const projector of running) await projector.caughtUp(end);
    for (const way of ['live', 'rebuilt']) {
      for (const projection of projections) {
        const { name } = projection;
        const [one, other] = await Promise.all(
          stores.map(async (store) => allDocuments(store, projection, await currentOf(store, name))),
        );
        expect([way, name, one?.size]).not.toEqual([way, name, 0]);
        expect(one).toEqual(other);
      }
      if (way === 'live')
        for (const projector of running) await projector.rebuild(projections.map(({ name }) => name));
    }
    for (const projector of running) await projector.stop();
    expect(testKernel.errors).toEqual([]);
  });

  it('are rebuilt beside the live generation and rolled back, and the second-last generation is removed', async () => {
    const store = testKernel.store();
    const run = async (projection: Projection<object>, expected: Tally) => {
      const { projector, views } = testKernel.projector(store, [projection]);
      await projector.start();
      await projector.rebuild([]);
      await projector.caughtUp(await claim(testKernel, 'ada'));
      expect(await views.of(projection).get('ada')).toMatchObject(expected);
      await projector.stop();
    };
    await run(counted(1, 1), { count: 1 });
    await run(counted(2, 10), { count: 20 });
    expect((await store.generations('tally')).sort()).toEqual(['v1-1', 'v2-1']);
    // Roll back to the previous program: its generation continues where it stopped.
    expect(await store.flip('tally', 'v2-1', 'v1-1')).toBe(true);
    await run(counted(1, 1), { count: 3 });
    // Roll forward again without a build: the generation still exists and catches up.
    await run(counted(2, 10), { count: 40 });
    expect((await store.generations('tally')).sort()).toEqual(['v1-1', 'v2-1']);
    expect(await store.current('tally')).toBe('v2-1');
    // A build of a third version removes the second-last one.
    await run(counted(3, 100), { count: 500 });
    expect((await store.generations('tally')).sort()).toEqual(['v2-1', 'v3-1']);
    expect(testKernel.errors).toEqual([]);
  });

  it('take two round trips per batch, and write each changed document once', async () => {
    const sent: string[] = [];
    const store = testKernel.store({ onCommand: (name) => sent.push(name) });
    const view = await store.open({ name: 'tally', generation: 'v1-1', indexes: [], create: true });
    const fold = await ViewFold.of(counted(1, 1), 'v1-1', view);
    for (const name of ['ada', 'bob', 'ada', 'eve']) await claim(testKernel, name);
    const events = await testKernel.codec.decodeAll(await testKernel.log.readAll(0, 100));
    sent.length = 0;
    await fold.handle(events, 4);
    expect(sent).toEqual(['find', 'update']);
    expect(await view.get('ada')).toEqual({ count: 2, _id: 'ada', _position: 3 });
  });

  it('reject one of two projectors with different batches, and end like a new fold', async () => {
    await writeHistory(testKernel.log, testKernel.codec, randomHistory(6, 2000));
    const photos = viewOf('photos');
    const all = await testKernel.codec.decodeAll(await testKernel.log.readAll(0, 100_000));
    const events = all.filter((event) => stepsOf(photos, [event]).steps.length > 0);
    const spec = { name: 'photos', generation: 'v1-1', indexes: photos.indexes, create: true };
    const folds = await Promise.all(
      [15, 23].map(async (size) => {
        const fold = await ViewFold.of(photos, 'v1-1', await testKernel.store().open(spec));
        return { fold, size };
      }),
    );
    const end = events.at(-1)?.position ?? 0;
    const reached = async () => (await testKernel.store().open(spec)).checkpoint();
    let conflicts = 0;
    while ((await reached()) < end) {
      const results = await Promise.allSettled(
        folds.map(async ({ fold, size }) => {
          const batch = events.filter(({ position }) => position > fold.position).slice(0, size);
          await fold.handle(batch, batch.at(-1)?.position ?? end);
        }),
      );
      const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
      // A batch that changes no document commits nothing, so it does not conflict.
      expect([[], [expect.any(CheckpointConflictError)]]).toContainEqual(reasons);
      conflicts += reasons.length;
      // The rejected projector reads the checkpoint before it continues. What it flushes then may conflict as well.
      await Promise.allSettled(folds.map(({ fold }) => fold.flush()));
    }
    expect(conflicts).toBeGreaterThan(5);
    expect(await allDocuments(testKernel.store(), photos, 'v1-1')).toEqual(await testKernel.fold(photos));
  });

  it.each([
    ['photos', 'PhotoDeleted'],
    // With counts of its documents.
    ['leaderboard', 'PostDeleted'],
  ])(
    'end like a new fold when every batch of %s is interrupted and repeated in other sizes',
    async (name, deletion) => {
      await writeHistory(testKernel.log, testKernel.codec, randomHistory(8, 4500));
      const events = await testKernel.codec.decodeAll(await testKernel.log.readAll(0, 100_000));
      const random = seededRandom(7);
      const mongo = testKernel.connect();
      const rows = mongo.collection<Row>(`view.${name}.v1-1`);
      const projection = viewOf(name);
      const view = await testKernel
        .store()
        .open({ name, generation: 'v1-1', indexes: projection.indexes, create: true });
      /** The view, with batches of which only the first writes arrive. */
      const cutting = Object.assign(Object.create(view) as View<object>, {
        commit: async (batch: ViewBatch<object>) => {
          const era = (await rows.findOne({ checkpoint: batch.from }))?.era ?? '';
          const writes = writesOf(batch, { era, id: 'cut off', now: new Date(), log: null });
          // At most all writes except the checkpoint.
          await rows.bulkWrite(writes.slice(0, 1 + Math.floor(random() * (writes.length - 1))));
          throw new Error('cut off');
        },
      });
      const fold = await ViewFold.of(projection, 'v1-1', view);
      const end = events.at(-1)?.position ?? 0;
      while (fold.position < end) {
        const batchOf = (size: number) =>
          events.filter(({ position }) => position > fold.position).slice(0, 1 + Math.floor(random() * size));
        const lost = batchOf(400);
        const doomed = await ViewFold.of(projection, 'v1-1', cutting);
        // A batch without changes is not written and cannot be interrupted.
        const [outcome] = await Promise.allSettled([doomed.handle(lost, lost.at(-1)?.position ?? end)]);
        expect(['cut off', 'nothing to write']).toContain(
          outcome.status === 'rejected' ? (outcome.reason as Error).message : 'nothing to write',
        );
        const batch = batchOf(400);
        await fold.handle(batch, batch.at(-1)?.position ?? end);
        await fold.flush();
      }
      expect(await view.parked()).toEqual([]);
      const expected = await testKernel.fold(projection);
      expect(await allDocuments(testKernel.store(), projection, 'v1-1')).toEqual(expected);
      const deleted = events.filter(({ type }) => type === deletion);
      expect(deleted.length).toBeGreaterThan(10);
    },
  );
});
