import type { BulkDocument, BulkView, DocumentStore } from '../../src/kernel/document-store.js';

interface Card {
  readonly title: string;
}

const SPEC = { name: 'cards', generation: 'v2-1', indexes: [{ fields: { title: 1 } }] } as const;
const ORIGIN = { log: 'some-log', position: 9, eventId: 'the-last' };

const written = (id: string, position: number, title: string): BulkDocument => ({
  id,
  position,
  body: JSON.stringify({ title }),
  isNew: true,
});
const again = (document: BulkDocument): BulkDocument => ({ ...document, isNew: false });
const removed = (id: string, position: number): BulkDocument => ({ id, position, body: null, isNew: false });

/** The contract of every DocumentStore for building a generation. Starts with an empty store. */
export function documentBuildsContract(storeUnderTest: () => DocumentStore): void {
  describe('building a generation', () => {
    let store: DocumentStore;
    let build: BulkView;

    beforeEach(async () => {
      store = storeUnderTest();
      build = await store.build(SPEC);
    });

    const finished = async () => {
      const parked = [{ documentId: 'p', position: 3, eventType: 'Moved', error: 'too far' }];
      await build.finish({ checkpoint: 9, origin: ORIGIN, parked });
      await build.close();
      return store.open<Card>(SPEC);
    };

    it('makes its documents, indexes, parked documents, checkpoint and origin available when opened', async () => {
      await build.write([written('b', 2, 'two'), written('a', 1, 'one')]);
      const view = await finished();
      expect(await view.find({ sort: { title: -1 }, limit: 10 })).toEqual([
        { _id: 'b', _position: 2, title: 'two' },
        { _id: 'a', _position: 1, title: 'one' },
      ]);
      expect(await view.checkpoint()).toBe(9);
      expect(await view.origin()).toEqual(ORIGIN);
      expect(await view.parked()).toEqual([
        { documentId: 'p', position: 3, eventType: 'Moved', error: 'too far' },
      ]);
    });

    it('applies writes in the order of the calls, awaited or not', async () => {
      await Promise.all([
        build.write([written('a', 1, 'one'), written('b', 1, 'gone'), written('c', 1, 'back')]),
        build.write([again(written('a', 2, 'two')), removed('b', 2), removed('c', 2)]),
        build.write([again(written('a', 3, 'three')), written('c', 3, 'here')]),
      ]);
      const view = await finished();
      expect(
        [...(await view.getMany(['a', 'b', 'c'])).values()].toSorted(
          (one, other) => one._position - other._position || one._id.localeCompare(other._id),
        ),
      ).toEqual([
        { _id: 'a', _position: 3, title: 'three' },
        { _id: 'c', _position: 3, title: 'here' },
      ]);
    });

    it('replaces and removes documents written before', async () => {
      await build.write([written('a', 1, 'one'), written('b', 1, 'two')]);
      await build.write([again(written('a', 2, 'changed')), removed('b', 2)]);
      const view = await finished();
      expect(await view.get('a')).toEqual({ _id: 'a', _position: 2, title: 'changed' });
      expect(await view.get('b')).toBeNull();
    });

    it('returns the written documents, and nothing for unknown ids', async () => {
      const documents = [written('a', 1, 'Åsa 👣'), written('b', 2, 'two')];
      await build.write(documents);
      const read = await build.read(['b', 'a', 'c']);
      expect(read.toSorted((one, other) => one.position - other.position)).toEqual(
        documents.map(({ id, position, body }) => ({ id, position, body })),
      );
    });

    it('replaces an interrupted build of the same name', async () => {
      await build.write([written('a', 1, 'half')]);
      await build.close();
      build = await store.build(SPEC);
      const view = await finished();
      expect(await view.count({})).toBe(0);
      expect(await view.checkpoint()).toBe(9);
    });

    it('continues with live batches after the build', async () => {
      await build.write([written('a', 9, 'built')]);
      const view = await finished();
      const documents = [{ id: 'a', position: 10, document: { title: 'live' } }];
      await view.commit({ from: 9, to: 10, documents, parked: [] });
      expect(await view.get('a')).toEqual({ _id: 'a', _position: 10, title: 'live' });
    });
  });
}
