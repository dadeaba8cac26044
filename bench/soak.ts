import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { KeepAlive } from './likes/keep-alive.js';
import { Presser, roundThePosts } from './likes/pressing.js';
import { type Stage, setStage } from './likes/stage.js';
import { type Memory, memoryOf } from './memory.js';
import { type Bench, inScratchFolder, rate } from './scratch.js';
import { startFootnote, viewsComplete } from './server-process.js';

const EVENTS = 100_000;
const SECONDS = 1200;
const SAMPLES = 40;
const WRITERS = 8;
const READERS = 8;
/** Between two requests of a client, so that the server has idle moments, as in use. */
const PAUSE_MS = 5;

/** What visitors read, by the number of the request. */
const PAGES: readonly ((stage: Stage, turn: number) => string)[] = [
  () => '/api/posts?sort=recent',
  () => '/api/posts?sort=top',
  (_, turn) => `/api/posts?search=${SYLLABLES[turn % SYLLABLES.length]}`,
  ({ posts }, turn) => `/api/posts/${posts[turn % posts.length]}`,
  ({ posts }, turn) => `/api/posts/${posts[turn % posts.length]}/comments`,
  () => '/api/leaderboard/weekly',
  () => '/leaderboard',
];
const SYLLABLES = ['in', 'er', 'ba', 'fox', 'quiet', 'or', 'e', '77'];

/**
 * Reads and likes for a long time, and reports the memory of the server, by kind: `heap` is what only the process has
 * (Node's heap, buffers, SQLite's caches), `files` is what it maps (programs and SQLite files), which the system takes
 * back when it needs memory.
 */
export const benchSoak: Bench = (print, { events = EVENTS, seconds = SECONDS }) =>
  inScratchFolder(async (folder) => {
    const dataDir = path.join(folder, 'data');
    const stage = await setStage(dataDir, events, path.join(folder, 'rows.ndjson'));
    const server = await startFootnote(dataDir);
    try {
      await viewsComplete(server);
      const load = startLoad(server.url, stage);
      const samples: (Memory & { readonly second: number })[] = [];
      for (let sample = 0; sample <= SAMPLES; sample += 1) {
        if (sample > 0) await Promise.race([sleep((seconds * 1000) / SAMPLES), load.failed]);
        const memory = memoryOf(server.pid);
        const second = Math.round((sample * seconds) / SAMPLES);
        samples.push({ second, ...memory });
        print(
          `${String(second).padStart(6)} s  ${megabytes(memory.resident)} MB resident: ${megabytes(memory.own)} own, ` +
            `${megabytes(memory.files)} files  after ${rate(load.count())} requests`,
        );
      }
      await load.stop();
      return { events: stage.events, requests: load.count(), samples };
    } finally {
      await server.stop();
    }
  });

/** Keeps clients busy until it is stopped. `failed` rejects when a request does. */
export function startLoad(url: string, stage: Stage) {
  let count = 0;
  const over = new AbortController();
  const repeat = async (work: (turn: number) => Promise<void>) => {
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      await work(turn);
      count += 1;
      await sleep(PAUSE_MS);
    }
  };
  const writers = Presser.connect(url, stage.people.slice(0, WRITERS), roundThePosts(stage)).then(
    (pressers) =>
      pressers.map((presser) =>
        repeat(async () => void (await presser.next())).finally(() => presser.close()),
      ),
  );
  const readers = Array.from({ length: READERS }, async (_, reader) => {
    const connection = await KeepAlive.to(url);
    await repeat(async (turn) => {
      const page = PAGES[(reader + turn) % PAGES.length]?.(stage, turn) ?? '';
      const { status, body } = await connection.send('GET', page);
      if (status !== 200) throw new Error(`${page} answered ${status}: ${body}`);
    }).finally(() => connection.close());
  });
  const done = Promise.all([writers.then((all) => Promise.all(all)), ...readers]);
  return {
    count: () => count,
    failed: new Promise<never>((_, reject) => done.catch(reject)),
    stop: async () => {
      over.abort();
      await done;
    },
  };
}

function megabytes(figure: number): string {
  return figure.toFixed(0).padStart(5);
}
