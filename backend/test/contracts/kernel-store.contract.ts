import type { KernelStore } from '../../src/kernel/kernel-store.js';

/** A store under test; `reopen` closes it and opens its data again. */
export interface KernelStoreUnderTest {
  readonly store: KernelStore;
  reopen(): Promise<KernelStore>;
  destroy(): Promise<void>;
}

/** The contract of every KernelStore. */
export function kernelStoreContract(name: string, make: () => Promise<KernelStoreUnderTest>): void {
  describe(`the kernel store in ${name}`, () => {
    let under: KernelStoreUnderTest;
    let store: KernelStore;
    beforeEach(async () => {
      under = await make();
      ({ store } = under);
    });
    afterEach(() => under.destroy());

    it('returns the last version of a record, also after it was reopened', async () => {
      await store.put('parked', 'a', { n: 1, list: ['x', null] });
      await store.put('parked', 'a', { n: 2 });
      expect(await store.get('parked', 'a')).toEqual({ n: 2 });
      const reopened = await under.reopen();
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
      expect(await (await under.reopen()).list('parked')).toEqual([
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
      const reopened = await under.reopen();
      expect(await reopened.checkpoint('a')).toBe(6);
    });
  });
}
