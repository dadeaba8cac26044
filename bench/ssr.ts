import path from 'node:path';
import { Presser, pressFor, roundThePosts } from './likes/pressing.js';
import { type Stage, setStage } from './likes/stage.js';
import { memoryOf } from './memory.js';
import { type Ask, flood } from './reads/flood.js';
import { paced } from './reads/paced.js';
import { PageClient } from './reads/pages.js';
import { type Bench, inScratchFolder, median, rate } from './scratch.js';
import { type ServerProcess, startFootnote, viewsComplete } from './server-process.js';

const EVENTS = 20_000;
const SECONDS = 3;
const ROUNDS = 5;
const CONNECTIONS = 64;
/** Fewer than may wait for one network, so that no page is sent without content. */
const RENDERING = 4;
const DIFFERENT = 10_000;
const READS_A_SECOND = 200;
/** A page that the server does not render. */
const EMPTY_PAGE = '/my-posts';
const BROTLI = { 'accept-encoding': 'br' };

type Print = (line: string) => void;

/** Pages by the number of a request, each another one. */
type Pages = (turn: number) => string;

/**
 * Measures the pages that the server renders: kept ones and ones that are rendered, the memory after 10,000 different ones, and
 * likes beside them. Answers are compressed, as browsers ask for them.
 */
export const benchSsr: Bench = (print, { events = EVENTS, seconds = SECONDS }) =>
  inScratchFolder(async (folder) => {
    const dataDir = path.join(folder, 'data');
    const stage = await setStage(dataDir, events, path.join(folder, 'rows.ndjson'));
    const pages = pagesOf(stage);
    const figures: Record<string, unknown> = {};
    const keeping = await startFootnote(dataDir);
    try {
      await viewsComplete(keeping);
      await rendered(keeping, pages['board']!(0));
      for (const [name, of] of Object.entries(pages)) {
        figures[`${name}, kept`] = await hits(keeping, name, of(0), seconds, print);
      }
      figures['memory'] = await memoryAfterMany(keeping, print);
      figures['likes'] = await likesBeside(keeping, stage, seconds, print);
    } finally {
      await keeping.stop();
    }
    const rendering = await startFootnote(dataDir, { ANSWER_CACHE_MB: '0' });
    try {
      await rendered(rendering, pages['board']!(0));
      for (const [name, of] of Object.entries(pages)) {
        figures[`${name}, rendered`] = await misses(rendering, name, of, seconds, print);
      }
    } finally {
      await rendering.stop();
    }
    return figures;
  });

function pagesOf({ posts, people }: Stage): Readonly<Record<string, Pages>> {
  const one = (list: readonly string[], turn: number) => list[turn % list.length] ?? '';
  return {
    home: () => '/',
    board: (turn) => `/leaderboard?sort=${turn % 2 === 0 ? 'recent' : 'top'}`,
    search: (turn) => `/leaderboard?search=${(turn % 1296).toString(36)}`,
    post: (turn) => `/post/${one(posts, turn)}`,
    profile: (turn) =>
      `/user/${one(
        people.map(({ id }) => id),
        turn,
      )}`,
    login: (turn) => `/login?next=/${turn}`,
  };
}

/** Waits until a page is rendered: the thread may have to start. */
export async function rendered({ url }: ServerProcess, page: string): Promise<void> {
  const client = new PageClient(url);
  while (!(await client.get(page)));
  client.close();
}

/** What a kept page costs, and one that the browser has. */
async function hits(
  server: ServerProcess,
  name: string,
  page: string,
  seconds: number,
  print: Print,
): Promise<object> {
  await rendered(server, page);
  const answer = await fetch(`${server.url}${page}`, { headers: BROTLI });
  const bytes = Number(answer.headers.get('content-length'));
  const etag = answer.headers.get('etag') ?? '';
  const whole = await costOf(server, { path: page, headers: BROTLI }, seconds);
  const unchanged = await costOf(
    server,
    { path: page, headers: { ...BROTLI, 'if-none-match': etag } },
    seconds,
  );
  const shown = [whole, unchanged].map(
    ({ us, perSecond }) => `${us.toFixed(0).padStart(4)} us of the main thread ${rate(perSecond)}/s`,
  );
  print(`  ${name.padEnd(8)} kept (${(bytes / 1000).toFixed(1)} kB)   ${shown[0]}   304 ${shown[1]}`);
  return { bytes, whole, unchanged };
}

interface Cost {
  readonly us: number;
  readonly perSecond: number;
}

async function costOf(server: ServerProcess, ask: Ask, seconds: number): Promise<Cost> {
  const rounds: Cost[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await server.mainThreadUs();
    const count = await flood(server.url, ask, CONNECTIONS, (seconds * 1000) / ROUNDS);
    const us = ((await server.mainThreadUs()) - before) / count;
    rounds.push({ us, perSecond: (count * ROUNDS) / seconds });
  }
  return { us: median(rounds.map(({ us }) => us)), perSecond: median(rounds.map((one) => one.perSecond)) };
}

/** What a page costs that is rendered for each request. */
async function misses(
  server: ServerProcess,
  name: string,
  pages: Pages,
  seconds: number,
  print: Print,
): Promise<object> {
  await pagesFor(server.url, pages, 0.5);
  const [mainBefore, allBefore] = [await server.mainThreadUs(), await server.cpuMs()];
  const { whole, empty } = await pagesFor(server.url, pages, seconds);
  const us = ((await server.mainThreadUs()) - mainBefore) / (whole + empty);
  const cpuMs = ((await server.cpuMs()) - allBefore) / (whole + empty);
  const perSecond = whole / seconds;
  print(
    `  ${name.padEnd(8)} rendered ${rate(perSecond)}/s   ${us.toFixed(0).padStart(5)} us of the main thread   ${cpuMs.toFixed(1)} ms of all threads   ${empty} without content`,
  );
  return { perSecond, us, cpuMs, empty };
}

/** Asks for one page after the other on a few connections. */
async function pagesFor(
  url: string,
  pages: Pages,
  seconds: number,
): Promise<{ readonly whole: number; readonly empty: number }> {
  const end = performance.now() + seconds * 1000;
  let [turn, whole, empty] = [0, 0, 0];
  const ask = async () => {
    const client = new PageClient(url);
    while (performance.now() < end) {
      if (await client.get(pages(turn++))) whole += 1;
      else empty += 1;
    }
    client.close();
  };
  await Promise.all(Array.from({ length: RENDERING }, ask));
  return { whole, empty };
}

/** The memory of the server while 10,000 different pages are rendered. */
async function memoryAfterMany(server: ServerProcess, print: Print): Promise<object> {
  const parts = 4;
  const memory = [memoryOf(server.pid).own];
  let turn = 0;
  for (let part = 0; part < parts; part += 1) {
    const ask = async () => {
      const client = new PageClient(server.url);
      while (turn < ((part + 1) * DIFFERENT) / parts) {
        const number = turn++;
        await client.get(
          number % 2 === 0 ? `/leaderboard?search=${number.toString(36)}` : `/login?next=/${number}`,
        );
      }
      client.close();
    };
    await Promise.all(Array.from({ length: RENDERING }, ask));
    memory.push(memoryOf(server.pid).own);
  }
  print(
    `  memory after ${memory.map((mb, part) => `${((part * DIFFERENT) / parts).toLocaleString('en')} pages ${mb.toFixed(0)} MB`).join('   ')}`,
  );
  return { memory };
}

/** Likes a second alone, beside reads of pages that show these posts, and beside pages that are rendered all the time. */
async function likesBeside(
  server: ServerProcess,
  stage: Stage,
  seconds: number,
  print: Print,
): Promise<object> {
  const { url } = server;
  const pressers = await Presser.connect(url, stage.people, roundThePosts(stage));
  const reader = new PageClient(url);
  const shown = [
    { page: '/leaderboard', calls: ['/api/posts?sort=recent&limit=60'] },
    ...stage.posts.map((id) => ({
      page: `/post/${id}`,
      calls: [`/api/posts/${id}`, `/api/posts/${id}/comments`],
    })),
  ];
  const next = () => shown[turn++ % shown.length] ?? { page: '/', calls: [] };
  let turn = 0;
  const beside: Readonly<Record<string, () => Promise<unknown>>> = {
    nothing: async () => undefined,
    [`${READS_A_SECOND} pages a second`]: () =>
      paced(READS_A_SECOND, seconds, [() => reader.get(next().page)]),
    'as many empty ones and their calls': () =>
      paced(READS_A_SECOND, seconds, [
        async () => {
          for (const one of [EMPTY_PAGE, ...next().calls]) await reader.get(one);
        },
      ]),
    'renders without end': () =>
      pagesFor(url, (one) => `/leaderboard?search=${(turn++ + one).toString(36)}x`, seconds),
  };
  const rates = Object.keys(beside).map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [side, read] of Object.values(beside).entries()) {
      const [{ perSecond }] = await Promise.all([pressFor(pressers, seconds), read()]);
      // The first round warms up.
      if (round > 0) rates[side]?.push(perSecond);
    }
  }
  for (const presser of pressers) presser.close();
  reader.close();
  const [alone = [], ...others] = rates;
  const ratios = others.map((ofSide) =>
    median(ofSide.map((likes, round) => likes / (alone[round] ?? Number.NaN))),
  );
  const sides = Object.keys(beside).slice(1);
  print(
    `  likes alone ${rate(median(alone))}/s   ${sides.map((side, index) => `beside ${side}: ratio ${ratios[index]?.toFixed(2)}`).join('   ')}`,
  );
  return { alone: median(alone), ...Object.fromEntries(sides.map((side, index) => [side, ratios[index]])) };
}
