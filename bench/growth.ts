import { SqliteDocumentStore } from '@footnote/backend/infrastructure/document-store/sqlite-document-store.js';
import { type Board, filledBoard } from './filled-board.js';
import { type Bench, inScratchFolder, quantile } from './scratch.js';

const SIZES = [1000, 10_000, 100_000, 1_000_000];
/** How many boosts are active on the largest board, in turn. */
const BOOSTS = [100, 5000];
const ROUNDS = 300;
const WARM_UP = 50;

type Question = (board: Board, turn: number) => Promise<unknown>;

const FIRST = { limit: 100, after: null };

const QUESTIONS: Readonly<Record<string, Question>> = {
  recent: ({ leaderboard: board }) => board.page('recent', null, FIRST),
  top: ({ leaderboard: board }) => board.page('top', null, FIRST),
  'deep page': ({ leaderboard: board, cursors }, turn) =>
    board.page('top', null, { limit: 100, after: nth(cursors, turn) }),
  'search, rare': ({ leaderboard: board, usernames }, turn) =>
    board.page('recent', nth(usernames, turn), FIRST),
  'search, common': ({ leaderboard: board }) => board.page('recent', 'otter', FIRST),
  'search, none': ({ leaderboard: board }) => board.page('recent', 'nobody is called so', FIRST),
  'search, a letter': ({ leaderboard: board }) => board.page('top', 'o', FIRST),
  'why this rank': ({ ranks, ids }, turn) => ranks.rank(nth(ids, turn), null),
};

/**
 * The response times of pages, searches and ranks as the number of posts grows, on SQLite, and on the largest board also
 * with boosts. The projections fold generated events and the views commit the documents as usual. There is one person for
 * each twenty posts.
 */
export const benchGrowth: Bench = async (print, { posts: largest = 1_000_000 }) => {
  const sizes = [...SIZES.filter((size) => size < largest), largest];
  const figures: Record<string, Times> = {};
  for (const size of sizes) {
    await inScratchFolder(async (folder) => {
      const start = performance.now();
      const store = new SqliteDocumentStore(folder);
      const { board, close } = await filledBoard(store, size, {
        queries: ROUNDS,
        boosts: Math.max(...BOOSTS),
      });
      const seconds = Math.round((performance.now() - start) / 1000);
      print(`${size.toLocaleString('en')} posts, filled in ${seconds} s`);
      const unboosted = await measured(board);
      figures[size] = unboosted;
      printTimes(print, unboosted, figures[sizes[0] ?? 0] ?? {}, `${SIZES[0]} posts`);
      if (size === largest) {
        for (const count of BOOSTS) {
          await board.boost(count);
          print(`${size.toLocaleString('en')} posts with ${count.toLocaleString('en')} active boosts`);
          const boosted = await measured(board);
          figures[`${size} with ${count} boosts`] = boosted;
          printTimes(print, boosted, unboosted, 'no boosts');
        }
      }
      await close();
      await store.close();
    });
  }
  return { milliseconds: figures };
};

/** The times of each question, in milliseconds. */
type Times = Readonly<Record<string, { readonly p50: number; readonly p99: number }>>;

function printTimes(print: (line: string) => void, times: Times, base: Times, baseName: string): void {
  for (const [name, { p50, p99 }] of Object.entries(times)) {
    const ratio = p99 / (base[name]?.p99 ?? Number.NaN);
    print(
      `  ${name.padEnd(18)}p50 ${inMs(p50)}   p99 ${inMs(p99)}   p99 to that of ${baseName} ${ratio.toFixed(2)}`,
    );
  }
}

async function measured(board: Board): Promise<Times> {
  const times = new Map(Object.keys(QUESTIONS).map((name) => [name, [] as number[]]));
  // In turns, so that a slow moment of the machine affects all of them equally.
  for (let turn = 0; turn < WARM_UP + ROUNDS; turn += 1) {
    for (const [name, question] of Object.entries(QUESTIONS)) {
      const start = performance.now();
      await question(board, turn);
      if (turn >= WARM_UP) times.get(name)?.push(performance.now() - start);
    }
  }
  return Object.fromEntries(
    [...times].map(([name, taken]) => [name, { p50: quantile(taken, 0.5), p99: quantile(taken, 0.99) }]),
  );
}

function nth<Item>(items: readonly Item[], turn: number): Item {
  const item = items[turn % items.length];
  if (item === undefined) throw new Error('there is nothing to query');
  return item;
}

function inMs(milliseconds: number): string {
  return `${milliseconds.toFixed(2).padStart(8)} ms`;
}
