import { buildViews } from '../../src/kernel/views/build-views.js';
import type { Builder, Projector } from '../../src/kernel/views/projector.js';
import { type Tally, claim, tally } from '../support/tally.js';
import { openedIn, useKernel } from '../support/test-kernel.js';

const testKernel = useKernel();

describe('a view of the past', () => {
  let projector: Projector;
  afterEach(() => projector.stop());

  const start = async (build?: Builder) => {
    ({ projector } = testKernel.projector([tally()], build));
    await projector.start();
  };
  const countBefore = (position: number) =>
    projector.past.read(tally(), position, async (view) => ((await view.get('ada')) as Tally | null)?.count);
  const generations = async () => (await testKernel.storage.store.generations('tally')).toSorted();

  it('has the events before a position, and is removed once it is read', async () => {
    const open = openedIn(testKernel.storage.store);
    await start();
    const positions: number[] = [];
    for (let count = 0; count < 3; count += 1) positions.push(await claim(testKernel, 'ada'));
    const [first = 0, second = 0, third = 0] = positions;
    expect(await countBefore(first)).toBeUndefined();
    expect(await countBefore(second)).toBe(1);
    expect(await countBefore(third + 1)).toBe(3);
    expect(await generations()).toEqual(['v1-1']);
    expect(open()).toEqual(['tally v1-1']);
    expect(projector.health()).toMatchObject([{ state: 'live', generation: 'v1-1' }]);
  });

  it('stays while it is read, whatever is switched meanwhile', async () => {
    await start();
    const end = await claim(testKernel, 'ada');
    projector.trials.begin('tally');
    await projector.trials.settled('tally');
    const count = await projector.past.read(tally(), end + 1, async (view) => {
      await projector.trials.accept('tally');
      return ((await view.get('ada')) as Tally | null)?.count;
    });
    expect(count).toBe(1);
    expect(await generations()).toEqual(['v1-1', 'v1-2']);
  });

  it('is stopped by an erasure, leaves nothing, and can be built again', async () => {
    let begun = (): void => undefined;
    const building = new Promise<void>((resolve) => {
      begun = resolve;
    });
    await start(async (builds, watch, before = null) => {
      await buildViews(testKernel.storage, builds, () => undefined, { before });
      if (before === null) return;
      begun();
      await new Promise((_, reject) => {
        watch?.signal?.addEventListener('abort', () => reject(new Error('killed')));
      });
    });
    const end = await claim(testKernel, 'ada');
    const both = Promise.allSettled([countBefore(end), countBefore(end)]);
    await building;
    const { erasures } = projector.past;
    await projector.scrub();
    expect(await both).toMatchObject([
      { reason: { message: 'killed' } },
      { reason: { message: 'the build was stopped' } },
    ]);
    expect(projector.past.erasures).toBe(erasures + 1);
    expect(await generations()).toHaveLength(1);
  });

  it('says why it failed, and leaves nothing', async () => {
    await start(async () => {
      throw new Error('no room');
    });
    await expect(countBefore(1)).rejects.toThrow('no room');
    expect(await generations()).toEqual(['v1-1']);
  });
});
