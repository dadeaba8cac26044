import {
  type DocumentStore,
  MissingGenerationError,
  type View,
  type ViewBatch,
} from '../../src/kernel/document-store.js';

interface Card {
  readonly title: string;
}

const NAME = 'cards';
const INDEXES = [{ fields: { title: 1 } }] as const;
const batch = (from: number, to: number, document: Card | null): ViewBatch<Card> => ({
  from,
  to,
  documents: [{ id: 'a', position: to, document }],
  parked: [],
});

/** The contract of every DocumentStore for the generations of a view. Starts with an empty store. */
export function documentGenerationsContract(storeUnderTest: () => DocumentStore): void {
  describe('the generations of a view', () => {
    let store: DocumentStore;
    let view: View<Card>;

    const open = (generation: string) =>
      store.open<Card>({ name: NAME, generation, indexes: INDEXES, create: true });

    beforeEach(async () => {
      store = storeUnderTest();
      view = await open('v1-1');
    });

    it('have separate documents and checkpoints', async () => {
      const next = await open('v2-1');
      await view.commit(batch(0, 5, { title: 'old' }));
      expect(await next.get('a')).toBeNull();
      expect(await next.checkpoint()).toBe(0);
      expect((await store.generations(NAME)).sort()).toEqual(['v1-1', 'v2-1']);
    });

    it('belong to one view only, even if names are similar', async () => {
      await store.open({ name: 'cards_old', generation: 'v9-1', indexes: [], create: true });
      await store.open({ name: 'card', generation: 'v8-1', indexes: [], create: true });
      expect(await store.generations(NAME)).toEqual(['v1-1']);
      expect(await store.generations('cards_old')).toEqual(['v9-1']);
      expect(await store.generations('nothing')).toEqual([]);
    });

    it('have a size, which a missing one has not', async () => {
      await view.commit(batch(0, 5, { title: 'a' }));
      // Files always have one. Some servers, such as the test server, do not tell the sizes of indexes.
      const untold = (await store.serverTime()) === null ? 0 : 1;
      expect((await store.sizeOf(NAME, 'v1-1')) ?? untold).toBeGreaterThan(0);
      expect((await store.sizeOf(NAME, 'v9-9')) ?? 0).toBe(0);
    });

    it('are deleted by drop, and are empty when opened again', async () => {
      await view.commit(batch(0, 5, { title: 'a' }));
      await view.close();
      await store.drop(NAME, 'v1-1');
      await store.drop(NAME, 'v1-1');
      expect(await store.generations(NAME)).toEqual([]);
      const again = await open('v1-1');
      expect(await again.checkpoint()).toBe(0);
      expect(await again.count({})).toBe(0);
    });

    it('are reported missing until created, never read as empty', async () => {
      const spec = { name: NAME, generation: 'v3-1', indexes: INDEXES };
      await expect(store.open(spec)).rejects.toBeInstanceOf(MissingGenerationError);
      expect(await store.generations(NAME)).toEqual(['v1-1']);
      await store.open({ ...spec, create: true });
      expect(await (await store.open(spec)).checkpoint()).toBe(0);
    });

    it.each<[string, (dropped: View<Card>) => Promise<unknown>]>([
      ['get', (dropped) => dropped.get('a')],
      ['getMany', (dropped) => dropped.getMany(['a', 'b'])],
      ['find', (dropped) => dropped.find({ limit: 5 })],
      ['count', (dropped) => dropped.count({})],
      ['checkpoint', (dropped) => dropped.checkpoint()],
      ['origin', (dropped) => dropped.origin()],
      ['parked', (dropped) => dropped.parked()],
      ['commit', (dropped) => dropped.commit(batch(5, 6, null))],
    ])('report to holders of an open view that it was dropped: %s', async (_, ask) => {
      await view.commit(batch(0, 5, { title: 'a' }));
      await store.drop(NAME, 'v1-1');
      await expect(ask(view)).rejects.toBeInstanceOf(MissingGenerationError);
    });

    it('are no longer listed after they are set aside; the pointer does not move', async () => {
      await view.commit(batch(0, 5, { title: 'a' }));
      await store.flip(NAME, null, 'v1-1');
      await store.setAside(NAME, 'v1-1');
      await store.setAside(NAME, 'v1-1');
      expect(await store.generations(NAME)).toEqual([]);
      expect(await store.current(NAME)).toBe('v1-1');
      await expect(view.get('a')).rejects.toBeInstanceOf(MissingGenerationError);
      const next = await open('v1-2');
      expect(await next.count({})).toBe(0);
      expect(await store.flip(NAME, 'v1-1', 'v1-2')).toBe(true);
    });

    it.each(['', '../evil', 'Evil', '1st', "a'b", 'a b', 'a.b', 'a/b', 'a\0b'])(
      'rejects the name %j',
      async (bad) => {
        await expect(
          store.open({ name: bad, generation: 'v1-1', indexes: [], create: true }),
        ).rejects.toThrow(RangeError);
        await expect(store.open({ name: NAME, generation: bad, indexes: [], create: true })).rejects.toThrow(
          RangeError,
        );
        await expect(store.drop(NAME, bad)).rejects.toThrow(RangeError);
        await expect(store.generations(bad)).rejects.toThrow(RangeError);
        await expect(store.current(bad)).rejects.toThrow(RangeError);
        await expect(store.flip(NAME, null, bad)).rejects.toThrow(RangeError);
        expect(await store.generations(NAME)).toEqual(['v1-1']);
      },
    );

    describe('the pointer', () => {
      it('knows the previous generation, for a rollback', async () => {
        await open('v2-1');
        expect(await store.previous(NAME)).toBeNull();
        await store.flip(NAME, null, 'v1-1');
        expect(await store.previous(NAME)).toBeNull();
        await store.flip(NAME, 'v1-1', 'v2-1');
        expect(await store.previous(NAME)).toBe('v1-1');
        await store.flip(NAME, 'v1-1', 'v2-1');
        expect(await store.previous(NAME)).toBe('v1-1');
        await store.flip(NAME, 'v2-1', 'v1-1');
        expect(await store.previous(NAME)).toBe('v2-1');
      });

      it('is null at first, and flips from its current value', async () => {
        await open('v2-1');
        expect(await store.current(NAME)).toBeNull();
        expect(await store.flip(NAME, null, 'v1-1')).toBe(true);
        expect(await store.flip(NAME, 'v1-1', 'v2-1')).toBe(true);
        expect(await store.current(NAME)).toBe('v2-1');
      });

      it('does not move when the expected value is wrong', async () => {
        await open('v2-1');
        expect(await store.flip(NAME, 'v2-1', 'v1-1')).toBe(false);
        expect(await store.current(NAME)).toBeNull();
        await store.flip(NAME, null, 'v1-1');
        expect(await store.flip(NAME, null, 'v2-1')).toBe(false);
        expect(await store.flip(NAME, 'v2-1', 'v2-1')).toBe(false);
        expect(await store.current(NAME)).toBe('v1-1');
      });

      it('never points at a missing generation', async () => {
        await expect(store.flip(NAME, null, 'v7-1')).rejects.toThrow('v7-1');
        expect(await store.current(NAME)).toBeNull();
      });
    });

    describe('keeping only live generations', () => {
      const generationsOf = async (of: string) => (await store.generations(of)).toSorted();

      it('keeps the current generations of the named views', async () => {
        await view.commit(batch(0, 5, { title: 'old' }));
        await store.flip(NAME, null, 'v1-1');
        const present = await open('v1-2');
        await present.commit(batch(0, 5, { title: 'now' }));
        await store.flip(NAME, 'v1-1', 'v1-2');
        await open('v2-1');
        await store.keepOnly([NAME]);
        expect(await generationsOf(NAME)).toEqual(['v1-2']);
        expect(await store.current(NAME)).toBe('v1-2');
        expect(await store.previous(NAME)).toBeNull();
        expect(await present.get('a')).toMatchObject({ title: 'now' });
        await present.commit(batch(5, 6, null));
        expect(await present.checkpoint()).toBe(6);
      });

      it('removes other views, even with similar names, and generations that no query reads', async () => {
        for (const other of ['cards_old', 'card', 'cards-too']) {
          await store.open({ name: other, generation: 'v1-1', indexes: INDEXES, create: true });
        }
        await store.flip('cards_old', null, 'v1-1');
        await store.flip('cards-too', null, 'v1-1');
        await store.keepOnly(['cards-too', 'card']);
        const left = await Promise.all([NAME, 'cards_old', 'card', 'cards-too'].map(generationsOf));
        expect(left).toEqual([[], [], [], ['v1-1']]);
        expect(await store.current('cards_old')).toBeNull();
        expect(await store.current('cards-too')).toBe('v1-1');
      });
    });
  });
}
