import type { KeyRing } from '../../src/kernel/key-ring.js';

/** A ring to try, and how to open what it has written once more. */
export interface RingUnderTest {
  readonly ring: KeyRing;
  reopen(): Promise<KeyRing>;
  destroy(): Promise<void>;
}

/** What every KeyRing promises. */
export function keyRingContract(name: string, make: () => Promise<RingUnderTest>): void {
  describe(`key-ring: ${name}`, () => {
    let under: RingUnderTest;
    let ring: KeyRing;

    beforeEach(async () => {
      under = await make();
      ring = under.ring;
    });
    afterEach(() => under.destroy());

    const hex = (key: Buffer | null | undefined) => key?.toString('hex') ?? null;

    it('makes a key of 32 bytes for each person, of their own, once', async () => {
      const ann = await ring.obtain('ann');
      expect(ann).toHaveLength(32);
      expect(hex(await ring.obtain('ann'))).toBe(hex(ann));
      expect(hex(await ring.obtain('bob'))).not.toBe(hex(ann));
    });

    it('gives everybody who asks at once the same key', async () => {
      const keys = await Promise.all(Array.from({ length: 20 }, () => ring.obtain('ann')));
      expect(new Set(keys.map(hex)).size).toBe(1);
    });

    it('finds the keys of those who have one, and makes none', async () => {
      const ann = await ring.obtain('ann');
      const found = await ring.find(['ann', 'nobody', 'ann']);
      expect([...found.keys()]).toEqual(['ann']);
      expect(hex(found.get('ann'))).toBe(hex(ann));
      expect((await ring.find(['nobody'])).size).toBe(0);
      expect((await ring.find([])).size).toBe(0);
    });

    it('destroys a key for good, and no other', async () => {
      await ring.obtain('ann');
      const bob = await ring.obtain('bob');
      await ring.destroy('ann');
      expect(await ring.obtain('ann')).toBeNull();
      expect([...(await ring.find(['ann', 'bob'])).keys()]).toEqual(['bob']);
      expect(hex(await ring.obtain('bob'))).toBe(hex(bob));
    });

    it('keeps a tombstone for a person who never had a key, and destroys twice without complaint', async () => {
      await ring.destroy('ann');
      await ring.destroy('ann');
      expect(await ring.obtain('ann')).toBeNull();
    });

    it('has keys and tombstones when it is opened anew', async () => {
      const ann = await ring.obtain('ann');
      await ring.obtain('bob');
      await ring.destroy('bob');
      const again = await under.reopen();
      expect(hex(await again.obtain('ann'))).toBe(hex(ann));
      expect(await again.obtain('bob')).toBeNull();
    });
  });
}
