import type { View } from '../../src/kernel/document-store.js';
import { buildViews } from '../../src/kernel/views/build-views.js';
import type { Builder } from '../../src/kernel/views/projector.js';
import { openedIn, useKernel } from '../support/test-kernel.js';
import { gate } from '../support/gate.js';
import { claim, tally } from '../support/tally.js';

const testKernel = useKernel();

describe('a projector that stops', () => {
  let open: () => string[];
  beforeEach(async () => {
    open = openedIn(testKernel.storage.store);
    await claim(testKernel, 'ada');
  });

  /** Does something with every view of a generation once it is open. */
  const whenOpened = (generation: string, then: (view: View<object>) => unknown) => {
    const { store } = testKernel.storage;
    const opening = store.open.bind(store);
    store.open = async (options) => {
      const view = await opening<never>(options);
      if (options.generation === generation) await then(view);
      return view;
    };
  };
  /** The message of a failure; null when the promise succeeds. */
  const endOf = (work: Promise<void>) =>
    work.then(
      () => null,
      (error: unknown) => (error as Error).message,
    );
  const started = async (build?: Builder) => {
    const { projector } = testKernel.projector([tally()], build);
    await projector.start();
    return projector;
  };
  /** What is still open, and which generation queries read. */
  const left = async () => ({ open: open(), current: await testKernel.storage.store.current('tally') });
  const AS_BEFORE = { open: [], current: 'v1-1' };

  it('during a build does not switch to the result', async () => {
    const { opened, open: release } = gate();
    const projector = await started(async (builds) => {
      await opened;
      await buildViews(testKernel.storage, builds, () => undefined);
    });
    const rebuilt = projector.rebuild(['tally']);
    await projector.stop();
    release();
    await rebuilt;
    expect(await left()).toEqual(AS_BEFORE);
  });

  it('while a new generation catches up leaves none of its views open', async () => {
    const [committing, released] = [gate(), gate()];
    whenOpened('v1-2', (view) => {
      const commit = view.commit.bind(view);
      view.commit = async (batch) => {
        if (batch.documents.length > 0) {
          committing.open();
          await released.opened;
        }
        await commit(batch);
      };
    });
    const projector = await started(async (builds) => {
      await buildViews(testKernel.storage, builds, () => undefined);
      await claim(testKernel, 'ada');
    });
    const end = endOf(projector.rebuild(['tally']));
    await committing.opened;
    const stopped = projector.stop();
    released.open();
    await stopped;
    expect(await end).toBe('stopped before tally had caught up');
    expect(await left()).toEqual(AS_BEFORE);
  });

  it('before a new generation follows the log leaves none of its views open', async () => {
    const [opening, released] = [gate(), gate()];
    whenOpened('v1-2', async () => {
      opening.open();
      await released.opened;
    });
    const projector = await started();
    const end = endOf(projector.rebuild(['tally']));
    await opening.opened;
    await projector.stop();
    released.open();
    expect(await end).toBe('stopped before tally had caught up');
    expect(await left()).toEqual(AS_BEFORE);
  });

  it('keeps the checkpoints of views that an event did not concern', async () => {
    const projector = await started();
    const position = await testKernel.write('account-ada', 'EmailVerified', { accountId: 'ada' });
    expect(await projector.views.seen(['tally'], position, 'gathered view')).toBe(true);
    await projector.stop();
    const view = await testKernel.storage.store.open({ name: 'tally', generation: 'v1-1', indexes: [] });
    expect(await view.checkpoint()).toBe(position);
    await view.close();
  });

  it('during a scrub has scrubbed nothing', async () => {
    const { opened, open: release } = gate();
    const projector = await started(() => opened);
    const end = endOf(projector.scrub());
    await projector.stop();
    release();
    expect(await end).toBe('stopped before the views were scrubbed');
    expect(await left()).toEqual(AS_BEFORE);
  });
});
