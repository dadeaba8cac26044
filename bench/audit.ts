import { cp, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { typesIn } from '@footnote/backend/domain/trail/visibility.js';
import { openStorage } from '@footnote/backend/composition/storage.js';
import { SqliteView } from '@footnote/backend/infrastructure/document-store/sqlite-view.js';
import { LoggedHistory } from '@footnote/backend/kernel/log/logged-history.js';
import { CurrentViews } from '@footnote/backend/kernel/views/current-views.js';
import { rebuildProcess } from '@footnote/backend/kernel/views/rebuild-process.js';
import { type AdminPart, adminCount, adminPage } from '@footnote/backend/projections/admin-list.js';
import { type LineFacts, factsOfLine } from '@footnote/backend/projections/audit/audit-keys.js';
import { type AuditLine, audit } from '@footnote/backend/projections/audit/audit.js';
import {
  type AuditFilters,
  AuditReader,
  type AuditViewer,
} from '@footnote/backend/projections/audit/audit.reader.js';
import { projections } from '@footnote/backend/projections/projections.js';
import { Presser, pressFor, roundThePosts } from './likes/pressing.js';
import { setStage } from './likes/stage.js';
import { livelyMetadata } from './lively-metadata.js';
import { writeLongLog } from './long-log.js';
import { type Bench, inScratchFolder, median, perSecond, quantile, rate } from './scratch.js';
import { type ServerProcess, startServer, viewsComplete } from './server-process.js';

const EVENTS = 1_000_000;
const LIKES_EVENTS = 100_000;
const SECONDS = 2;
const REBUILDS = 3;
const LIKE_ROUNDS = 7;
const QUERY_ROUNDS = 30;
const PAGE = 50;
const DEEP = 10;
const GENERATION = 'v0-9';
const REBUILD = new URL(import.meta.resolve('@footnote/backend/composition/rebuild.process.js'));
const MAIN = fileURLToPath(import.meta.resolve('@footnote/backend/main.js'));
const SETTINGS = { eventstoreUrl: null, mongodbUrl: null };

type Print = (line: string) => void;

/**
 * Measures the audit trail on SQLite: its bytes compared with those of the log, a rebuild of all views with and without it,
 * the first and the tenth page of each filter with the plan of each query, and likes per second with and without it.
 */
export const benchAudit: Bench = (print, { events = EVENTS, seconds = SECONDS }) =>
  inScratchFolder(async (folder) => {
    const dataDir = path.join(folder, 'data');
    const written = await writeLongLog(dataDir, events, livelyMetadata);
    print(`${written.toLocaleString('en')} events written`);
    const rebuild = await measureRebuilds(dataDir, written, print);
    const bytes = await measureBytes(dataDir, print);
    const pages = await measurePages(dataDir, print);
    const likes = await measureLikes(folder, seconds, print);
    return { events: written, rebuild, bytes, pages, likes };
  });

async function measureRebuilds(dataDir: string, events: number, print: Print) {
  const others = projections.filter(({ name }) => name !== audit.name);
  const ratios: number[] = [];
  let withAudit = 0;
  for (let round = 1; round <= REBUILDS; round += 1) {
    const without = perSecond(events, await rebuilt(dataDir, others));
    withAudit = perSecond(events, await rebuilt(dataDir, projections));
    ratios.push(withAudit / without);
    print(`rebuild  ${rate(without)} events/s without the audit trail, ${rate(withAudit)} with it`);
  }
  const ratio = median(ratios);
  print(`rebuild with the audit trail to one without it: ${ratio.toFixed(2)}`);
  return { perSecond: withAudit, ratio };
}

/** The milliseconds that a rebuild takes, from when its storage is open. */
async function rebuilt(dataDir: string, views: typeof projections): Promise<number> {
  let begin = performance.now();
  const build = rebuildProcess(REBUILD, { dataDir, ...SETTINGS }, ({ position }) => {
    if (position === 0) begin = performance.now();
  });
  // The process that builds does not keep this one alive.
  const alive = setInterval(() => undefined, 1000);
  await build(views.map((projection) => ({ projection, generation: GENERATION })));
  clearInterval(alive);
  return performance.now() - begin;
}

async function measureBytes(dataDir: string, print: Print) {
  const files = await readdir(dataDir, { recursive: true });
  const sizeOf = async (isIt: (name: string) => boolean) => {
    const sizes = files
      .filter((file) => isIt(path.basename(file)))
      .map((file) => stat(path.join(dataDir, file)));
    return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
  };
  const log = await sizeOf((name) => /^(?:events|log)\.db/.test(name));
  const view = await sizeOf((name) => name.startsWith(`${audit.name}_`));
  const inMb = (size: number) => `${(size / 1_000_000).toFixed(0)} MB`;
  print(`the log ${inMb(log)}, the view with its indexes ${inMb(view)}, ratio ${(view / log).toFixed(2)}`);
  return { log, view, ratio: view / log };
}

const OWNER: AuditViewer = { role: 'owner', hidden: new Set() };

async function measurePages(dataDir: string, print: Print) {
  const storage = await openStorage({ dataDir, ...SETTINGS }, { seconds: 0, tell: () => undefined });
  const { name, indexes } = audit;
  const view = await storage.store.open<AuditLine>({ name, generation: GENERATION, indexes });
  const views = new CurrentViews();
  views.show(name, view);
  const reader = new AuditReader(views);
  const history = new LoggedHistory(storage.log, storage.codec);
  const figures: Record<string, { first: number; tenth: number; count: number }> = {};
  try {
    for (const [label, { filters, viewer }] of Object.entries(await questionsOver(reader))) {
      const list = reader.list(filters, viewer);
      const times = { first: [] as number[], tenth: [] as number[], count: [] as number[] };
      const pageAt = async (after: AdminPart['after']) => {
        const { rows, next } = await adminPage(list, { limit: PAGE, after });
        await history.at(rows.map(({ _position }) => _position));
        return next;
      };
      let deep: AdminPart['after'] = null;
      for (let page = 1; page < DEEP; page += 1) deep = (await pageAt(deep)) ?? deep;
      for (let round = 0; round < QUERY_ROUNDS; round += 1) {
        times.first.push(await timed(() => pageAt(null)));
        times.tenth.push(await timed(() => pageAt(deep)));
        times.count.push(await timed(() => adminCount(list)));
      }
      const p50 = (of: keyof typeof times) => quantile(times[of], 0.5);
      figures[label] = { first: p50('first'), tenth: p50('tenth'), count: p50('count') };
      const inMs = (time: number) => `${time.toFixed(2).padStart(7)} ms`;
      print(
        `${label.padEnd(28)} first ${inMs(p50('first'))}   tenth ${inMs(p50('tenth'))}   count ${inMs(p50('count'))}`,
      );
      if (!(view instanceof SqliteView)) continue;
      const plan = view
        .planOf({ where: list.where, sort: { _id: -1 }, limit: PAGE })
        .filter((step) => step.startsWith('SE') || step.startsWith('SC'));
      print(`    ${[...new Set(plan)].join('; ')}`);
      if (plan.some((step) => /^SCAN (?:documents|list)/.test(step)))
        throw new Error(`${label} has no index`);
    }
  } finally {
    await views.close();
    await storage.close();
  }
  return figures;
}

/** Each filter with values that the log has, the most frequent ones of a sample where they differ. */
async function questionsOver(reader: AuditReader) {
  const { rows } = await adminPage(reader.list({}, OWNER), { limit: 900, after: null });
  const facts = rows.map(factsOfLine);
  const most = (valueOf: (line: LineFacts) => string | null) => {
    const counts = new Map<string, number>();
    for (const value of facts.map(valueOf)) if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
    return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
  };
  const person = most(({ role, actorId }) => (role === 'user' ? actorId : null));
  const subjectOf = (kind: string) =>
    facts.flatMap(({ subjects }) => subjects).find((subject) => subject.kind === kind);
  const last = rows.at(-1)?._position ?? 0;
  const asked: Record<string, AuditFilters> = {
    all: {},
    'up to a moment': { to: Math.floor(last / 2) },
    actor: { actorId: person },
    'role user': { role: 'user' },
    'role moderator': { role: 'moderator' },
    'action, frequent': { types: ['Liked'] },
    'action, rare': { types: ['WeekClosed'] },
    actions: { types: ['PostHidden', 'PostShown', 'PostRemoved', 'Liked'] },
    'subject post': { subject: subjectOf('post') },
    'subject person': { subject: subjectOf('person') },
    reason: { reason: most(({ reason }) => reason) },
    request: { requestId: most(({ requestId }) => requestId) },
    correlation: { correlationId: most(({ correlationId }) => correlationId) },
    'tab moderation': { tab: 'moderation' },
    'tab payments': { tab: 'payments' },
    'actor and action': { actorId: person, types: ['Liked'] },
    'subject, role and time': { subject: subjectOf('person'), role: 'user', to: Math.floor(last / 2) },
  };
  const ofOwner = Object.entries(asked).map(
    ([label, filters]) => [label, { filters, viewer: OWNER }] as const,
  );
  return Object.fromEntries([
    ...ofOwner,
    [
      `all, of ${typesIn('moderation').length}+ types`,
      { filters: {}, viewer: { ...OWNER, role: 'moderator' as const } },
    ],
    [
      'actor, as a moderator',
      { filters: { actorId: person }, viewer: { ...OWNER, role: 'moderator' as const } },
    ],
  ]);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

/** Likes per second of the real server, with and without the view, in alternating rounds. */
async function measureLikes(folder: string, seconds: number, print: Print) {
  const sides = ['with', 'without'] as const;
  const dataDir = path.join(folder, 'likes');
  const stage = await setStage(dataDir, LIKES_EVENTS, path.join(folder, 'rows.ndjson'));
  await cp(dataDir, `${dataDir}-without`, { recursive: true });
  const without = fileURLToPath(new URL('./likes/without-audit.process.js', import.meta.url));
  const servers: Record<(typeof sides)[number], ServerProcess> = {
    with: await startServer([MAIN], settings(dataDir)),
    without: await startServer([without], settings(`${dataDir}-without`)),
  };
  const rates = { with: [] as number[], without: [] as number[] };
  try {
    for (const side of sides) await viewsComplete(servers[side]);
    const pressers = {
      with: await Presser.connect(servers.with.url, stage.people, roundThePosts(stage)),
      without: await Presser.connect(servers.without.url, stage.people, roundThePosts(stage)),
    };
    for (let round = 0; round <= LIKE_ROUNDS; round += 1) {
      for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
        const { perSecond: likes } = await pressFor(pressers[side], seconds);
        // The first round warms up.
        if (round > 0) rates[side].push(likes);
      }
    }
    for (const side of sides) for (const presser of pressers[side]) presser.close();
  } finally {
    for (const side of sides) await servers[side].stop();
  }
  const ratio = median(rates.with.map((likes, round) => likes / (rates.without[round] ?? Number.NaN)));
  print(
    `likes  ${rate(median(rates.without))} a second without the audit trail, ${rate(median(rates.with))} with it, ratio ${ratio.toFixed(2)}`,
  );
  return { withAudit: median(rates.with), without: median(rates.without), ratio };
}

function settings(dataDir: string): Readonly<Record<string, string>> {
  return { NODE_ENV: 'test', LOG_LEVEL: 'error', RATE_LIMITS: 'off', PORT: '0', DATA_DIR: dataDir };
}
