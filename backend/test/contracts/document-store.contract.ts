import {
  CheckpointConflictError,
  type DocumentStore,
  type View,
  type ViewBatch,
} from '../../src/kernel/document-store.js';
import { documentBuildsContract } from './document-builds.contract.js';
import { documentGenerationsContract } from './document-generations.contract.js';
import { documentMergesContract } from './document-merges.contract.js';
import { documentQueriesContract } from './document-queries.contract.js';

interface Card {
  readonly title: string;
  readonly author?: { readonly id: string };
}

const NAME = 'cards';
const INDEXES = [{ fields: { title: 1 } }] as const;
const card = (title: string): Card => ({ title, author: { id: 'ann' } });
const batch = (from: number, to: number, documents: ViewBatch<Card>['documents'] = []): ViewBatch<Card> => ({
  from,
  to,
  documents,
  parked: [],
});

/**
 * The contract of every DocumentStore.
 * @param openStore opens the store of the current test, which is empty at first
 * @param isOnServer whether the documents are on a server, which has a clock of its own
 */
export function documentStoreContract(
  name: string,
  openStore: () => DocumentStore,
  { isOnServer }: { readonly isOnServer: boolean },
): void {
  describe(`document-store: ${name}`, () => {
    let store: DocumentStore;
    let view: View<Card>;

    const open = (generation: string, from = store) =>
      from.open<Card>({ name: NAME, generation, indexes: INDEXES, create: true });

    beforeEach(async () => {
      store = openStore();
      view = await open('v1-1');
    });
    afterEach(() => store.close());
    const reopen = async () => {
      await store.close();
      store = openStore();
      return store;
    };

    it('tells the time on the clock of its server, if there is one', async () => {
      const time = await store.serverTime();
      if (isOnServer) expect(Math.abs(Number(time) - Date.now())).toBeLessThan(60_000);
      else expect(time).toBeNull();
    });

    describe('documents', () => {
      it('returns a document unchanged, with its id and position', async () => {
        const document = {
          title: 'ä 🦶 "quoted"',
          list: [1, null, true],
          deep: { er: [{}] },
          half: 0.5,
          none: null,
        };
        await view.commit(batch(0, 7, [{ id: 'a', position: 7, document }]));
        expect(await view.get('a')).toEqual({ ...document, _id: 'a', _position: 7 });
      });

      it('returns null for a missing document', async () => {
        expect(await view.get('missing')).toBeNull();
      });

      it('returns the existing documents of many ids, by id', async () => {
        const documents = ['a', 'b', 'c'].map((id) => ({ id, position: 1, document: card(id) }));
        await view.commit(batch(0, 1, documents));
        const found = await view.getMany(['c', 'missing', 'a', 'a']);
        expect([...found.keys()].sort()).toEqual(['a', 'c']);
        expect(found.get('c')).toEqual({ ...card('c'), _id: 'c', _position: 1 });
        expect((await view.getMany([])).size).toBe(0);
      });

      it('accepts any string as an id', async () => {
        const ids = ["o'neil", '"quoted"', '%_*', 'ä/🦶', '../up', '1', 'null', ' '];
        const documents = ids.map((id) => ({ id, position: 1, document: card(id) }));
        await view.commit(batch(0, 1, documents));
        expect([...(await view.getMany(ids)).keys()].sort()).toEqual(ids.toSorted());
        for (const id of ids) expect(await view.get(id)).toEqual({ ...card(id), _id: id, _position: 1 });
      });

      it('returns 5,000 documents at once', async () => {
        const ids = Array.from({ length: 5000 }, (_, n) => `d${n}`);
        await view.commit(
          batch(
            0,
            1,
            ids.map((id) => ({ id, position: 1, document: card(id) })),
          ),
        );
        expect((await view.getMany(ids)).size).toBe(5000);
      });

      it('replaces the whole document with a later one', async () => {
        await view.commit(batch(0, 1, [{ id: 'a', position: 1, document: card('one') }]));
        await view.commit(batch(1, 2, [{ id: 'a', position: 2, document: { title: 'two' } }]));
        expect(await view.get('a')).toEqual({ title: 'two', _id: 'a', _position: 2 });
      });

      it.each([2, 1])(
        'keeps a document at position 2 when one at position %i is written',
        async (position) => {
          await view.commit(batch(0, 2, [{ id: 'a', position: 2, document: card('kept') }]));
          await view.commit(batch(2, 3, [{ id: 'a', position, document: card('stale') }]));
          await view.commit(batch(3, 4, [{ id: 'a', position, document: null }]));
          expect(await view.get('a')).toMatchObject({ title: 'kept', _position: 2 });
        },
      );

      it('deletes a document when null is written, and ignores a missing one', async () => {
        await view.commit(batch(0, 1, [{ id: 'a', position: 1, document: card('a') }]));
        const gone = ['a', 'missing'].map((id) => ({ id, position: 2, document: null }));
        await view.commit(batch(1, 2, gone));
        expect(await view.get('a')).toBeNull();
        expect(await view.count({})).toBe(0);
      });
    });

    describe('the checkpoint', () => {
      it('is 0 for a new view and moves with each batch, even an empty one', async () => {
        expect(await view.checkpoint()).toBe(0);
        await view.commit(batch(0, 5));
        await view.commit(batch(5, 9));
        expect(await view.checkpoint()).toBe(9);
      });

      it('rejects a batch from another checkpoint and writes nothing', async () => {
        await view.commit(batch(0, 5, [{ id: 'a', position: 5, document: card('kept') }]));
        const stale = {
          ...batch(3, 8, [
            { id: 'a', position: 8, document: card('other') },
            { id: 'b', position: 8, document: card('new') },
          ]),
          parked: [{ documentId: 'c', position: 8, eventType: 'Happened', error: 'no' }],
        };
        await expect(view.commit(stale)).rejects.toBeInstanceOf(CheckpointConflictError);
        expect(await view.checkpoint()).toBe(5);
        expect(await view.get('a')).toMatchObject({ title: 'kept' });
        expect(await view.get('b')).toBeNull();
        expect(await view.parked()).toEqual([]);
      });

      it('rejects a second projector of the same generation', async () => {
        const second = await open('v1-1');
        await view.commit(batch(0, 5, [{ id: 'a', position: 5, document: card('first') }]));
        const late = batch(0, 6, [{ id: 'a', position: 6, document: card('second') }]);
        await expect(second.commit(late)).rejects.toBeInstanceOf(CheckpointConflictError);
        expect(await second.get('a')).toMatchObject({ title: 'first' });
      });

      it('accepts only one of two concurrent batches', async () => {
        const second = await open('v1-1');
        const results = await Promise.allSettled([view.commit(batch(0, 1)), second.commit(batch(0, 2))]);
        expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      });

      it('does nothing when a batch is repeated', async () => {
        const once = batch(0, 5, [{ id: 'a', position: 5, document: card('a') }]);
        await view.commit(once);
        await expect(view.commit(once)).rejects.toBeInstanceOf(CheckpointConflictError);
        expect(await view.checkpoint()).toBe(5);
        expect(await view.count({})).toBe(1);
      });
    });

    describe('the origin', () => {
      const event = '0190c2a4-0000-7000-8000-000000000007';

      it('is unknown until a store that knows its log writes a batch with an event id', async () => {
        expect(await view.origin()).toBeNull();
        await view.commit({ ...batch(0, 5), event });
        expect(await view.origin()).toBeNull();
        store.log = 'one';
        await view.commit(batch(5, 6));
        expect(await view.origin()).toBeNull();
        await view.commit({ ...batch(6, 7), event });
        expect(await view.origin()).toEqual({ log: 'one', position: 7, eventId: event });
      });

      it('is kept by a batch without an event, and after the store is reopened', async () => {
        store.log = 'one';
        await view.commit({ ...batch(0, 5), event });
        await view.commit(batch(5, 9));
        const again = await (await reopen()).open({ name: NAME, generation: 'v1-1', indexes: INDEXES });
        expect(await again.origin()).toEqual({ log: 'one', position: 5, eventId: event });
        expect(await again.checkpoint()).toBe(9);
      });

      it('is kept when a batch is rejected', async () => {
        store.log = 'one';
        await expect(view.commit({ ...batch(3, 5), event })).rejects.toThrow(CheckpointConflictError);
        expect(await view.origin()).toBeNull();
      });
    });

    describe('parked documents', () => {
      const parked = (documentId: string, error: string) => ({
        documentId,
        position: 3,
        eventType: 'Rated',
        error,
      });

      it('are stored with the batch and keep their first reason', async () => {
        expect(await view.parked()).toEqual([]);
        await view.commit({ ...batch(0, 3), parked: [parked('a', 'boom'), parked('b', 'bang')] });
        await view.commit({ ...batch(3, 4), parked: [parked('a', 'later')] });
        const rows = (await view.parked()).toSorted((one, two) => (one.documentId < two.documentId ? -1 : 1));
        expect(rows).toEqual([parked('a', 'boom'), parked('b', 'bang')]);
      });
    });

    describe('a reopened store', () => {
      it('has its documents, checkpoint, parked rows and pointer', async () => {
        const parked = [{ documentId: 'b', position: 4, eventType: 'Rated', error: 'boom' }];
        await view.commit({ ...batch(0, 4, [{ id: 'a', position: 4, document: card('a') }]), parked });
        await store.flip(NAME, null, 'v1-1');
        const again = await reopen();
        const same = await again.open<Card>({ name: NAME, generation: 'v1-1', indexes: INDEXES });
        expect(await same.get('a')).toEqual({ ...card('a'), _id: 'a', _position: 4 });
        expect(await same.checkpoint()).toBe(4);
        expect(await same.parked()).toEqual(parked);
        expect(await again.current(NAME)).toBe('v1-1');
      });

      it('has the documents of a build', async () => {
        const build = await store.build({ name: NAME, generation: 'v2-1', indexes: INDEXES });
        await build.write([{ id: 'a', position: 1, body: JSON.stringify(card('a')), isNew: true }]);
        await build.finish({ checkpoint: 2, origin: null, parked: [] });
        await build.close();
        const built = await open('v2-1', await reopen());
        expect(await built.find({ where: { title: 'a' }, limit: 10 })).toHaveLength(1);
        expect(await built.checkpoint()).toBe(2);
      });
    });

    documentGenerationsContract(() => store);

    documentBuildsContract(() => store);

    documentQueriesContract(() => store);
    documentMergesContract(() => store);
  });
}
