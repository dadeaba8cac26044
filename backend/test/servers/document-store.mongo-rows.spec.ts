import { CheckpointConflictError, MissingGenerationError } from '../../src/kernel/document-store.js';
import { MongoDocumentStore } from '../../src/infrastructure/document-store/mongo-document-store.js';
import { type Row, writesOf } from '../../src/infrastructure/document-store/mongo-row.js';
import { MongoView } from '../../src/infrastructure/document-store/mongo-view.js';
import { LimitedCollection } from '../../src/infrastructure/mongo/limited-collection.js';
import type { Filter } from '../../src/kernel/query.js';
import { projections } from '../../src/projections/projections.js';
import { useMongo } from '../support/mongo/use-mongo.js';

const SPEC = {
  name: 'cards',
  generation: 'v1-1',
  indexes: [{ fields: { 'author.id': 1, title: -1 } }],
  create: true,
} as const;
const DAY = 24 * 3_600_000;
const NO_SUCH_COMMAND = 59;

/** The stages of MongoDB's query plan, or the error code when it does not explain. */
function outcomeOf(plans: readonly object[] | number | undefined): string {
  if (plans === NO_SUCH_COMMAND) return 'not explained';
  const winners = JSON.stringify([plans].flat().map((plan) => Object(plan).queryPlanner?.winningPlan));
  return winners.includes('"IXSCAN"') && !/"(?:SORT|COLLSCAN)"/.test(winners)
    ? 'in the order of an index'
    : winners;
}

describe('MongoDocumentStore', () => {
  const under = useMongo();
  let now: Date;
  let store: MongoDocumentStore;

  beforeEach(() => {
    now = new Date('2026-11-21T12:00:00.000Z');
    store = new MongoDocumentStore(under.mongo, () => now);
  });

  const rows = () => under.mongo.collection<Row>('view.cards.v1-1');
  const batch = (from: number, to: number, documents: readonly [string, number, object | null][]) => ({
    from,
    to,
    documents: documents.map(([id, position, document]) => ({ id, position, document })),
    parked: [],
  });

  it('keeps a deleted document deleted when an earlier batch arrives late', async () => {
    const view = await store.open(SPEC);
    await view.commit(batch(0, 3, [['a', 3, { title: 'old' }]]));
    await view.commit(batch(3, 5, [['a', 5, null]]));
    // Only its fence can detect that it is late; here it has already passed the fence.
    await rows().bulkWrite(
      [
        ...writesOf(batch(0, 4, [['a', 4, { title: 'late' }]]), { era: 'era', id: 'batch', now, log: null }),
      ].slice(1),
    );
    expect(await view.get('a')).toBeNull();
    expect((await view.getMany(['a'])).size).toBe(0);
    expect(await view.find({ limit: 10 })).toEqual([]);
    expect(await view.count({ title: { $ne: 'x' } })).toBe(0);
    await view.commit(batch(5, 6, [['a', 6, { title: 'new' }]]));
    expect(await view.get('a')).toEqual({ title: 'new', _id: 'a', _position: 6 });
  });

  it('opens a generation that another process creates between two reads', async () => {
    let reads = 0;
    const creating = new Proxy(rows(), {
      get(target, name) {
        if (name !== 'findOne') return Reflect.get(target, name, target);
        return async (...query: Parameters<typeof target.findOne>) => {
          reads += 1;
          // After the read that found no checkpoint.
          if (reads === 2) await store.open(SPEC);
          return target.findOne(...query);
        };
      },
    });
    const limited = new LimitedCollection<Row>(under.mongo, 'view.cards.v1-1');
    limited.call = (work) => under.mongo.call(() => work(creating, { maxTimeMS: under.mongo.timeout }));
    const parts = { indexes: [], now: () => now, store: { log: null } };
    const view = await MongoView.begin({ ...parts, rows: limited, label: 'cards v1-1' });
    expect(reads).toBe(3);
    expect(await view.checkpoint()).toBe(0);
  });

  it('deletes only tombstones older than a day', async () => {
    const view = await store.open(SPEC);
    await view.commit(
      batch(0, 3, [
        ['a', 3, { title: 'a' }],
        ['b', 3, null],
      ]),
    );
    const tombstones = () => rows().countDocuments({ 'state.deletedAt': { $exists: true } });
    now = new Date(now.getTime() + DAY);
    await store.open(SPEC);
    expect(await tombstones()).toBe(1);
    now = new Date(now.getTime() + 1);
    await store.open(SPEC);
    expect(await tombstones()).toBe(0);
    expect(await view.get('a')).toMatchObject({ title: 'a' });
    expect(await view.checkpoint()).toBe(3);
  });

  it('keeps a tombstone that the checkpoint has not reached', async () => {
    const view = await store.open(SPEC);
    await rows().bulkWrite(
      [...writesOf(batch(0, 3, [['b', 3, null]]), { era: 'era', id: 'batch', now, log: null })].slice(1),
    );
    now = new Date(now.getTime() + 2 * DAY);
    await view.sweep();
    expect(await rows().countDocuments({ _id: 'b' })).toBe(1);
  });

  it('rejects a batch for a dropped generation, which is empty when created again', async () => {
    const view = await store.open(SPEC);
    await view.commit(batch(0, 3, [['a', 3, { title: 'a' }]]));
    await store.drop(SPEC.name, SPEC.generation);
    const late = batch(3, 4, [['a', 4, { title: 'late' }]]);
    await expect(view.commit(late)).rejects.toBeInstanceOf(MissingGenerationError);
    const again = await store.open(SPEC);
    expect(await again.checkpoint()).toBe(0);
    await expect(view.commit(batch(0, 4, []))).rejects.toBeInstanceOf(MissingGenerationError);
    await again.commit(batch(0, 1, []));
    expect(await again.checkpoint()).toBe(1);
  });

  it('accepts a batch that the driver has sent twice, as it does after a broken connection', async () => {
    const view = await store.open(SPEC);
    const twice = batch(0, 3, [['a', 3, { title: 'a' }]]);
    const ids = jest.spyOn(crypto, 'randomUUID').mockReturnValue('00000000-0000-4000-8000-000000000001');
    await view.commit(twice);
    await view.commit(twice);
    ids.mockRestore();
    await expect(view.commit(twice)).rejects.toBeInstanceOf(CheckpointConflictError);
    expect(await view.checkpoint()).toBe(3);
  });

  it('returns documents as JSON would, like SQLite', async () => {
    const view = await store.open<object>(SPEC);
    const document = {
      zero: -0,
      gone: undefined,
      list: [undefined, Number.NaN],
      at: new Date(0),
      big: 2 ** 53 - 1,
    };
    await view.commit(batch(0, 1, [['a', 1, document]]));
    expect(await view.get('a')).toEqual({
      zero: 0,
      list: [null, null],
      at: '1970-01-01T00:00:00.000Z',
      big: 2 ** 53 - 1,
      _id: 'a',
      _position: 1,
    });
  });

  it('creates the declared indexes with the id at the end, and drops others; a build creates them at its end', async () => {
    const names = async () => (await rows().indexes()).map(({ name }) => name).sort();
    const build = await store.build(SPEC);
    expect(await names()).toEqual(['_id_']);
    await build.finish({ checkpoint: 1, origin: null, parked: [] });
    expect(await names()).toEqual(['_id_', 'by author.id, title DESC, _id DESC', 'tombstones']);
    const keys = (await rows().indexes()).map(({ key }) => key);
    expect(keys).toContainEqual({ 'state.document.author.id': 1, 'state.document.title': -1, _id: -1 });
    await store.open({ ...SPEC, indexes: [{ fields: { title: 1 } }] });
    expect(await names()).toEqual(['_id_', 'by title, _id', 'tombstones']);
  });

  it('names another index that has the name of one of a view', async () => {
    await rows().createIndexes([{ name: 'tombstones', key: { 'state.position': 1 } }]);
    await expect(store.open(SPEC)).rejects.toThrow(
      'drop it, db.getCollection("view.cards.v1-1").dropIndex("tombstones"), and start again',
    );
  });

  it.each(['.*', '^a', 'a$', '\\\\', '[b]', '(c)', '{1}', 'a|b', '+?', '/', 'line\nbreak', 'nul\0byte'])(
    'searches %j literally',
    async (text) => {
      const view = await store.open<object>(SPEC);
      await view.commit(
        batch(0, 1, [
          ['has', 1, { title: `<${text}>` }],
          ['has not', 1, { title: 'a b c 1' }],
        ]),
      );
      const ids = async (where: Filter) => (await view.find({ where, limit: 9 })).map(({ _id }) => _id);
      expect(await ids({ title: { $contains: text } })).toEqual(['has']);
      expect(await ids({ title: { $prefix: `<${text}` } })).toEqual(['has']);
    },
  );

  it('uses an index for every list of every view, if the server explains plans', async () => {
    const outcomes = new Set<string>();
    for (const { name, version, indexes } of projections) {
      const view = await store.open({ name, generation: `v${version}-1`, indexes, create: true });
      for (const { fields } of indexes) {
        const names = Object.keys(fields);
        const last = names.at(-1) as string;
        const where = Object.fromEntries(names.slice(0, -1).map((field) => [field, 'x']));
        const plans = await view
          .planOf({ where, sort: { [last]: fields[last] as 1 | -1 }, limit: 100 })
          .catch((error: { code?: number }) => error.code);
        outcomes.add(outcomeOf(plans));
      }
    }
    // If it does not explain plans, index-coverage.spec.ts must suffice.
    expect([...outcomes]).toEqual([under.server.isReal ? 'in the order of an index' : 'not explained']);
  });
});
