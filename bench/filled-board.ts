import { anonymousUsername, USERNAME_BYTES } from '@footnote/backend/domain/account/anonymous-username.js';
import { weekOf } from '@footnote/backend/domain/week/iso-week.js';
import type { BulkDocument } from '@footnote/backend/kernel/document-store.js';
import type { Recorded } from '@footnote/backend/kernel/event.js';
import { SqliteDocumentStore } from '@footnote/backend/infrastructure/document-store/sqlite-document-store.js';
import { CurrentViews } from '@footnote/backend/kernel/views/current-views.js';
import { ViewFold } from '@footnote/backend/kernel/views/view-fold.js';
import { people } from '@footnote/backend/projections/accounts/people.projection.js';
import {
  leaderboard,
  type LeaderboardDocument,
} from '@footnote/backend/projections/leaderboard/leaderboard.projection.js';
import { names } from '@footnote/backend/projections/names/names.projection.js';
import type { Projection } from '@footnote/backend/projections/projection.js';
import { weekly } from '@footnote/backend/projections/weekly/weekly.projection.js';
import { type Readers, readersOver } from '@footnote/backend/test/support/readers.js';
import { seededRandom, seededUuid } from '@footnote/backend/demo/random.js';
import { applied } from '@footnote/backend/test/support/boosts.js';
import { postPublished } from '@footnote/backend/test/support/made-up.js';

const POSTS_A_PERSON = 20;
const BATCH = 20_000;
const BOOSTS_A_BATCH = 200;
const FIRST_POST = Date.UTC(2026, 0, 5);
const MINUTE = 60_000;
const DAY = 86_400_000;
const MINUTES_A_WEEK = 7 * 24 * 60;
const GENERATION = 'v1-1';

/** A filled board: its readers, and cursors and names that it contains. */
export interface Board {
  readonly leaderboard: Readers['leaderboard'];
  readonly ranks: Readers['ranks'];
  readonly cursors: readonly (readonly string[])[];
  readonly ids: readonly string[];
  readonly usernames: readonly string[];
  /** Boosts posts until this many have a boost, half of them a mega boost. */
  readonly boost: (count: number) => Promise<void>;
}

interface Content {
  /** The sort keys and ids of some posts, from all parts of the board. */
  readonly keys: (readonly [string, string])[];
  readonly ids: string[];
  /** The posts to boost, from all parts of the board. */
  readonly boostable: string[];
}

/** How many posts to choose for queries, and how many to choose for boosts at most. */
interface Choices {
  readonly queries: number;
  readonly boosts: number;
}

/**
 * Fills a board with posts one minute apart, and the views that its readers need. There is one person for each twenty
 * posts.
 */
export async function filledBoard(
  store: SqliteDocumentStore,
  size: number,
  choices: Choices,
): Promise<{ board: Board; close: () => Promise<void> }> {
  const random = seededRandom(size);
  const persons = Array.from({ length: Math.ceil(size / POSTS_A_PERSON) }, () => {
    const bytes = Uint8Array.from({ length: USERNAME_BYTES }, () => Math.floor(random() * 256));
    return { id: seededUuid(random), username: anonymousUsername(bytes) };
  });
  const content: Content = { keys: [], ids: [], boostable: [] };
  const live = new CurrentViews();
  const show = async <Document extends object>(
    projection: Projection<Document>,
    documents: Iterable<readonly [string, Document]>,
  ) => {
    const view = await put(store, projection, documents);
    live.show(projection.name, view);
    return view;
  };
  await show(people, peopleOf(persons));
  await show(names, namesOf(persons));
  await show(weekly, []);
  const posts = await show(leaderboard, countedPosts(postsOf(size, persons, random, content, choices)));
  const now = new Date(FIRST_POST + size * MINUTE);
  // Ids are random, so that in their order the posts are of all ages.
  const boostable = content.boostable.toSorted();
  const readers = readersOver(live, live, { now: () => now });
  const fold = await ViewFold.of(leaderboard, GENERATION, posts);
  return {
    board: {
      leaderboard: readers.leaderboard,
      ranks: readers.ranks,
      cursors: content.keys.map((key) => [now.toISOString(), 'none', ...key]),
      ids: content.ids,
      boost: (count) => boost(fold, boostable.slice(0, count), now),
      usernames: persons.slice(0, choices.queries).map(({ username }) => username),
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
  const generation = GENERATION;
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
      const hidden = names.on.AccountRegistered?.fold(null, event, nameId) ?? null;
      const document = names.on.EmailVerified?.fold(
        hidden,
        recorded('EmailVerified', { accountId: id }),
        nameId,
      );
      if (document) yield [nameId, document] as const;
    }
  }
}

/** Adds the counts of the posts, as a rebuild does. */
function* countedPosts(
  posts: Iterable<readonly [string, LeaderboardDocument]>,
): Generator<readonly [string, LeaderboardDocument]> {
  const counts = new Map<string, Record<string, number>>();
  for (const [id, post] of posts) {
    const key = leaderboard.counts?.keyOf(post) ?? null;
    for (const count of key === null ? [] : (leaderboard.counts?.countedIn(key) ?? [])) {
      const known = counts.get(count.id) ?? {};
      known[count.name] = (known[count.name] ?? 0) + 1;
      counts.set(count.id, known);
    }
    yield [id, post];
  }
  for (const [id, known] of counts) yield [id, { counts: known } as unknown as LeaderboardDocument];
}

/** Boosts those of these posts that have no boost yet, in the order of the list, through the view's own fold. */
async function boost(fold: ViewFold<LeaderboardDocument>, ids: readonly string[], now: Date): Promise<void> {
  // The position says how many are boosted: it begins at 1, and each event is one position.
  const events = ids.slice(fold.position - 1).map((postId, index) => {
    const position = fold.position + 1 + index;
    const appliedAt = new Date(now.getTime() - ((position * MINUTE) % DAY)).toISOString();
    const boostType = position % 2 === 0 ? 'mega' : 'regular';
    const expiresAt = new Date(Date.parse(appliedAt) + (boostType === 'mega' ? 7 * DAY : DAY)).toISOString();
    const { data } = applied(postId, { boostId: postId, boostType, appliedAt, expiresAt });
    return { ...recorded('BoostApplied', data), id: postId, position };
  });
  for (let at = 0; at < events.length; at += BOOSTS_A_BATCH) {
    const batch = events.slice(at, at + BOOSTS_A_BATCH);
    await fold.handle(batch as unknown as readonly Recorded[], batch.at(-1)?.position ?? 0);
  }
}

/** Posts one minute apart, each with an AI score and up to ten ratings. Collects some of them to query. */
function* postsOf(
  size: number,
  persons: readonly Person[],
  random: () => number,
  { keys, ids, boostable }: Content,
  { queries, boosts }: Choices,
): Generator<readonly [string, LeaderboardDocument]> {
  const every = Math.max(1, Math.floor(size / queries));
  let week = '';
  for (let index = 0; index < size; index += 1) {
    const publishedAt = new Date(FIRST_POST + index * MINUTE);
    // The first post is of the first minute of a Monday.
    if (index % MINUTES_A_WEEK === 0) week = weekOf(publishedAt, 'UTC');
    const id = seededUuid(random);
    const ownerId = persons[index % persons.length]?.id ?? '';
    const scores = { toeAlignment: 7, toeNails: 7, footShape: 7, aesthetic: 7 };
    const { data } = postPublished(id, {
      ownerId,
      rating: { scores, score: Math.round(random() * 100) / 10, comment: '' },
      publishedAt: publishedAt.toISOString(),
      week,
    });
    let post = leaderboard.on.PostPublished?.fold(null, recorded('PostPublished', data), id) ?? null;
    for (let count = Math.floor(random() * 10); count > 0; count -= 1) {
      const rating = { postId: id, ownerId, userId: '', score: Math.floor(random() * 11) };
      post = leaderboard.on.Rated?.fold(post, recorded('Rated', rating), id) ?? null;
    }
    if (!post) throw new Error('the board has no fold for this event');
    if (index % every === 0) {
      keys.push([post.rank, id]);
      ids.push(id);
    }
    if (random() < (2 * boosts) / size) boostable.push(id);
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
