import { ERASURES } from '../../src/composition/kernel.providers.js';
import { ErasedPeople } from '../../src/kernel/log/erased-people.js';
import { SCRUBBED } from '../../src/kernel/scrubber.js';
import { exampleData } from '../support/example-data.js';
import { useKernel } from '../support/test-kernel.js';

const testKernel = useKernel();

describe('the people who are erased and not scrubbed', () => {
  const erase = (accountId: string) =>
    testKernel.write(`account-${accountId}`, 'AccountDeleted', {
      accountId,
      emailHash: 'e',
      pictureId: null,
    });
  const parts: number[] = [];
  const found = async () => {
    const erased = new ErasedPeople(ERASURES, testKernel.storage);
    await erased.find((part) => parts.push(part));
    return ['ann', 'bob', 'eve'].filter(erased.has);
  };

  it('are found at a start, although their keys are destroyed', async () => {
    const { kernel, log } = testKernel.storage;
    await erase('ann');
    await kernel.moveCheckpoint(SCRUBBED, null, await log.head());
    await erase('bob');
    await erase('eve');
    await testKernel.storage.keys.destroy('bob');
    expect(await found()).toEqual(['bob', 'eve']);
    expect(parts).toEqual([1]);
    // They are still to be scrubbed.
    expect(await found()).toEqual(['bob', 'eve']);
  });

  it('are looked for once in a part of the log without any', async () => {
    const { kernel, log } = testKernel.storage;
    await erase('ann');
    const head = await log.head();
    await kernel.moveCheckpoint(SCRUBBED, null, head - 1);
    expect(await found()).toEqual(['ann']);
    await kernel.moveCheckpoint(SCRUBBED, head - 1, head);
    await testKernel.write('like-1', 'Liked', exampleData('Liked'));
    expect(await found()).toEqual([]);
    expect(await kernel.checkpoint(SCRUBBED)).toBe(await log.head());
  });

  it('are noted once, and then what was read before is dropped', () => {
    const erased = new ErasedPeople(ERASURES, testKernel.storage);
    let dropped = 0;
    erased.onErased = () => (dropped += 1);
    const event = { type: 'AccountDeleted', data: { accountId: 'ann' } };
    erased.see([{ type: 'Liked', data: {} }]);
    expect([dropped, erased.isEmpty]).toEqual([0, true]);
    erased.see([event, { type: 'AdminErased', data: { adminId: 'moe' } }]);
    erased.see([event, { type: 'AccountDeleted', data: 'not JSON of an object' }]);
    expect(dropped).toBe(1);
    expect(['ann', 'moe', 'bob', null].filter(erased.has)).toEqual(['ann', 'moe']);
  });
});
