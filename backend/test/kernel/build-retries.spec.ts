import { buildViews } from '../../src/kernel/views/build-views.js';
import type { Builder } from '../../src/kernel/views/projector.js';
import { claim, tally } from '../support/tally.js';
import { messages, useKernel } from '../support/test-kernel.js';
import { TestTimer } from '../support/timer.js';

/** One event more than a missing view is filled with at the start: it is built in the background. */
const LONG = 2001;

const testKernel = useKernel();

describe('a build that fails', () => {
  /** The pauses so far, in milliseconds. */
  let pauses: number[];
  beforeEach(() => {
    pauses = [];
  });

  const noPause = Object.assign(new TestTimer(), {
    pause: async (milliseconds: number) => void pauses.push(milliseconds),
  });
  const failing = (times: number): Builder => {
    let failures = 0;
    return async (builds) => {
      failures += 1;
      if (failures <= times) throw new Error(`no room ${failures}`);
      await buildViews(testKernel.storage, builds, () => undefined);
    };
  };
  const writeLongLog = () => Promise.all(Array.from({ length: LONG }, () => claim(testKernel, 'ada')));

  it('for the first time is retried with growing pauses, 30 seconds to 10 minutes, until it succeeds', async () => {
    await writeLongLog();
    messages.length = 0;
    const { projector, views } = testKernel.projector([tally()], failing(7), noPause);
    await projector.start();
    expect(await projector.views.seen(['tally'], LONG, 'gathered view')).toBe(true);
    expect(messages.filter((line) => line === 'views could not be built; retrying')).toHaveLength(7);
    expect(pauses.map((milliseconds) => milliseconds / 1000)).toEqual([30, 60, 120, 240, 480, 600, 600]);
    expect(await views.of(tally()).get('ada')).toMatchObject({ count: LONG });
    expect(projector.health()).toMatchObject([{ generation: 'v1-1', state: 'live', error: null }]);
    await projector.stop();
  });

  it('of a raised version is retried, and the old generation answers meanwhile, with the reason in its health', async () => {
    const before = testKernel.projector([tally()]);
    await before.projector.start();
    await before.projector.views.reached(await claim(testKernel, 'ada'), 'gathered view');
    await before.projector.stop();

    const next = testKernel.projector([tally({ version: 2, step: 10 })], failing(1));
    await next.projector.start();
    // Runs after the build.
    await next.projector.rebuild([]);
    expect(next.projector.health()).toMatchObject([
      { generation: 'v1-1', state: 'failed', error: 'no room 1', isStuck: false },
    ]);
    expect(await next.views.of(tally()).get('ada')).toMatchObject({ count: 1 });
    await testKernel.timer.advance(30_000);
    expect(await next.projector.views.seen(['tally'], 1, 'gathered view')).toBe(true);
    expect(await next.views.of(tally()).get('ada')).toMatchObject({ count: 10 });
    expect(next.projector.health()).toMatchObject([{ generation: 'v2-1', state: 'live', error: null }]);
    await next.projector.stop();
  });

  it('by command is reported and not retried while the live generation goes on', async () => {
    const { projector } = testKernel.projector([tally()], failing(1), noPause);
    await projector.start();
    await expect(projector.rebuild(['tally'])).rejects.toThrow('no room 1');
    // Runs after anything that is under way.
    await projector.rebuild([]);
    expect(pauses).toEqual([]);
    expect(projector.health()).toMatchObject([{ state: 'failed', error: 'no room 1', isStuck: false }]);
    await projector.rebuild(['tally']);
    expect(projector.health()).toMatchObject([{ state: 'live', error: null }]);
    await projector.stop();
  });

  it('is not retried after a stop', async () => {
    await writeLongLog();
    let builds = 0;
    const { projector } = testKernel.projector([tally()], async () => {
      builds += 1;
      throw new Error('no room');
    });
    await projector.start();
    // Runs after the build, when the pause has begun.
    await projector.rebuild([]);
    await projector.stop();
    await testKernel.timer.advance(30_000);
    await projector.rebuild([]);
    expect(builds).toBe(1);
  });
});

describe('a first build', () => {
  it('tells operators how far it is, once for each tenth of the log', async () => {
    await Promise.all(Array.from({ length: LONG }, () => claim(testKernel, 'ada')));
    messages.length = 0;
    const telling: Builder = async (builds, watch) => {
      for (const part of [0, 0.05, 0.11, 0.12, 0.55, 1]) {
        const position = Math.floor(part * LONG);
        watch?.onProgress?.({ position, events: position });
      }
      await buildViews(testKernel.storage, builds, () => undefined);
    };
    const { projector } = testKernel.projector([tally()], telling);
    await projector.start();
    expect(await projector.views.seen(['tally'], LONG, 'gathered view')).toBe(true);
    expect(messages.filter((line) => line.startsWith('views are built'))).toEqual(
      [0, 10, 50, 100].map((percent) => `views are built from the log: ${percent} %`),
    );
    // The others build beside a generation that is read.
    messages.length = 0;
    await projector.rebuild(['tally']);
    expect(messages.filter((line) => line.startsWith('views are built'))).toEqual([]);
    await projector.stop();
  });
});
