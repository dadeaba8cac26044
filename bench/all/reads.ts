import { Presser, roundThePosts, takeBack } from '../likes/pressing.js';
import { type Asked, readRounds, startBare } from '../reads.js';
import { floodBesideLikes } from '../reads/beside-likes.js';
import type { Ask } from '../reads/flood.js';
import { type ServerProcess, startFootnote, viewsComplete } from '../server-process.js';
import { rendered } from '../ssr.js';
import type { Builds, Plan, Prepared } from './plan.js';
import type { SideName, Table } from './table.js';

const ROUNDS = 5;
const LIKES_A_SECOND = [100, 500];
const BOARD: Ask = { path: '/api/posts?sort=top&limit=50' };

type Started = Prepared & { readonly server: ServerProcess };

/** Kept answers of servers that write their log, compared with Node's own server; and the board while likes change it. */
export async function readsUnderLoad(
  { ours: prepared, before: other }: Builds<Prepared>,
  plan: Plan,
  table: Table,
): Promise<void> {
  const ours = await start(prepared);
  const before = other && (await start(other));
  try {
    await kept(ours, before, plan, table);
    await board(ours, before, plan, table);
  } finally {
    await ours.server.stop();
    await before?.server.stop();
  }
}

async function start(prepared: Prepared): Promise<Started> {
  const { dataDir, checkout } = prepared;
  const server = await startFootnote(dataDir, { LOG_LEVEL: 'info' }, { checkout });
  await viewsComplete(server);
  return { ...prepared, server };
}

const pageOf = ({ stage }: Prepared) => `/post/${stage.posts[0]}`;

const ASKS: Readonly<Record<string, (of: Prepared) => Ask>> = {
  board: () => BOARD,
  post: ({ stage }) => ({ path: `/api/posts/${stage.posts[0]}` }),
  'page of a post': (of) => ({ path: pageOf(of) }),
};

async function kept(
  ours: Started,
  before: Started | undefined,
  { seconds }: Plan,
  table: Table,
): Promise<void> {
  await rendered(ours.server, pageOf(ours));
  const asks = Object.fromEntries(Object.entries(ASKS).map(([name, of]) => [name, of(ours)]));
  const silent = await startBare(ours.server, asks, 'off');
  const telling = await startBare(ours.server, asks, 'on');
  try {
    for (const [name, of] of Object.entries(ASKS)) {
      const asked = (side: Started): Asked => ({ server: side.server, ask: of(side) });
      const rounds = await readRounds<string>(
        {
          silent: { server: silent, ask: of(ours) },
          telling: { server: telling, ask: of(ours) },
          ours: asked(ours),
          ...(before && { before: asked(before) }),
        },
        seconds,
      );
      const us = (side: string) => (rounds[side] ?? []).map(({ cpuUs }) => [cpuUs]);
      const sides = { ours: us('ours'), before: us('before') };
      table.add(`kept ${name}, CPU against node:http, µs`, { ...sides, limit: us('silent') });
      table.add(`kept ${name}, CPU against node:http with a log line, µs`, {
        ...sides,
        limit: us('telling'),
      });
    }
  } finally {
    await silent.stop();
    await telling.stop();
  }
}

async function board(
  ours: Started,
  before: Started | undefined,
  { seconds }: Plan,
  table: Table,
): Promise<void> {
  const sides = await Promise.all(
    Object.entries({ ours, ...(before && { before }) }).map(async ([name, { server, stage }]) => {
      const page = (await (await fetch(`${server.url}${BOARD.path}`)).json()) as { id: string }[];
      const posts = page.map(({ id }) => id);
      await takeBack(server.url, stage, posts);
      const pressers = await Presser.connect(server.url, stage.people, roundThePosts({ posts }));
      return { name: name as SideName, server, pressers };
    }),
  );
  for (const likesASecond of LIKES_A_SECOND) {
    const rates = { limit: [], ours: [] as number[][], before: [] as number[][] };
    const p99s = { limit: [], ours: [] as number[][], before: [] as number[][] };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { name, server, pressers } of sides) {
        const { perSecond, p99 } = await floodBesideLikes(server, BOARD, pressers, { likesASecond, seconds });
        (rates[name] as number[][]).push([perSecond]);
        (p99s[name] as number[][]).push([p99]);
      }
    }
    table.add(`board while ${likesASecond} likes/s touch it, requests/s`, rates);
    table.add(`board while ${likesASecond} likes/s touch it, p99, ms`, p99s);
  }
  for (const { pressers } of sides) for (const presser of pressers) presser.close();
}
