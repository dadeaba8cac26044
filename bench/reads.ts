import { cp } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Peer, startPeer } from './likes/peer.js';
import { type Stage, setStage } from './likes/stage.js';
import { askForMany, costBesideLikes, likesOn } from './reads/beside-likes.js';
import { type Ask, flood } from './reads/flood.js';
import { firstBytes } from './reads/newcomers.js';
import { type Bench, inScratchFolder, median, rate } from './scratch.js';
import { type ServerProcess, startFootnote, startServer, viewsComplete } from './server-process.js';

const EVENTS = 100_000;
const ROUNDS = 5;
const CONNECTIONS = 64;
const SECONDS = 2;
const WARM_UP_MS = 500;

const BARE = fileURLToPath(new URL('./reads/bare.process.js', import.meta.url));

/** Footnote with request logs. */
const SETTINGS = { LOG_LEVEL: 'info' };

const KEPT_BESIDE_LIKES = 5000;

type Print = (line: string) => void;
type Sides = Readonly<Record<'kept' | 'composed' | 'bare' | 'silent' | 'peer', ServerProcess>>;

/**
 * Measures public reads by 64 clients: answers that are kept, answers that are composed each time, and Node's own server
 * that sends the same status, headers and body, with the same log line and without (`silent`); the board also with NestJS, TypeORM and
 * PostgreSQL. The sides take turns. Then new connections to a busy server, and reads beside likes.
 */
export const benchReads: Bench = (print, { events = EVENTS, seconds = SECONDS }) =>
  inScratchFolder(async (folder) => {
    const dataDir = path.join(folder, 'ours');
    const rows = path.join(folder, 'rows.ndjson');
    const stage = await setStage(dataDir, events, rows);
    const { posts, people } = stage;
    const first = await startFootnote(dataDir);
    await viewsComplete(first);
    const asks = await asksOn(first.url, posts[0] ?? '', people[0]?.id ?? '');
    await first.stop();
    const copy = path.join(folder, 'copy');
    await cp(dataDir, copy, { recursive: true });
    const figures: Record<string, object> = {};
    const kept = await startFootnote(dataDir, SETTINGS);
    const bare = await startBare(kept, asks, 'on');
    const silent = await startBare(kept, asks, 'off');
    try {
      for (const [name, ask] of Object.entries(asks)) {
        figures[name] = await compared(name, ask, { kept, bare, silent }, seconds, print);
      }
      const { board } = asks;
      await withPeer(folder, rows, print, async (peer) => {
        figures['board, peer'] = await compared('board', board, { kept, peer }, seconds, print);
      });
      figures['first bytes'] = await newcomers('kept', kept, board, print);
      figures['beside likes'] = await besideLikes(kept, board, stage, seconds, print);
    } finally {
      await kept.stop();
      await bare.stop();
      await silent.stop();
    }
    const composed = await startFootnote(dataDir, { ...SETTINGS, ANSWER_CACHE_MB: '0' });
    try {
      for (const [name, ask] of Object.entries(asks)) {
        if (!ask.headers)
          figures[`${name}, composed`] = await compared(name, ask, { composed }, seconds, print);
      }
      figures['first bytes, composed'] = await newcomers('composed', composed, asks.board, print);
    } finally {
      await composed.stop();
    }
    figures['likes'] = await likesBesideKept([dataDir, copy], stage, seconds, print);
    return figures;
  });

/** The bare server with the answers of another. */
export function startBare(
  { url }: ServerProcess,
  asks: Readonly<Record<string, Ask>>,
  lines: 'on' | 'off',
): Promise<ServerProcess> {
  const paths = new Set(Object.values(asks).map((ask) => ask.path));
  return startServer([BARE, url, ...paths], { LOG_LINES: lines });
}

async function withPeer(
  folder: string,
  rows: string,
  print: Print,
  work: (peer: Peer) => Promise<void>,
): Promise<void> {
  let peer: Peer;
  try {
    peer = await startPeer(folder, rows);
  } catch (error) {
    print(`without the peer: ${(error as Error).message}`);
    return;
  }
  try {
    print(`peer: NestJS, TypeORM and ${peer.versions}, without the time of PostgreSQL; its newest posts`);
    await work(peer);
  } finally {
    await peer.stop();
  }
}

async function newcomers(side: string, server: ServerProcess, ask: Ask, print: Print): Promise<object> {
  const times = await firstBytes(server, ask, CONNECTIONS);
  print(
    `  ${CONNECTIONS} new connections to a busy server, ${side}: first byte p50 ${times.p50.toFixed(0)} ms   p99 ${times.p99.toFixed(0)} ms`,
  );
  return times;
}

async function besideLikes(
  server: ServerProcess,
  ask: Ask,
  stage: Stage,
  seconds: number,
  print: Print,
): Promise<object> {
  const page = (await (await fetch(`${server.url}${ask.path}`)).json()) as { id: string }[];
  const shown = page.map(({ id }) => id);
  const others = stage.posts.filter((id) => !shown.includes(id));
  const us = {
    quiet: await costBesideLikes(server, ask, stage, [], seconds),
    others: await costBesideLikes(server, ask, stage, others, seconds),
    shown: await costBesideLikes(server, ask, stage, shown, seconds),
  };
  const inUs = (cost: number) => `${cost.toFixed(0).padStart(4)} us`;
  for (const [posts, { flood: fast, paced }] of Object.entries(us)) {
    print(
      `  board, 500 likes/s, ${posts.padEnd(7)}${CONNECTIONS} connections ${inUs(fast)}   500 reads/s ${inUs(paced)}`,
    );
  }
  return us;
}

async function likesBesideKept(
  [keeping = '', empty = '']: readonly string[],
  stage: Stage,
  seconds: number,
  print: Print,
): Promise<object> {
  const settings = { ANSWER_CACHE_MB: '1000' };
  const servers = [await startFootnote(keeping, settings), await startFootnote(empty, settings)] as const;
  try {
    const kept = await askForMany(servers[0], KEPT_BESIDE_LIKES);
    const [beside = [], without = []] = await likesOn(servers, stage, seconds);
    const ratio = median(beside.map((likes, round) => likes / (without[round] ?? Number.NaN)));
    print(
      `  likes with ${kept.toLocaleString('en')} cached answers ${rate(median(beside))}/s   with none ${rate(median(without))}/s   ratio ${ratio.toFixed(2)}`,
    );
    return { kept, ratio, beside: median(beside), without: median(without) };
  } finally {
    for (const { stop } of servers) await stop();
  }
}

async function asksOn(
  url: string,
  postId: string,
  userId: string,
): Promise<Readonly<Record<string, Ask>> & { readonly board: Ask }> {
  const board: Ask = { path: '/api/posts?sort=top&limit=50' };
  const etag = (
    await fetch(`${url}${board.path}`, { headers: { 'accept-encoding': 'identity' } })
  ).headers.get('etag');
  return {
    board,
    'board, 304': { ...board, headers: { 'if-none-match': etag ?? '' } },
    post: { path: `/api/posts/${postId}` },
    rank: { path: `/api/posts/${postId}/rank` },
    comments: { path: `/api/posts/${postId}/comments` },
    profile: { path: `/api/users/${userId}` },
    week: { path: '/api/leaderboard/weekly?limit=50' },
    'Hall of Fame': { path: '/api/leaderboard/weeks' },
  };
}

async function compared(
  name: string,
  ask: Ask,
  sides: Partial<Sides>,
  seconds: number,
  print: Print,
): Promise<object> {
  const asked = Object.entries(sides).map(([side, server]): [string, Asked] => [side, { server, ask }]);
  const rounds: Partial<Record<string, readonly Reads[]>> = await readRounds(
    Object.fromEntries(asked),
    seconds,
  );
  const of = (reads: readonly Reads[], figure: keyof Reads) => median(reads.map((read) => read[figure]));
  const { kept, composed, ...others } = rounds;
  const ours = kept ?? composed ?? [];
  const told = Object.entries(rounds).map(
    ([side, reads = []]) =>
      `${side} ${rate(of(reads, 'perSecond'))}/s ${of(reads, 'cpuUs').toFixed(0).padStart(4)} us`,
  );
  const ratios = Object.entries(others).map(([side, reads = []]): [string, number] => [
    side,
    median(reads.map(({ perSecond }, round) => (ours[round]?.perSecond ?? Number.NaN) / perSecond)),
  ]);
  const toOthers = ratios.map(([side, ratio]) => `   to ${side} ${ratio.toFixed(2)}`);
  print(`  ${name.padEnd(14)}${told.join('   ')}${toOthers.join('')}`);
  return {
    ratio: ratios[0]?.[1],
    ratios: Object.fromEntries(ratios),
    ...Object.fromEntries(Object.entries(rounds).map(([side, reads = []]) => [side, of(reads, 'perSecond')])),
  };
}

interface Reads {
  readonly perSecond: number;
  /** Processor time of the server's process for each read, in microseconds. */
  readonly cpuUs: number;
}

/** A server and what clients ask it for. */
export interface Asked {
  readonly server: ServerProcess;
  readonly ask: Ask;
}

/** All clients ask one side after the other, in five rounds after a warm-up. */
export async function readRounds<Name extends string>(
  sides: Readonly<Record<Name, Asked>>,
  seconds: number,
): Promise<Readonly<Record<Name, readonly Reads[]>>> {
  const rounds = Object.entries<Asked>(sides).map(([side, asked]) => ({
    side,
    ...asked,
    reads: [] as Reads[],
  }));
  for (const { server, ask } of rounds) await flood(server.url, ask, CONNECTIONS, WARM_UP_MS);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { server, ask, reads } of rounds) {
      const before = await server.cpuMs();
      const count = await flood(server.url, ask, CONNECTIONS, seconds * 1000);
      reads.push({
        perSecond: count / seconds,
        cpuUs: (((await server.cpuMs()) - before) * 1000) / count,
      });
    }
  }
  return Object.fromEntries(rounds.map(({ side, reads }) => [side, reads])) as unknown as Record<
    Name,
    readonly Reads[]
  >;
}
