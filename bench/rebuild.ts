import { openEngines } from '@footnote/backend/engines.js';
import { buildViews } from '@footnote/backend/kernel/views/build-views.js';
import { projections } from '@footnote/backend/projections/projections.js';
import { randomHistory, writeHistory } from '@footnote/backend/test/support/history.js';
import type { Bench } from './main.js';
import { inScratchFolder, median, perSecond, rate } from './scratch.js';

const EVENTS = 300_000;
const VIEWS = ['leaderboard', 'photos', 'accounts'];
const ROUNDS = 3;

/**
 * A rebuild of three views, in one reading of a made-up history of every event type: reading, decrypting,
 * folding, writing and indexing, to the last sync. Beside it the same log read and decoded without any view,
 * which is the ceiling.
 */
export const benchRebuild: Bench = (print) =>
  inScratchFolder(async (folder) => {
    const engines = await openEngines(
      { dataDir: folder, eventstoreUrl: null, mongodbUrl: null },
      { seconds: 0, tell: () => undefined },
    );
    const written = await writeHistory(engines.log, engines.codec, randomHistory(1, EVENTS));
    print(`${written.toLocaleString('en')} events written; three views: ${VIEWS.join(', ')}`);
    const chosen = projections.filter(({ name }) => VIEWS.includes(name));
    const rebuilds: number[] = [];
    const readings: number[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      readings.push(await timed(written, () => buildViews(engines, [], () => undefined)));
      const builds = chosen.map((projection) => ({
        projection,
        generation: `v${projection.version}-${round}`,
      }));
      rebuilds.push(await timed(written, () => buildViews(engines, builds, () => undefined)));
    }
    await engines.close();
    const ratio = median(rebuilds.map((rebuild, round) => rebuild / (readings[round] ?? Number.NaN)));
    print(`rebuild of three views ${rate(median(rebuilds))} events/s`);
    print(`reading and decoding   ${rate(median(readings))} events/s, ratio ${ratio.toFixed(2)}`);
    return { events: written, eventsPerSecond: median(rebuilds), readPerSecond: median(readings), ratio };
  });

async function timed(events: number, work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return perSecond(events, performance.now() - start);
}
