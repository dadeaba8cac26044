import { anonymousUsername, USERNAME_BYTES } from '@footnote/backend/domain/account/anonymous-username.js';
import type { BulkDocument } from '@footnote/backend/kernel/document-store.js';
import type { Recorded } from '@footnote/backend/kernel/event.js';
import { SqliteDocumentStore } from '@footnote/backend/infrastructure/document-store/sqlite-document-store.js';
import { CurrentViews } from '@footnote/backend/kernel/views/current-views.js';
import { people } from '@footnote/backend/projections/accounts/people.projection.js';
import {
  leaderboard,
  type LeaderboardDocument,
} from '@footnote/backend/projections/leaderboard/leaderboard.projection.js';
import { authors } from '@footnote/backend/projections/names/authors.projection.js';
import { names } from '@footnote/backend/projections/names/names.projection.js';
import type { Projection } from '@footnote/backend/projections/projection.js';
import { weekly } from '@footnote/backend/projections/weekly/weekly.projection.js';
import { type Readers, readersOver } from '@footnote/backend/test/support/readers.js';
import { seededRandom, seededUuid } from '@footnote/backend/demo/random.js';
import { postPublished } from '@footnote/backend/test/support/made-up.js';
import { type Bench, inScratchFolder, quantile } from './scratch.js';

const SIZES = [1000, 10_000, 100_000, 1_000_000];
const POSTS_A_PERSON = 20;
const ROUNDS = 300;
const WARM_UP = 50;
const BATCH = 20_000;
const FIRST_POST = Date.UTC(2026, 0, 5);
const MINUTE = 60_000;

/** A filled board: its readers, and cursors and names that it contains. */
interface Board {
  readonly leaderboard: Readers['leaderboard'];
  readonly ranks: Readers['ranks'];
  readonly cursors: readonly (readonly [string, string])[];
  readonly ids: readonly string[];
  readonly usernames: readonly string[];
}

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
};

/** Measured separately: it scans much memory to count, and would evict the processor caches of the others. */
const COUNTING_QUESTIONS: Readonly<Record<string, Question>> = {
  'why this rank': ({ ranks, ids }, turn) => ranks.rank(nth(ids, turn), null),
};

/**
 * The response times of board pages and searches as the number of posts grows, on SQLite. The projections fold generated
 * events and the views commit the documents as usual. There is one person for each twenty posts.
 */
export const benchGrowth: Bench = async (print) => {
  const figures: Record<string, Record<string, { p50: number; p99: number }>> = {};
  for (const size of SIZES) {
    await inScratchFolder(async (folder) => {
      const start = performance.now();
      const store = new SqliteDocumentStore(folder);
      const { board, close } = await filled(store, size);
      const seconds = Math.round((performance.now() - start) / 1000);
      print(`${size.toLocaleString('en')} posts, filled in ${seconds} s`);
      figures[size] = {
        ...(await measured(board, QUESTIONS)),
        ...(await measured(board, COUNTING_QUESTIONS)),
      };
      await close();
      await store.close();
    });
    for (const [name, { p50, p99 }] of Object.entries(figures[size] ?? {})) {
      const ratio = p99 / (figures[SIZES[0] ?? 0]?.[name]?.p99 ?? Number.NaN);
      print(
        `  ${name.padEnd(18)}p50 ${inMs(p50)}   p99 ${inMs(p99)}   p99 to that of 1,000 posts ${ratio.toFixed(2)}`,
      );
    }
  }
  return { milliseconds: figures };
};

async function measured(
  board: Board,
  questions: Readonly<Record<string, Question>>,
): Promise<Record<string, { p50: number; p99: number }>> {
  const times = new Map(Object.keys(questions).map((name) => [name, [] as number[]]));
  // In turns, so that a slow moment of the machine affects all of them equally.
  for (let turn = 0; turn < WARM_UP + ROUNDS; turn += 1) {
    for (const [name, question] of Object.entries(questions)) {
      const start = performance.now();
      await question(board, turn);
      if (turn >= WARM_UP) times.get(name)?.push(performance.now() - start);
    }
  }
  return Object.fromEntries(
    [...times].map(([name, taken]) => [name, { p50: quantile(taken, 0.5), p99: quantile(taken, 0.99) }]),
  );
}

async function filled(
  store: SqliteDocumentStore,
  size: number,
): Promise<{ board: Board; close: () => Promise<void> }> {
  const random = seededRandom(size);
  const persons = Array.from({ length: Math.ceil(size / POSTS_A_PERSON) }, () => {
    const bytes = Uint8Array.from({ length: USERNAME_BYTES }, () => Math.floor(random() * 256));
    return { id: seededUuid(random), username: anonymousUsername(bytes) };
  });
  const cursors: (readonly [string, string])[] = [];
  const ids: string[] = [];
  const live = new CurrentViews();
  const show = async <Document extends object>(
    projection: Projection<Document>,
    documents: Iterable<readonly [string, Document]>,
  ) => live.show(projection.name, await put(store, projection, documents));
  await show(people, peopleOf(persons));
  await show(names, namesOf(persons));
  await show(
    authors,
    persons.map(({ id }) => [id, { posts: POSTS_A_PERSON }] as const),
  );
  await show(weekly, []);
  await show(leaderboard, postsOf(size, persons, random, cursors, ids));
  const readers = readersOver(live);
  return {
    board: {
      leaderboard: readers.leaderboard,
      ranks: readers.ranks,
      cursors,
      ids,
      usernames: persons.slice(0, ROUNDS).map(({ username }) => username),
    },
    close: () => live.close(),
  };
}

/** Fills a view like a rebuild: in bulk, with its indexes built at the end. */
async function put<Document extends object>(
  store: SqliteDocumentStore,
  { name, indexes }: Projection<Document>,
  documents: Iterable<readonly [string, Document]>,
) {
  const generation = 'v1-1';
  const build = await store.build({ name, generation, indexes });
  let batch: BulkDocument[] = [];
  const commit = async () => {
    await build.write(batch);
    batch = [];
  };
  for (const [id, document] of documents) {
    batch.push({ id, position: 1, body: JSON.stringify(document), isNew: true });
    if (batch.length === BATCH) await commit();
  }
  await commit();
  await build.finish({ checkpoint: 1, origin: null, parked: [] });
  await build.close();
  return store.open<Document>({ name, generation, indexes });
}

interface Person {
  readonly id: string;
  readonly username: string;
}

function* peopleOf(persons: readonly Person[]) {
  for (const { id, username } of persons) {
    const document = people.on.AccountRegistered?.fold(null, registered(id, username), id);
    if (document) yield [id, { ...document, isVerified: true }] as const;
  }
}

function* namesOf(persons: readonly Person[]) {
  for (const { id, username } of persons) {
    const event = registered(id, username);
    for (const nameId of names.on.AccountRegistered?.ids(event) ?? []) {
      const document = names.on.AccountRegistered?.fold(null, event, nameId);
      if (document) yield [nameId, { ...document, isVerified: true }] as const;
    }
  }
}

/** Posts one minute apart, each with an AI score and up to ten ratings. Collects some ids to query. */
function* postsOf(
  size: number,
  persons: readonly Person[],
  random: () => number,
  cursors: (readonly [string, string])[],
  ids: string[],
): Generator<readonly [string, LeaderboardDocument]> {
  const every = Math.max(1, Math.floor(size / ROUNDS));
  for (let index = 0; index < size; index += 1) {
    const id = seededUuid(random);
    const ownerId = persons[index % persons.length]?.id ?? '';
    const scores = { toeAlignment: 7, toeNails: 7, footShape: 7, aesthetic: 7 };
    const { data } = postPublished(id, {
      ownerId,
      rating: { scores, score: Math.round(random() * 100) / 10, comment: '' },
      publishedAt: new Date(FIRST_POST + index * MINUTE).toISOString(),
    });
    let post = leaderboard.on.PostPublished?.fold(null, recorded('PostPublished', data), id) ?? null;
    for (let count = Math.floor(random() * 10); count > 0; count -= 1) {
      const rating = { postId: id, ownerId, userId: '', score: Math.floor(random() * 11) };
      post = leaderboard.on.Rated?.fold(post, recorded('Rated', rating), id) ?? null;
    }
    if (!post) throw new Error('the board has no fold for this event');
    if (index % every === 0) {
      cursors.push([post.rank, id]);
      ids.push(id);
    }
    yield [id, post];
  }
}

function registered(accountId: string, username: string) {
  return recorded('AccountRegistered', {
    accountId,
    username,
    email: null,
    emailHash: '',
    passwordHash: null,
  });
}

function recorded<Type extends string, Data>(type: Type, data: Data): Recorded<Type, Data> {
  return { type, data } as unknown as Recorded<Type, Data>;
}

function nth<Item>(items: readonly Item[], turn: number): Item {
  const item = items[turn % items.length];
  if (item === undefined) throw new Error('there is nothing to query');
  return item;
}

function inMs(milliseconds: number): string {
  return `${milliseconds.toFixed(2).padStart(8)} ms`;
}
