import path from 'node:path';
import { encodeCursor } from '@footnote/backend/api/http/paging.js';
import { type Checkout, HERE } from './checkout.js';
import { type Board, boostPosts, fillBoard } from './filled-board.js';
import { KeepAlive } from './likes/keep-alive.js';
import { memoryOf } from './memory.js';
import { type Bench, inScratchFolder, quantile } from './scratch.js';
import { startFootnote, viewsComplete } from './server-process.js';

const SIZES = [1000, 10_000, 100_000, 1_000_000];
/** How many boosts are active on the largest board, in turn. */
const BOOSTS = [100, 5000];
const ROUNDS = 1000;
const WARM_UP = 50;

type Print = (line: string) => void;
export type Questions = Readonly<Record<string, (board: Board, turn: number) => string>>;

const board = (query: string) => `/api/posts?limit=100&${query}`;

export const QUESTIONS: Questions = {
  recent: () => board('sort=recent'),
  top: () => board('sort=top'),
  'deep page': ({ keys }, turn) =>
    board(
      `sort=top&cursor=${encodeCursor(['top', ''], [new Date().toISOString(), 'none', ...nth(keys, turn)])}`,
    ),
  week: () => '/api/leaderboard/weekly?limit=100&week=2024-W01',
  post: ({ ids }, turn) => `/api/posts/${nth(ids, turn)}`,
  'why this rank': ({ ids }, turn) => `/api/posts/${nth(ids, turn)}/rank`,
  comments: ({ ids }, turn) => `/api/posts/${nth(ids, turn)}/comments`,
  profile: ({ people }, turn) => `/api/users/${nth(people, turn).id}`,
  'search, rare': ({ people }, turn) => board(`search=${nth(people, turn).username}`),
  'search, common': () => board('search=otter'),
  'search, none': () => board('search=nobody+is+called+so'),
  'search, a letter': () => board('sort=top&search=o'),
};

/**
 * The response times of reads that are composed each time as the number of posts grows, on the real server with SQLite,
 * beside those of the smallest board, and on the largest board also with boosts. The projections fold generated events. There
 * is one person for each twenty posts. Then the memory of a server that keeps answers, after every page of the largest board
 * was asked for once.
 */
export const benchGrowth: Bench = (print, { posts: largest = 1_000_000 }) =>
  inScratchFolder(async (folder) => {
    const [smallest = largest, ...sizes] = [...SIZES.filter((size) => size < largest), largest];
    const small = await filledBoard(path.join(folder, 'small'), smallest, print);
    const figures: Record<string, Times> = {};
    let memory = {};
    for (const size of sizes) {
      const filled = await filledBoard(path.join(folder, String(size)), size, print);
      figures[size] = await compared(small, filled, print);
      if (size !== largest) continue;
      memory = await memoryAfterAll(filled.dataDir, print);
      let boosts = 0;
      for (const count of BOOSTS) {
        await boostPosts(filled.dataDir, filled.board.boostable.slice(boosts, count));
        boosts = count;
        print(`${size.toLocaleString('en')} posts with ${count.toLocaleString('en')} active boosts`);
        figures[`${size} with ${count} boosts`] = await compared(small, filled, print);
      }
    }
    return { milliseconds: figures, memory };
  });

export interface Filled {
  readonly dataDir: string;
  readonly board: Board;
  /** Whose server answers, and how it is asked; by default this one's. */
  readonly checkout?: Checkout;
  readonly questions?: Questions;
}

async function filledBoard(dataDir: string, size: number, print: Print): Promise<Filled> {
  const start = performance.now();
  const posts = await fillBoard(dataDir, size, { queries: ROUNDS, boosts: Math.max(...BOOSTS) });
  const seconds = Math.round((performance.now() - start) / 1000);
  print(`${size.toLocaleString('en')} posts, filled in ${seconds} s`);
  return { dataDir, board: posts };
}

/** The times of each question, in milliseconds. */
type Times = Readonly<Record<string, { readonly p50: number; readonly p99: number }>>;

/** The times of a board. Prints them beside those of the small board, which answers in turns with it. */
async function compared(small: Filled, large: Filled, print: Print): Promise<Times> {
  const [base = {}, times = {}] = await measured([small, large]);
  for (const [name, { p50, p99 }] of Object.entries(times)) {
    const before = base[name];
    print(
      `  ${name.padEnd(18)}p50 ${inMs(p50)}   p99 ${inMs(p99)}   to those of the smallest board ${ratio(p50, before?.p50)}, ${ratio(p99, before?.p99)}`,
    );
  }
  return times;
}

/** Asks the servers of the boards in turns. */
export async function measured(
  boards: readonly Filled[],
  names: readonly string[] = Object.keys(QUESTIONS),
  rounds: number = ROUNDS,
): Promise<readonly Times[]> {
  const sides = await Promise.all(
    boards.map(async ({ dataDir, board: posts, checkout = HERE, questions = QUESTIONS }) => {
      const server = await startFootnote(dataDir, { ANSWER_CACHE_MB: '0' }, { checkout });
      await viewsComplete(server);
      const times = new Map(names.map((name) => [name, [] as number[]]));
      return { server, posts, questions, times, client: await KeepAlive.to(server.url) };
    }),
  );
  // In turns, so that a slow moment of the machine affects all of them equally.
  for (let turn = 0; turn < WARM_UP + rounds; turn += 1) {
    for (const name of names) {
      for (const { client, posts, questions, times } of sides) {
        const address = questions[name]?.(posts, turn) ?? '';
        const start = performance.now();
        const { status, body } = await client.send('GET', address);
        if (turn >= WARM_UP) times.get(name)?.push(performance.now() - start);
        if (status !== 200) throw new Error(`${address} answered ${status}: ${body}`);
      }
    }
  }
  for (const { client, server } of sides) {
    client.close();
    await server.stop();
  }
  return sides.map(({ times }) =>
    Object.fromEntries(
      [...times].map(([name, taken]) => [name, { p50: quantile(taken, 0.5), p99: quantile(taken, 0.99) }]),
    ),
  );
}

/** Asks once for each page of the board, from the first to the last. */
async function memoryAfterAll(dataDir: string, print: Print): Promise<object> {
  const server = await startFootnote(dataDir);
  await viewsComplete(server);
  let pages = 0;
  for (let next: string | undefined = board('sort=top'); next; pages += 1) {
    const page: Response = await fetch(`${server.url}${next}`);
    await page.arrayBuffer();
    next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
  }
  const memory = memoryOf(server.pid);
  await server.stop();
  const [resident, own, files] = [memory.resident, memory.own, memory.files].map((mb) => mb.toFixed(0));
  print(
    `  after ${pages.toLocaleString('en')} pages: ${resident} MB resident, ${own} of its own, ${files} of files`,
  );
  return { pages, ...memory };
}

function nth<Item>(items: readonly Item[], turn: number): Item {
  const item = items[turn % items.length];
  if (item === undefined) throw new Error('there is nothing to query');
  return item;
}

function ratio(time: number, base = Number.NaN): string {
  return (time / base).toFixed(2);
}

function inMs(milliseconds: number): string {
  return `${milliseconds.toFixed(2).padStart(8)} ms`;
}
