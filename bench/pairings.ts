import { readerOf } from '@footnote/backend/test/support/test-kernel.js';
import { randomUUID } from 'node:crypto';
import { type StorageSettings, type Storage, openStorage } from '@footnote/backend/composition/storage.js';
import { RetryingLog } from '@footnote/backend/demo/retrying-log.js';
import { SystemTimer } from '@footnote/backend/infrastructure/clock/system-clock.js';
import { buildViews } from '@footnote/backend/kernel/views/build-views.js';
import { CurrentViews } from '@footnote/backend/kernel/views/current-views.js';
import { Projector } from '@footnote/backend/kernel/views/projector.js';
import { projections } from '@footnote/backend/projections/projections.js';
import { randomHistory, writeHistory } from '@footnote/backend/test/support/history.js';
import { appendRate } from './append-rate.js';
import { type Bench, inScratchFolder, median, perSecond, quantile, rate } from './scratch.js';
import { eventStore, mongo } from './servers.js';

const APPENDS = { 1: 500, 64: 8000 } as const;
const HISTORY = 60_000;
const VIEWS = new Set(['leaderboard', 'photos', 'accounts']);
const WRITERS = 16;
const VISIBLE = 3200;
const PAGE = 5000;

const chosen = projections.filter(({ name }) => VIEWS.has(name));
const patience = { seconds: 30, tell: () => undefined };

type Figures = Record<'append1' | 'append64' | 'catchUp' | 'rebuild' | 'visibleP50' | 'visibleP99', number>;

/**
 * Measures every pairing of log and document store, one after the other: appends per second, events per second when reading
 * the whole log and when rebuilding three views, and the time until an appended event is visible, with 16 writers.
 */
export const benchPairings: Bench = async (print) => {
  // The keys of another pairing's events are elsewhere. On EVENTSTORE_URL both have one log: there the second pairing also
  // puts the events of the first in quarantine, which its rebuild includes.
  const [log, otherLog] = [await eventStore(), await eventStore()];
  const documents = await mongo();
  print(`log: ${log.name}; documents: ${documents.name}`);
  const pairings = {
    embedded: { eventstoreUrl: null, mongodbUrl: null },
    'EventStoreDB + SQLite': { eventstoreUrl: log.url(), mongodbUrl: null },
    'SQLite + MongoDB': { eventstoreUrl: null, mongodbUrl: documents.url() },
    'EventStoreDB + MongoDB': { eventstoreUrl: otherLog.url(), mongodbUrl: documents.url() },
  };
  const figures: Record<string, Figures> = {};
  try {
    for (const [name, urls] of Object.entries(pairings)) {
      const measured = await inScratchFolder((dataDir) => measure({ dataDir, ...urls }, print));
      figures[name] = measured;
      tell(print, name, measured, figures['embedded'] ?? measured);
    }
  } finally {
    await log.stop();
    await otherLog.stop();
    await documents.stop();
  }
  return { log: log.name, documents: documents.name, pairings: figures };
};

async function measure(settings: StorageSettings, print: (line: string) => void): Promise<Figures> {
  const opened = await openStorage(settings, patience);
  const server = settings.eventstoreUrl ? 'EventStoreDB' : 'the event log';
  const storage: Storage = { ...opened, log: new RetryingLog(opened.log, { server, tell: print }) };
  try {
    const append1 = await appends(storage, 1);
    const append64 = await appends(storage, 64);
    const start = await storage.log.head();
    await writeHistory(storage.log, storage.codec, ownStreams(randomHistory(Date.now(), HISTORY)));
    // The first run warms up both sides.
    const readings = [await read(storage, start), await read(storage, start), await read(storage, start)];
    const catchUp = median(readings);
    return { append1, append64, catchUp, rebuild: await rebuild(storage), ...(await visible(storage)) };
  } finally {
    await storage.close();
  }
}

/** Streams that every history has under the same name. */
const COMMON_STREAM = /^(?:week|adminRoles|uploader-address)\b/;

/** Two pairings may share the log of a server, so each writes only streams of its own. */
function* ownStreams(history: ReturnType<typeof randomHistory>): ReturnType<typeof randomHistory> {
  for (const chapter of history) if (!COMMON_STREAM.test(chapter.stream)) yield chapter;
}

function appends({ log, codec }: Storage, writers: 1 | 64): Promise<number> {
  return appendRate(writers, APPENDS[writers], async () =>
    log.append(`username-${randomUUID()}`, 'noStream', await codec.encode([claim()])),
  );
}

/** Reads from `start` to the end, like a projector that catches up. */
async function read({ log }: Storage, start: number): Promise<number> {
  const end = await log.head();
  let count = 0;
  const begin = performance.now();
  await new Promise<void>((resolve, reject) => {
    const subscription = log.subscribe({
      after: start,
      batchSize: PAGE,
      onError: reject,
      onBatch: async (events) => {
        count += events.length;
        if ((events.at(-1)?.position ?? 0) >= end) void subscription.close().then(resolve, reject);
      },
    });
  });
  return perSecond(count, performance.now() - begin);
}

async function rebuild(storage: Storage): Promise<number> {
  let events = 0;
  for (let after = 0; ;) {
    const page = await storage.log.readAll(after, PAGE);
    const last = page.at(-1);
    if (!last) break;
    events += page.length;
    after = last.position;
  }
  const builds = chosen.map((projection) => ({ projection, generation: `v${projection.version}-9` }));
  const begin = performance.now();
  await buildViews(storage, builds, () => undefined);
  const elapsed = performance.now() - begin;
  for (const { projection, generation } of builds) {
    await storage.store.flip(projection.name, null, generation);
  }
  return perSecond(events, elapsed);
}

/** The time from before the append until every view has the event. */
async function visible(storage: Storage): Promise<Pick<Figures, 'visibleP50' | 'visibleP99'>> {
  const quiet = { info: () => undefined, error: () => undefined };
  const timer = new SystemTimer();
  const projector = new Projector(
    storage,
    readerOf(storage, timer),
    chosen,
    new CurrentViews(),
    () => Promise.resolve(),
    quiet,
    timer,
  );
  await projector.start();
  await projector.caughtUp(await storage.log.head());
  const times: number[] = [];
  const write = async () => {
    for (let turn = 0; turn < VISIBLE / WRITERS; turn += 1) {
      const accountId = randomUUID();
      const events = await storage.codec.encode([registration(accountId)]);
      const begin = performance.now();
      const { position } = await storage.log.append(`account-${accountId}`, 'noStream', events);
      await projector.caughtUp(position);
      times.push(performance.now() - begin);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  await projector.stop();
  return { visibleP50: quantile(times, 0.5), visibleP99: quantile(times, 0.99) };
}

function claim() {
  const accountId = randomUUID();
  return event('UsernameClaimed', { usernameHash: `Bench${accountId}`, accountId });
}

function registration(accountId: string) {
  return event('AccountRegistered', {
    accountId,
    email: 'bench@example.org',
    emailHash: accountId,
    username: 'Bench',
    passwordHash: 'none',
  });
}

function event(type: string, data: object) {
  const actor = { kind: 'system' as const, id: 'bench' };
  const metadata = {
    at: new Date().toISOString(),
    actor,
    requestId: null,
    $correlationId: 'bench',
    $causationId: 'bench',
  };
  return { id: randomUUID(), type, data, metadata };
}

function tell(print: (line: string) => void, name: string, figures: Figures, embedded: Figures): void {
  const ratio = (key: keyof Figures) => `${(figures[key] / embedded[key]).toFixed(2)}x`;
  print(`${name}`);
  print(`  appends/s, 1 writer   ${rate(figures.append1)}  ${ratio('append1')}`);
  print(`  appends/s, 64 writers ${rate(figures.append64)}  ${ratio('append64')}`);
  print(`  catch-up, events/s    ${rate(figures.catchUp)}  ${ratio('catchUp')}`);
  print(`  rebuild, events/s     ${rate(figures.rebuild)}  ${ratio('rebuild')}`);
  print(
    `  append to visible, ms ${figures.visibleP50.toFixed(1).padStart(9)} p50, ${figures.visibleP99.toFixed(1)} p99`,
  );
}
