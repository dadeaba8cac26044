import type { KeyRing, PersonalKey } from '../../src/kernel/key-ring.js';

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

    const hex = (key: PersonalKey | undefined) => (key instanceof Buffer ? key.toString('hex') : key);

    it('makes a key of 32 bytes for each person, of their own, once', async () => {
      const ann = await ring.create('ann');
      expect(ann).toHaveLength(32);
      expect(hex(await ring.create('ann'))).toBe(hex(ann));
      expect(hex(await ring.create('bob'))).not.toBe(hex(ann));
    });

    it('gives everybody who asks at once the same key', async () => {
      const keys = await Promise.all(Array.from({ length: 20 }, () => ring.create('ann')));
      expect(new Set(keys.map(hex)).size).toBe(1);
    });

    it('finds the keys of those who have one, and makes none', async () => {
      const ann = await ring.create('ann');
      const found = await ring.find(['ann', 'nobody', 'ann']);
      expect([...found.keys()]).toEqual(['ann']);
      expect(hex(found.get('ann'))).toBe(hex(ann));
      expect((await ring.find(['nobody'])).size).toBe(0);
      expect((await ring.find([])).size).toBe(0);
    });

    it('destroys a key for good, and no other', async () => {
      await ring.create('ann');
      const bob = await ring.create('bob');
      await ring.destroy('ann');
      expect(await ring.create('ann')).toBe('destroyed');
      const found = await ring.find(['ann', 'bob']);
      expect(found.get('ann')).toBe('destroyed');
      expect(hex(found.get('bob'))).toBe(hex(bob));
    });

    it('keeps a tombstone for a person who never had a key, and destroys twice without complaint', async () => {
      await ring.destroy('ann');
      await ring.destroy('ann');
      expect(await ring.create('ann')).toBe('destroyed');
    });

    it('buries those whose key is unknown, and touches no key', async () => {
      const ann = await ring.create('ann');
      await ring.destroy('bob');
      expect(await ring.bury(['ann', 'bob', 'eve', 'eve', 'zoe'])).toBe(2);
      expect(await ring.bury(['eve'])).toBe(0);
      expect(await ring.bury([])).toBe(0);
      const found = await ring.find(['ann', 'bob', 'eve', 'zoe']);
      expect([...found].map(([person, key]) => [person, hex(key)]).sort()).toEqual([
        ['ann', hex(ann)],
        ['bob', 'destroyed'],
        ['eve', 'destroyed'],
        ['zoe', 'destroyed'],
      ]);
      expect(await ring.create('eve')).toBe('destroyed');
    });

    it('counts the people that it has known, those with a tombstone too', async () => {
      expect(await ring.size()).toBe(0);
      await ring.create('ann');
      await ring.create('ann');
      await ring.create('bob');
      await ring.destroy('bob');
      await ring.bury(['bob', 'eve']);
      expect(await ring.size()).toBe(3);
      await (await under.reopen()).create('zoe');
      expect(await (await under.reopen()).size()).toBe(4);
    });

    it('names the living keys of a kind, in their order', async () => {
      for (const key of [
        'network-2026-11-22',
        'network-2026-10-01',
        'network-2026-11-21',
        'networks',
        'ann',
      ]) {
        await ring.create(key);
      }
      await ring.destroy('network-2026-11-21');
      await ring.bury(['network-2026-09-01']);
      expect(await ring.living('network-')).toEqual(['network-2026-10-01', 'network-2026-11-22']);
      expect(await ring.living('nobody-')).toEqual([]);
    });

    it('remembers up to where the erased are dealt with, until it is given to a log', async () => {
      await ring.adopt('log-1');
      expect(await ring.erasedUpTo()).toBeNull();
      await ring.noteErasedUpTo(7);
      await ring.noteErasedUpTo(12);
      const again = await under.reopen();
      expect([await again.erasedUpTo(), await again.logId()]).toEqual([12, 'log-1']);
      await again.adopt('log-1');
      expect(await again.erasedUpTo()).toBeNull();
    });

    it('belongs to no log, then to the one that it was last given to', async () => {
      expect(await ring.logId()).toBeNull();
      await ring.adopt('log-1');
      await ring.adopt('log-2');
      expect(await ring.logId()).toBe('log-2');
      expect(await (await under.reopen()).logId()).toBe('log-2');
    });

    it('has keys and tombstones when it is opened again', async () => {
      const ann = await ring.create('ann');
      await ring.create('bob');
      await ring.destroy('bob');
      const again = await under.reopen();
      expect(hex(await again.create('ann'))).toBe(hex(ann));
      expect(await again.create('bob')).toBe('destroyed');
    });
  });
}
