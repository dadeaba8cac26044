import { ERASURES, HOLDS } from '../../src/composition/kernel.providers.js';
import { LoggedKeyErasures } from '../../src/kernel/log/logged-key-erasures.js';
import { useKernel } from '../support/test-kernel.js';

const logger = { info: () => undefined, error: () => undefined };

const testKernel = useKernel();

describe('keys of erased people', () => {
  let readAfter: number[];
  beforeEach(() => {
    readAfter = [];
  });

  const erasures = () => {
    const { codec, keys, log } = testKernel.storage;
    const head = () => log.head();
    const search = (types: readonly string[], after: number) => {
      readAfter.push(after);
      return log.search(types, after);
    };
    return new LoggedKeyErasures({ log: { search, head }, codec, keys }, ERASURES, HOLDS, logger);
  };
  const catchUp = (onProgress?: (part: number) => void) => erasures().catchUp(onProgress);
  const hold = (actId: string, ownerId: string) => {
    const data = {
      postId: `post-${actId}`,
      ownerId,
      actId,
      adminId: 'olga',
      reason: 'minor',
      note: 'Reported.',
    };
    return testKernel.write(`post-${data.postId}`, 'PostEscalated', data);
  };
  const lift = (actId: string, ownerId: string) => {
    const data = {
      postId: `post-${actId}`,
      ownerId,
      actId,
      adminId: 'olga',
      isPublic: false,
      because: 'Legal.',
    };
    return testKernel.write(`post-${data.postId}`, 'LegalHoldLifted', data);
  };
  const erase = (accountId: string) =>
    testKernel.write(`account-${accountId}`, 'AccountDeleted', {
      accountId,
      emailHash: 'e',
      pictureId: null,
    });
  const isDestroyed = async (person: string) =>
    (await testKernel.storage.keys.find([person])).get(person) === 'destroyed';

  it('are destroyed, other keys are kept, and unknown people get a tombstone', async () => {
    const { keys } = testKernel.storage;
    for (const person of ['ann', 'bob', 'eve']) await keys.create(person);
    for (const person of ['ann', 'eve', 'zoe']) await erase(person);
    await keys.destroy('eve');
    expect(await catchUp()).toBe(1);
    expect(await Promise.all(['ann', 'bob', 'eve', 'zoe'].map(isDestroyed))).toEqual([
      true,
      false,
      true,
      true,
    ]);
    expect(await catchUp()).toBe(0);
  });

  it('are destroyed by one call for a part of the log, because each call syncs', async () => {
    const { keys } = testKernel.storage;
    for (const person of ['ann', 'bob', 'eve']) {
      await keys.create(person);
      await erase(person);
    }
    const destroyed: (readonly string[])[] = [];
    const destroy = keys.destroy.bind(keys);
    keys.destroy = (...people) => {
      destroyed.push(people);
      return destroy(...people);
    };
    expect(await catchUp()).toBe(3);
    expect(destroyed).toEqual([['ann', 'bob', 'eve']]);
  });

  it('include those of admins', async () => {
    await testKernel.storage.keys.create('olga');
    await testKernel.write('admin-olga', 'AdminErased', { adminId: 'olga' });
    expect(await catchUp()).toBe(1);
    expect(await isDestroyed('olga')).toBe(true);
  });

  it('are searched from the recorded position on, or from the start if there is none', async () => {
    const { keys } = testKernel.storage;
    await keys.create('ann');
    await erase('ann');
    const end = await testKernel.write('week-2026-W47', 'WeekReopened', { week: '2026-W47', closing: 'c' });
    await catchUp();
    expect([readAfter[0], await keys.erasedUpTo()]).toEqual([0, end]);
    readAfter = [];
    await catchUp();
    expect(readAfter).toEqual([end]);
    // The position in an earlier copy.
    await keys.noteErasedUpTo(0);
    readAfter = [];
    await catchUp();
    expect(readAfter[0]).toBe(0);
  });

  it('report the progress of the search through a long log', async () => {
    const { keys, log } = testKernel.storage;
    const search = log.search.bind(log);
    log.search = async (types, after) => {
      const found = await search(types, after);
      return found && { ...found, to: Math.min(found.to, after + 1) };
    };
    for (const person of ['ann', 'bob', 'eve', 'zoe']) await erase(person);
    const parts: number[] = [];
    await catchUp((part) => parts.push(part));
    expect(parts).toEqual([0.25, 0.5, 0.75, 1]);
    expect(await keys.erasedUpTo()).toBe(4);
  });

  it('are searched again from the same position after a failure', async () => {
    const { keys } = testKernel.storage;
    await keys.create('ann');
    await erase('ann');
    const destroy = keys.destroy.bind(keys);
    keys.destroy = () => Promise.reject(new Error('the disk is full'));
    await expect(catchUp()).rejects.toThrow('the disk is full');
    expect(await keys.erasedUpTo()).toBeNull();
    keys.destroy = destroy;
    expect(await catchUp()).toBe(1);
  });

  describe('under a legal hold', () => {
    const waiting = () => testKernel.storage.keys.living('held-');
    beforeEach(async () => {
      for (const person of ['ann', 'bob', 'olga']) await testKernel.storage.keys.create(person);
    });

    it('are set aside at once, and destroyed when the last hold is lifted', async () => {
      const { keys } = testKernel.storage;
      const key = (await keys.find(['ann'])).get('ann');
      await hold('one', 'ann');
      await hold('two', 'ann');
      const all = erasures();
      await all.erase('ann', 'bob');
      expect([await isDestroyed('ann'), await isDestroyed('bob'), await waiting()]).toEqual([
        true,
        true,
        ['held-ann'],
      ]);
      expect((await keys.find(['held-ann'])).get('held-ann')).toEqual(key);
      await lift('two', 'ann');
      expect([await all.release(), await waiting()]).toEqual([0, ['held-ann']]);
      await lift('one', 'ann');
      expect([await all.release(), await isDestroyed('held-ann'), await waiting()]).toEqual([1, true, []]);
      expect(await all.release()).toBe(0);
    });

    it('wait in a start after the erasure, too, which finds a lifted hold in an earlier copy of the keys', async () => {
      await hold('one', 'ann');
      await erase('ann');
      await erase('bob');
      expect([await catchUp(), await waiting()]).toEqual([2, ['held-ann']]);
      await lift('one', 'ann');
      expect([await erasures().release(), await waiting()]).toEqual([1, []]);
    });

    it('are destroyed at once where the hold was lifted before, or is about another person', async () => {
      await hold('one', 'ann');
      await lift('one', 'ann');
      await hold('two', 'bob');
      await erasures().erase('ann');
      expect([await isDestroyed('ann'), await waiting()]).toEqual([true, []]);
    });
  });
});
