import { writeSync } from 'node:fs';
import { type StorageSettings, openStorage } from '../../src/composition/storage.js';
import { SystemTimer } from '../../src/infrastructure/clock/system-clock.js';
import { CurrentViews } from '../../src/kernel/views/current-views.js';
import { Projector } from '../../src/kernel/views/projector.js';
import { rebuildProcess } from '../../src/kernel/views/rebuild-process.js';
import type { Trial } from '../../src/kernel/views/trial-builds.js';
import { leaderboard } from '../../src/projections/leaderboard/leaderboard.js';
import { readerOf } from '../support/test-kernel.js';

/** What is built beside the live view, and which process is killed in the middle of it. */
export interface TrialOrder {
  readonly settings: StorageSettings;
  readonly builds: 'trial' | 'past';
  readonly kills: 'builder' | 'itself' | 'nothing';
}

/** What this program prints, one JSON object per line: the generations once it has started, the process that builds, and the end. */
export type Line =
  | { readonly generations: readonly string[] }
  | { readonly builder: number }
  | { readonly ended: Trial | null; readonly generations: readonly string[] };

const { settings, builds, kills } = JSON.parse(process.argv[2] ?? '') as TrialOrder;
const { name } = leaderboard;

/** Writes synchronously to the pipe, so that no line is lost when the process is killed. */
function print(line: Line): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

const storage = await openStorage(settings, { seconds: 10, tell: () => undefined });
const script = new URL('../../src/composition/rebuild.process.js', import.meta.url);
const build = rebuildProcess(script, { ...settings, rebuildPriority: 'normal' }, ({ position }, pid) => {
  // One page of the log is folded, and others follow.
  if (position === 0 || kills === 'nothing') return;
  print({ builder: pid });
  process.kill(kills === 'builder' ? pid : process.pid, 'SIGKILL');
});
const logger = { info: () => undefined, error: () => undefined };
const timer = new SystemTimer();
const reader = readerOf(storage, timer);
const projector = new Projector(storage, reader, [leaderboard], new CurrentViews(), build, logger, timer);
const generations = async () => (await storage.store.generations(name)).toSorted();
await projector.start();
print({ generations: await generations() });
if (builds === 'past') {
  const end = await storage.log.head();
  await projector.past.read(leaderboard, end, () => Promise.resolve()).catch(() => undefined);
} else {
  projector.trials.begin(name);
  await projector.trials.settled(name);
}
print({ ended: projector.trials.of(name), generations: await generations() });
await projector.stop();
await storage.close();
