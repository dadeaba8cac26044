import type { KernelStore } from '../../src/kernel/kernel-store.js';

/** The contract of every KernelStore. `open` opens the store of the current test, which is empty at first. */
export function kernelStoreContract(name: string, open: () => KernelStore): void {
  describe(`the kernel store in ${name}`, () => {
    let store: KernelStore;
    beforeEach(() => {
      store = open();
    });
    afterEach(() => store.close());
    const reopen = async () => {
      await store.close();
      store = open();
      return store;
    };

    it('returns the last version of a record, also after it was reopened', async () => {
      await store.put('parked', 'a', { n: 1, list: ['x', null] });
      await store.put('parked', 'a', { n: 2 });
      expect(await store.get('parked', 'a')).toEqual({ n: 2 });
      const reopened = await reopen();
      expect(await reopened.get('parked', 'a')).toEqual({ n: 2 });
    });

    it('returns null for records that were never put', async () => {
      expect(await store.get('parked', 'a')).toBeNull();
      expect(await store.list('parked')).toEqual([]);
      expect(await store.checkpoint('a')).toBeNull();
    });

    it('lists the records of one kind, ordered by key', async () => {
      await store.put('parked', 'b', { n: 2 });
      await store.put('parked', 'a', { n: 1 });
      await store.put('park', 'c', { n: 3 });
      await store.put('parked-too', 'd', { n: 4 });
      expect(await store.list('parked')).toEqual([
        { key: 'a', value: { n: 1 } },
        { key: 'b', value: { n: 2 } },
      ]);
    });

    it('writes many records of a kind and replaces earlier ones', async () => {
      await store.put('parked', 'a', { n: 1 });
      await store.putMany('parked', [
        { key: 'b', value: { n: 2 } },
        { key: 'a', value: { n: 3 } },
      ]);
      await store.putMany('parked', []);
      expect(await (await reopen()).list('parked')).toEqual([
        { key: 'a', value: { n: 3 } },
        { key: 'b', value: { n: 2 } },
      ]);
    });

    it('adds a record once', async () => {
      expect(await store.add('log', 'id', { n: 1 })).toBe(true);
      expect(await store.add('log', 'id', { n: 2 })).toBe(false);
      expect(await store.get('log', 'id')).toEqual({ n: 1 });
    });

    it('removes only the given record', async () => {
      await store.put('parked', 'a', { n: 1 });
      await store.put('parked', 'b', { n: 2 });
      await store.remove('parked', 'a');
      await store.remove('parked', 'missing');
      expect(await store.list('parked')).toEqual([{ key: 'b', value: { n: 2 } }]);
    });

    it('moves a checkpoint only from its current position', async () => {
      expect(await store.moveCheckpoint('a', 5, 6)).toBe(false);
      expect(await store.moveCheckpoint('a', null, 5)).toBe(true);
      expect(await store.moveCheckpoint('a', null, 6)).toBe(false);
      expect(await store.moveCheckpoint('a', 4, 6)).toBe(false);
      expect(await store.moveCheckpoint('a', 5, 6)).toBe(true);
      const reopened = await reopen();
      expect(await reopened.checkpoint('a')).toBe(6);
    });

    it('lets one of many moves from a position succeed, and one of many adds', async () => {
      const numbers = [1, 2, 3, 4, 5, 6, 7, 8];
      const moves = await Promise.all(numbers.map((to) => store.moveCheckpoint('a', null, to)));
      const adds = await Promise.all(numbers.map((n) => store.add('log', 'id', { n })));
      expect([moves, adds].map((all) => all.filter(Boolean))).toEqual([[true], [true]]);
      expect(await store.checkpoint('a')).toBe(numbers[moves.indexOf(true)]);
      expect(await store.get('log', 'id')).toEqual({ n: numbers[adds.indexOf(true)] });
    });

    it('fails a write alone, and as a whole', async () => {
      const broken = { toJSON: () => undefined };
      const writes = [
        store.put('parked', 'a', { n: 1 }),
        store.moveCheckpoint('a', null, 5),
        store.put('parked', 'b', broken),
        store.putMany('parked', [
          { key: 'c', value: { n: 3 } },
          { key: 'd', value: broken },
        ]),
        store.moveCheckpoint('b', 5, 6),
        store.add('parked', 'e', { n: 5 }),
      ];
      const results = await Promise.allSettled(writes);
      const values = results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'));
      expect(values).toEqual([undefined, true, 'failed', 'failed', false, true]);
      const reopened = await reopen();
      expect((await reopened.list('parked')).map(({ key }) => key)).toEqual(['a', 'e']);
      expect(await reopened.checkpoint('a')).toBe(5);
    });
  });
}
