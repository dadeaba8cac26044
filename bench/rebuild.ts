import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { rebuildProcess } from '@footnote/backend/kernel/views/rebuild-process.js';
import { projections } from '@footnote/backend/projections/projections.js';
import { KeepAlive } from './likes/keep-alive.js';
import { writeLongLog } from './long-log.js';
import { type Bench, inScratchFolder, median, perSecond, quantile, rate } from './scratch.js';
import { MemoryWatch, memoryOf } from './memory.js';
import { startFootnote, viewsComplete } from './server-process.js';

const EVENTS = 1_000_000;
const ROUNDS = 3;
const IDLE_SECONDS = 10;
const REQUESTS_A_SECOND = 50;
const CONNECTIONS = 16;
const SCRIPT = new URL(import.meta.resolve('@footnote/backend/composition/rebuild.process.js'));

/** The views that came after commit 8c98b13f, which earlier figures do not contain. */
const LATER = new Set([
  'audit',
  'cohorts',
  'judges',
  'payment-ids',
  'payment-movements',
  'reconciliations',
  'report-times',
  'statistics',
  'visitors',
]);
const firstViews = projections.filter(({ name }) => !LATER.has(name));

/** One run of the rebuild process. */
export interface Run {
  readonly perSecond: number;
  /** The peak memory of all processes above the memory in use before, in MB. */
  readonly megabytes: number;
}

/**
 * Measures a rebuild of the views in the server's rebuild process: reading, decrypting, folding, writing and indexing, to the
 * last sync; of all views, and of those that are not the audit trail, statistics and records of payments. For comparison, in
 * alternating rounds, the same process without views only reads and decodes. Then 50 requests a second to a running server,
 * without a rebuild and during one. The server does not switch to the new generations.
 */
export const benchRebuild: Bench = (print, { events = EVENTS, seconds = IDLE_SECONDS }) =>
  inScratchFolder(async (folder) => {
    const dataDir = path.join(folder, 'data');
    const written = await writeLongLog(dataDir, events);
    print(`${written.toLocaleString('en')} events written`);
    const sets = { reading: [], first: firstViews, all: projections };
    const runs: Record<keyof typeof sets, Run[]> = { reading: [], first: [], all: [] };
    for (let round = 1; round <= ROUNDS; round += 1) {
      for (const [name, views] of Object.entries(sets) as [keyof typeof sets, typeof projections][]) {
        runs[name].push(await measuredRebuild(dataDir, written, views));
      }
    }
    const figuresOf = (name: keyof typeof sets) => {
      const ratios = runs[name].map((run, round) => run.perSecond / (runs.reading[round]?.perSecond ?? NaN));
      return {
        perSecond: median(runs[name].map((run) => run.perSecond)),
        ratio: median(ratios),
        megabytes: Math.max(...runs[name].map((run) => run.megabytes)),
      };
    };
    const [reading, first, all] = [figuresOf('reading'), figuresOf('first'), figuresOf('all')];
    print(
      `read and decode only  ${rate(reading.perSecond)} events/s, ${rate(reading.megabytes)} MB above idle`,
    );
    for (const [views, figures] of [
      [firstViews, first],
      [projections, all],
    ] as const) {
      print(
        `rebuild of ${views.length} views   ${rate(figures.perSecond)} events/s, ${rate(figures.megabytes)} MB above idle, ratio ${figures.ratio.toFixed(2)}`,
      );
    }
    const requests = await besideRequests(dataDir, written, seconds);
    print(`requests, p99         ${requests.idleP99.toFixed(1).padStart(9)} ms idle`);
    print(
      `beside a rebuild      ${requests.rebuildP99.toFixed(1).padStart(9)} ms, ${requests.ratio.toFixed(1)}x`,
    );
    return { events: written, reading, first, all, requests };
  });

/** @param views none to read and decode only */
export async function measuredRebuild(
  dataDir: string,
  events: number,
  views: typeof projections = projections,
): Promise<Run> {
  const idle = memoryOf(process.pid).resident;
  let begin = performance.now();
  let builder = 0;
  const memory = new MemoryWatch(() => (builder === 0 ? [] : [process.pid, builder]));
  const settings = { dataDir, eventstoreUrl: null, mongodbUrl: null };
  const build = rebuildProcess(SCRIPT, settings, (news, pid) => {
    // Start the clock here: the process has started and opened its storage.
    if (news.position === 0) begin = performance.now();
    builder = pid;
  });
  await build(views.map((projection) => ({ projection, generation: 'v0-9' })));
  const elapsed = performance.now() - begin;
  return { perSecond: perSecond(events, elapsed), megabytes: memory.stop() - idle };
}

async function besideRequests(dataDir: string, events: number, seconds: number) {
  const server = await startFootnote(dataDir);
  try {
    await viewsComplete(server);
    await timesOf(server.url, sleep(2000));
    const idle = await timesOf(server.url, sleep(seconds * 1000));
    const beside = await timesOf(server.url, measuredRebuild(dataDir, events));
    const [idleP99, rebuildP99] = [quantile(idle, 0.99), quantile(beside, 0.99)];
    return { idleP99, rebuildP99, ratio: rebuildP99 / idleP99 };
  } finally {
    await server.stop();
  }
}

/** The response times during some work, in milliseconds from when each request was due. */
async function timesOf(url: string, work: Promise<unknown>): Promise<number[]> {
  const free = await Promise.all(Array.from({ length: CONNECTIONS }, () => KeepAlive.to(url)));
  const all = [...free];
  const waiting: number[] = [];
  const times: number[] = [];
  let failure: unknown = null;
  const paths = ['/api/posts?limit=24', '/api/posts?limit=24&sort=top', '/api/posts?limit=24&search=a'];
  let sent = 0;
  const sendNext = async (): Promise<void> => {
    const connection = free.pop();
    const due = waiting[0];
    if (!connection || due === undefined) return;
    waiting.shift();
    sent += 1;
    const { status } = await connection.send('GET', paths[sent % paths.length] ?? '/');
    if (status !== 200) throw new Error(`a request answered ${status}`);
    times.push(performance.now() - due);
    free.push(connection);
    await sendNext();
  };
  const begin = performance.now();
  let due = 0;
  const timer = setInterval(() => {
    for (; begin + due * (1000 / REQUESTS_A_SECOND) <= performance.now(); due += 1) {
      waiting.push(begin + due * (1000 / REQUESTS_A_SECOND));
      sendNext().catch((error: unknown) => {
        failure ??= error;
      });
    }
  }, 1);
  try {
    await work;
  } finally {
    clearInterval(timer);
    for (const connection of all) connection.close();
  }
  if (failure) throw failure;
  return times;
}
