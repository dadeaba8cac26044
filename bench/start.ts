import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { openStorage } from '@footnote/backend/composition/storage.js';
import { createLog, randomHistory, writeHistory } from '@footnote/backend/test/support/history.js';
import { type Checkout, HERE } from './checkout.js';
import { measuredRebuild } from './rebuild.js';
import { type Bench, inScratchFolder, median } from './scratch.js';
import { launchFootnote, startFootnote, until, viewsComplete } from './server-process.js';

const EVENTS = 100_000;
const ROUNDS = 5;
const FIRST_ROUNDS = 3;
/** Known before the server tells its address. */
const PORT = 29_731;

/**
 * Measures the time from the start of the server's process until /health/ready answers 200, with a long log and with an
 * empty one. Both data folders were used before, so every view exists. Rounds alternate. Then the first start with a log and
 * no view: until /health/ready tells operators what the start does, until it tells how far the views are, and until all
 * views are complete, compared with a rebuild alone.
 */
export const benchStart: Bench = (print, { events = EVENTS }) =>
  inScratchFolder(async (folder) => {
    const empty = path.join(folder, 'empty');
    const long = path.join(folder, 'long');
    const written = await writeLog(long, events);
    const first = await firstStarts(folder, long, written);
    for (const dataDir of [empty, long]) {
      const server = await startFootnote(dataDir);
      await viewsComplete(server);
      await server.stop();
    }
    const times = { empty: [] as number[], long: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      times.empty.push(await timeToReady(empty));
      times.long.push(await timeToReady(long));
    }
    const [emptyMs, longMs] = [median(times.empty), median(times.long)];
    const extraMs = longMs - emptyMs;
    print(`ready with an empty log ${inSeconds(emptyMs)}`);
    print(`with ${written.toLocaleString('en').padStart(9)} events   ${inSeconds(longMs)}`);
    print(`the difference          ${inSeconds(extraMs)}`);
    print(`first start: progress    ${inSeconds(first.toldMs)}`);
    print(`first start: per cent    ${inSeconds(first.percentMs)}`);
    print(`first start: all views   ${inSeconds(first.completeMs)}`);
    print(`a rebuild of all views   ${inSeconds(first.rebuildMs)}, ratio ${first.ratio.toFixed(2)}`);
    return { events: written, emptyMs, longMs, extraMs, first };
  });

/** Starts on copies of a data folder without views. */
async function firstStarts(folder: string, long: string, events: number) {
  const runs: Record<'toldMs' | 'percentMs' | 'completeMs' | 'rebuildMs' | 'ratio', number>[] = [];
  for (let round = 0; round < FIRST_ROUNDS; round += 1) {
    const dataDir = path.join(folder, 'first');
    await cp(long, dataDir, { recursive: true });
    const rebuildMs = (events / (await measuredRebuild(dataDir, events)).perSecond) * 1000;
    await rm(path.join(dataDir, 'views'), { recursive: true });
    const begin = performance.now();
    const launched = launchFootnote(dataDir, { PORT: String(PORT) });
    const tells = async (word: string) => {
      const asked = fetch(`http://127.0.0.1:${PORT}/health/ready`);
      return asked.then(async (answer) => (await answer.text()).includes(word)).catch(() => false);
    };
    await until(() => tells('Footnote is starting'));
    const toldMs = performance.now() - begin;
    await until(() => tells('%'));
    const percentMs = performance.now() - begin;
    const server = await launched;
    await viewsComplete(server);
    const completeMs = performance.now() - begin;
    runs.push({ toldMs, percentMs, completeMs, rebuildMs, ratio: completeMs / rebuildMs });
    await server.stop();
    await rm(dataDir, { recursive: true });
  }
  const middle = (figure: keyof (typeof runs)[number]) => median(runs.map((run) => run[figure]));
  return {
    toldMs: middle('toldMs'),
    percentMs: middle('percentMs'),
    completeMs: middle('completeMs'),
    rebuildMs: middle('rebuildMs'),
    ratio: middle('ratio'),
  };
}

async function writeLog(dataDir: string, events: number): Promise<number> {
  const storage = await openStorage(
    { dataDir, eventstoreUrl: null, mongodbUrl: null },
    { seconds: 0, tell: () => undefined },
  );
  try {
    await createLog(storage);
    return await writeHistory(storage.log, storage.codec, randomHistory(1, events));
  } finally {
    await storage.close();
  }
}

/** In milliseconds. */
export async function timeToReady(dataDir: string, checkout: Checkout = HERE): Promise<number> {
  const begin = performance.now();
  const server = await startFootnote(dataDir, {}, { checkout });
  const elapsed = performance.now() - begin;
  await server.stop();
  return elapsed;
}

function inSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2).padStart(7)} s`;
}
