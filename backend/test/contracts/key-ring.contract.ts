import type { KeyRing, PersonalKey } from '../../src/kernel/key-ring.js';

/** The contract of every KeyRing. `open` opens the ring of the current test, which is empty at first. */
export function keyRingContract(name: string, open: () => KeyRing): void {
  describe(`key-ring: ${name}`, () => {
    let ring: KeyRing;

    beforeEach(() => {
      ring = open();
    });
    afterEach(() => ring.close());
    const reopen = async () => {
      await ring.close();
      ring = open();
      return ring;
    };

    const hex = (key: PersonalKey | undefined) => (key instanceof Buffer ? key.toString('hex') : key);

    it('creates one key of 32 bytes for each person (V11.2.3)', async () => {
      const ann = await ring.create('ann');
      expect(ann).toHaveLength(32);
      expect(hex(await ring.create('ann'))).toBe(hex(ann));
      expect(hex(await ring.create('bob'))).not.toBe(hex(ann));
    });

    it('returns the same key to all concurrent callers', async () => {
      const keys = await Promise.all(Array.from({ length: 20 }, () => ring.create('ann')));
      expect(new Set(keys.map(hex)).size).toBe(1);
    });

    it('finds existing keys and creates none', async () => {
      const ann = await ring.create('ann');
      const found = await ring.find(['ann', 'unknown', 'ann']);
      expect([...found.keys()]).toEqual(['ann']);
      expect(hex(found.get('ann'))).toBe(hex(ann));
      expect((await ring.find(['unknown'])).size).toBe(0);
      expect((await ring.find([])).size).toBe(0);
    });

    it('destroys one key permanently', async () => {
      await ring.create('ann');
      const bob = await ring.create('bob');
      await ring.destroy('ann');
      expect(await ring.create('ann')).toBe('destroyed');
      const found = await ring.find(['ann', 'bob']);
      expect(found.get('ann')).toBe('destroyed');
      expect(hex(found.get('bob'))).toBe(hex(bob));
    });

    it('destroys several keys at once, and leaves tombstones for people without one', async () => {
      for (const person of ['ann', 'bob']) await ring.create(person);
      const zoe = await ring.create('zoe');
      await ring.destroy('ann', 'bob', 'eve');
      const found = await ring.find(['ann', 'bob', 'eve', 'zoe']);
      expect(['ann', 'bob', 'eve', 'zoe'].map((person) => hex(found.get(person)))).toEqual([
        'destroyed',
        'destroyed',
        'destroyed',
        hex(zoe),
      ]);
    });

    it('keeps a tombstone for a person who never had a key, and can destroy twice', async () => {
      await ring.destroy('ann');
      await ring.destroy('ann');
      expect(await ring.create('ann')).toBe('destroyed');
    });

    it('writes tombstones for people without a key, and changes no key', async () => {
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

    it('sets a key aside: nobody has it, it is kept under another name, and is destroyed for good', async () => {
      const ann = await ring.create('ann');
      for (let turn = 0; turn < 2; turn += 1) await ring.setAside('ann');
      const again = await reopen();
      expect(await again.create('ann')).toBe('destroyed');
      expect(hex((await again.find(['held-ann'])).get('held-ann'))).toBe(hex(ann));
      expect(await again.living('held-')).toEqual(['held-ann']);
      await again.destroy('held-ann');
      await again.setAside('ann');
      expect([await again.living('held-'), await again.size()]).toEqual([[], 2]);
    });

    it('sets nothing aside for a person without a key', async () => {
      await ring.setAside('ann');
      expect([await ring.create('ann'), await ring.living('held-')]).toEqual(['destroyed', []]);
    });

    it('counts all people, including those with a tombstone', async () => {
      expect(await ring.size()).toBe(0);
      await ring.create('ann');
      await ring.create('ann');
      await ring.create('bob');
      await ring.destroy('bob');
      await ring.bury(['bob', 'eve']);
      expect(await ring.size()).toBe(3);
      await (await reopen()).create('zoe');
      expect(await (await reopen()).size()).toBe(4);
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
      const again = await reopen();
      expect([await again.erasedUpTo(), await again.logId()]).toEqual([12, 'log-1']);
      await again.adopt('log-1');
      expect(await again.erasedUpTo()).toBeNull();
    });

    it('belongs to no log at first, then to the log assigned last', async () => {
      expect(await ring.logId()).toBeNull();
      await ring.adopt('log-1');
      await ring.adopt('log-2');
      expect(await ring.logId()).toBe('log-2');
      expect(await (await reopen()).logId()).toBe('log-2');
    });

    it('has its keys and tombstones when reopened', async () => {
      const ann = await ring.create('ann');
      await ring.create('bob');
      await ring.destroy('bob');
      const again = await reopen();
      expect(hex(await again.create('ann'))).toBe(hex(ann));
      expect(await again.create('bob')).toBe('destroyed');
    });
  });
}
