import { SqliteDocumentStore } from '../../src/infrastructure/document-store/sqlite-document-store.js';
import { CheckpointConflictError, type View } from '../../src/kernel/document-store.js';
import type { Recorded } from '../../src/kernel/event.js';
import { ViewFold } from '../../src/kernel/views/view-fold.js';
import { type Tally, tally } from '../support/tally.js';
import { looseProjection } from '../support/test-kernel.js';
import { useFolder } from '../support/folder.js';

const strict = tally({
  check: ({ accountId }) => {
    if (accountId === 'breaks') throw new Error('cannot be folded');
  },
});

const event = (position: number, type: string, data: object): Recorded =>
  ({ id: `e${position}`, stream: 'story', revision: position, position, type, data }) as unknown as Recorded;
const claim = (position: number, usernameHash: string, accountId = 'somebody') =>
  event(position, 'UsernameClaimed', { usernameHash, accountId });
const other = (position: number) => event(position, 'EmailClaimed', {});

const folder = useFolder();

describe('the fold of a view', () => {
  let store: SqliteDocumentStore;
  let view: View<Tally>;
  beforeEach(async () => {
    store = new SqliteDocumentStore(folder);
    view = await store.open<Tally>({ name: 'tally', generation: 'v1-1', indexes: [], create: true });
  });
  afterEach(() => store.close());

  const fold = () => ViewFold.of(strict, 'v1-1', view as unknown as View<object>);
  const stored = (position: number) => ({ count: position, _id: 'ada', _position: position });
  /** The calls of the watch, each with the document that is stored at that moment. */
  const watched = (folding: ViewFold) => {
    const told: { what: string; change?: object | undefined; has?: Promise<object | null> }[] = [];
    folding.watch = {
      expect: ([change]) => void told.push({ what: 'expect', change, has: view.get('ada') }),
      settle: () => void told.push({ what: 'settle', has: view.get('ada') }),
      clear: () => void told.push({ what: 'clear' }),
    };
    return told;
  };

  it('stores the changes of a batch together with its checkpoint', async () => {
    const folding = await fold();
    expect(folding.position).toBe(0);
    await folding.handle([claim(1, 'ada'), other(2), claim(3, 'ada')], 4);
    expect(folding.position).toBe(4);
    expect(await view.checkpoint()).toBe(4);
    expect(await view.get('ada')).toEqual({ count: 2, _id: 'ada', _position: 3 });
  });

  it('continues from the checkpoint of the view, and counts a repeated batch once', async () => {
    await (await fold()).handle([claim(1, 'ada')], 1);
    const again = await fold();
    expect(again.position).toBe(1);
    await again.handle([claim(1, 'ada')], 1);
    await again.handle([claim(1, 'ada'), claim(2, 'ada')], 2);
    expect(await view.get('ada')).toMatchObject({ count: 2 });
  });

  it('stores the checkpoint of batches without changes only now and then, and on request', async () => {
    const folding = await fold();
    for (let to = 1; to < 100; to += 1) await folding.handle([other(to)], to);
    expect([folding.position, await view.checkpoint()]).toEqual([99, 0]);
    await folding.handle([other(100)], 100);
    expect(await view.checkpoint()).toBe(100);
    await folding.handle([other(101)], 101);
    expect(await view.checkpoint()).toBe(100);
    await folding.flush();
    expect(await view.checkpoint()).toBe(101);
  });

  it('does not store the checkpoint of events that it hears and that change nothing', async () => {
    const deaf = looseProjection<Tally>({
      name: 'tally',
      on: { UsernameClaimed: { ids: () => ['ada'], fold: (document) => document } },
    });
    const folding = await ViewFold.of(deaf, 'v1-1', view as unknown as View<object>);
    await folding.handle([claim(1, 'ada')], 1);
    expect([folding.position, await view.checkpoint()]).toEqual([1, 0]);
    await folding.flush();
    expect(await view.checkpoint()).toBe(1);
  });

  it('restarts the count of batches without changes after a change', async () => {
    const folding = await fold();
    for (let to = 1; to < 100; to += 1) await folding.handle([other(to)], to);
    await folding.handle([claim(100, 'ada')], 100);
    await folding.handle([other(101)], 101);
    expect(await view.checkpoint()).toBe(100);
  });

  it('writes nothing when there is nothing to flush', async () => {
    const folding = await fold();
    await folding.handle([claim(1, 'ada')], 1);
    await view.commit({ from: 1, to: 5, documents: [], parked: [] });
    await folding.flush();
    expect(await view.checkpoint()).toBe(5);
  });

  it('parks a document permanently, in this fold and every later one', async () => {
    const folding = await fold();
    await folding.handle([claim(1, 'ada'), claim(1, 'bob')], 1);
    await folding.handle([claim(2, 'ada', 'breaks'), claim(2, 'bob')], 2);
    expect(folding.parked).toBe(1);
    await folding.handle([claim(3, 'ada'), claim(3, 'bob')], 3);
    const next = await fold();
    expect(next.parked).toBe(1);
    await next.handle([claim(4, 'ada'), claim(4, 'bob')], 4);
    expect(await view.get('ada')).toMatchObject({ count: 1, _position: 1 });
    expect(await view.get('bob')).toMatchObject({ count: 4, _position: 4 });
    expect(await view.parked()).toEqual([
      { documentId: 'ada', position: 2, eventType: 'UsernameClaimed', error: 'cannot be folded' },
    ]);
  });

  it('tells of changes before and after the store commits them', async () => {
    const folding = await fold();
    const told = watched(folding);
    await folding.handle([claim(1, 'ada')], 1);
    await folding.handle([claim(2, 'ada')], 2);
    const first = { id: 'ada', position: 1, before: null, document: { count: 1 } };
    const second = { id: 'ada', position: 2, before: stored(1), document: { count: 2 } };
    expect(await Promise.all(told.map(async ({ what, change, has }) => [what, change, await has]))).toEqual([
      ['expect', first, null],
      ['settle', undefined, stored(1)],
      ['expect', second, stored(1)],
      ['settle', undefined, stored(2)],
    ]);
  });

  it('takes everything for changed from a failure until the next batch is committed', async () => {
    const folding = await fold();
    const { commit } = view;
    view.commit = async (batch) => {
      await commit.call(view, batch);
      throw new Error('no answer');
    };
    const told = watched(folding);
    await expect(folding.handle([claim(1, 'ada')], 1)).rejects.toThrow('no answer');
    expect(told.map(({ what }) => what)).toEqual(['expect', 'clear']);
    told.length = 0;
    view.commit = commit;
    await folding.handle([claim(1, 'ada'), claim(2, 'bob')], 2);
    expect(told.map(({ what }) => what)).toEqual(['clear', 'expect', 'settle', 'clear']);
    told.length = 0;
    await folding.handle([claim(3, 'bob')], 3);
    expect(told.map(({ what }) => what)).toEqual(['expect', 'settle']);
  });

  it('stops when another one has moved the checkpoint, and continues from it once it has read it again', async () => {
    const slower = await fold();
    await slower.handle([claim(1, 'ada')], 1);
    const faster = await fold();
    await faster.handle([claim(2, 'bob', 'breaks')], 2);
    await expect(slower.handle([claim(2, 'ada')], 2)).rejects.toBeInstanceOf(CheckpointConflictError);
    expect(await view.get('ada')).toMatchObject({ count: 1 });
    await slower.handle([claim(2, 'ada'), claim(3, 'ada'), claim(3, 'bob')], 3);
    expect([slower.position, slower.parked]).toEqual([3, 1]);
    expect(await view.get('ada')).toMatchObject({ count: 2 });
    expect(await view.get('bob')).toBeNull();
    expect(await view.checkpoint()).toBe(3);
  });
});
