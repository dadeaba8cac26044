import path from 'node:path';
import { openStorage } from '@footnote/backend/composition/storage.js';
import { createLog, randomHistory, writeHistory } from '@footnote/backend/test/support/history.js';
import { type Bench, inScratchFolder, median } from './scratch.js';
import { startFootnote, viewsComplete } from './server-process.js';

const EVENTS = 100_000;
const ROUNDS = 5;

/**
 * Measures the time from the start of the server's process until /health/ready answers 200, with a long log and with an
 * empty one. Both data folders were used before, so every view exists. Rounds alternate.
 */
export const benchStart: Bench = (print, { events = EVENTS }) =>
  inScratchFolder(async (folder) => {
    const empty = path.join(folder, 'empty');
    const long = path.join(folder, 'long');
    const written = await writeLog(long, events);
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
    return { events: written, emptyMs, longMs, extraMs };
  });

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

async function timeToReady(dataDir: string): Promise<number> {
  const begin = performance.now();
  const server = await startFootnote(dataDir);
  const elapsed = performance.now() - begin;
  await server.stop();
  return elapsed;
}

function inSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2).padStart(7)} s`;
}
