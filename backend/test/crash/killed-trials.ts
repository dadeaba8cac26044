import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type Storage, type StorageSettings, openStorage } from '../../src/composition/storage.js';
import { SystemTimer } from '../../src/infrastructure/clock/system-clock.js';
import { buildViews } from '../../src/kernel/views/build-views.js';
import { CurrentViews } from '../../src/kernel/views/current-views.js';
import { Projector } from '../../src/kernel/views/projector.js';
import { leaderboard } from '../../src/projections/leaderboard/leaderboard.js';
import type { Projection } from '../../src/projections/view.js';
import { randomHistory, writeHistory } from '../support/history.js';
import { allDocuments, readerOf } from '../support/test-kernel.js';
import { DEADLINE_MS } from '../support/deadline.js';
import { until } from './server-process.js';
import type { Line, TrialOrder } from './trial-builder.js';

const SCRIPT = path.join(import.meta.dirname, 'trial-builder.js');
/** Three pages of a build. */
const EVENTS = 5000;
const { name, version } = leaderboard;
const board = leaderboard as unknown as Projection<object>;
const LIVE = `v${version}-1`;

/** Tests that kill builds beside the live view, on this storage. */
export function itSurvivesKilledBuilds(settingsOf: () => StorageSettings): void {
  const inStorage = async <Result>(work: (storage: Storage) => Promise<Result>): Promise<Result> => {
    const storage = await openStorage(settingsOf(), { seconds: 10, tell: () => undefined });
    try {
      return await work(storage);
    } finally {
      await storage.close();
    }
  };
  const live = () => inStorage(({ store }) => allDocuments(store, board, LIVE));
  const stored = () =>
    inStorage(async ({ store }) => [await store.current(name), (await store.generations(name)).toSorted()]);

  beforeEach(() =>
    inStorage(async (storage) => {
      await writeHistory(storage.log, storage.codec, randomHistory(20_261_125, EVENTS));
      const logger = { info: () => undefined, error: () => undefined };
      const build = (builds: Parameters<typeof buildViews>[1]) =>
        buildViews(storage, builds, () => undefined);
      const views = new CurrentViews();
      const timer = new SystemTimer();
      const projector = new Projector(
        storage,
        readerOf(storage, timer),
        [leaderboard],
        views,
        build,
        logger,
        timer,
      );
      await projector.start();
      // After the first build.
      await projector.rebuild([]);
      await projector.stop();
    }),
  );

  const run = async (order: Omit<TrialOrder, 'settings'>) => {
    const child = spawn(process.execPath, [SCRIPT, JSON.stringify({ settings: settingsOf(), ...order })], {
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: DEADLINE_MS,
      killSignal: 'SIGKILL',
    });
    const closed = once(child, 'close');
    const said: Partial<Extract<Line, { ended: unknown }> & Extract<Line, { builder: number }>>[] = [];
    for await (const line of createInterface(child.stdout)) said.push(JSON.parse(line) as object);
    await closed;
    return { said, signal: child.signalCode };
  };
  const finds = { ended: { state: 'ready', comparison: { differences: 0, unsettled: 0 } } };

  it.each(['trial', 'past'] as const)(
    'a process that is killed in the middle of a %s build leaves the live view alone, and the next one starts clean',
    async (builds) => {
      const before = await live();
      expect(before.size).toBeGreaterThan(100);
      const { said, signal } = await run({ builds, kills: 'itself' });
      expect([signal, said[0]?.generations]).toEqual(['SIGKILL', [LIVE]]);
      // The build process does not outlive it.
      await until('the build process ends', () => !isAlive(said.at(-1)?.builder ?? 0));
      expect(await stored()).toEqual([LIVE, [LIVE, `v${version}-2`]]);
      expect(await live()).toEqual(before);

      const next = await run({ builds: 'trial', kills: 'nothing' });
      expect(next.said[0]?.generations).toEqual([LIVE]);
      expect(next.said.at(-1)).toMatchObject({ ...finds, generations: [LIVE, `v${version}-3`] });
      expect(await stored()).toEqual([LIVE, [LIVE]]);
      expect(await live()).toEqual(before);
    },
  );

  it.each(['trial', 'past'] as const)(
    'a %s build whose process is killed leaves nothing behind',
    async (builds) => {
      const before = await live();
      const { said, signal } = await run({ builds, kills: 'builder' });
      expect(signal).toBeNull();
      const failed = { state: 'failed', error: 'the build process was killed by SIGKILL' };
      expect(said.at(-1)).toMatchObject({ ended: builds === 'trial' ? failed : null, generations: [LIVE] });
      expect(await stored()).toEqual([LIVE, [LIVE]]);
      expect(await live()).toEqual(before);
    },
  );
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
