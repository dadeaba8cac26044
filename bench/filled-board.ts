import { openStorage } from '@footnote/backend/composition/storage.js';
import { anonymousUsername, USERNAME_BYTES } from '@footnote/backend/domain/account/anonymous-username.js';
import { UNRECORDED } from '@footnote/backend/domain/rating/rating.js';
import { weekOf } from '@footnote/backend/domain/week/iso-week.js';
import type { BulkDocument, DocumentStore } from '@footnote/backend/kernel/document-store.js';
import type { Recorded } from '@footnote/backend/kernel/event.js';
import { people } from '@footnote/backend/projections/accounts/people.js';
import {
  leaderboard,
  type LeaderboardDocument,
} from '@footnote/backend/projections/leaderboard/leaderboard.js';
import { names } from '@footnote/backend/projections/names.js';
import type { Projection } from '@footnote/backend/projections/view.js';
import { seededRandom, seededUuid } from '@footnote/backend/demo/random.js';
import { applied } from '@footnote/backend/test/support/boosts.js';
import { createLog, writeHistory } from '@footnote/backend/test/support/history.js';
import { postPublished } from '@footnote/backend/test/support/made-up.js';
import { chapter } from './likes/stage.js';

const POSTS_A_PERSON = 20;
const BATCH = 20_000;
/** A Monday, a million minutes ago or more. */
const FIRST_POST = Date.UTC(2024, 0, 1);
const MINUTE = 60_000;
const DAY = 86_400_000;
const MINUTES_A_WEEK = 7 * 24 * 60;

/** A filled board: cursors, names and ids that it contains, from all parts of it. */
export interface Board {
  /** The sort keys and ids of some posts. */
  readonly keys: readonly (readonly [string, string])[];
  readonly ids: readonly string[];
  readonly people: readonly { readonly id: string; readonly username: string }[];
  /** The posts to boost. */
  readonly boostable: readonly string[];
}

interface Content {
  readonly keys: (readonly [string, string])[];
  readonly ids: string[];
  readonly boostable: string[];
}

/** How many posts to choose for queries, and how many to choose for boosts at most. */
interface Choices {
  readonly queries: number;
  readonly boosts: number;
}

const settingsOf = (dataDir: string) => ({ dataDir, eventstoreUrl: null, mongodbUrl: null });
const patience = { seconds: 0, tell: () => undefined };

/**
 * Fills a new data folder with a board: posts one minute apart in the views that readers of boards need, and an empty log.
 * There is one person for each twenty posts.
 */
export async function fillBoard(dataDir: string, size: number, choices: Choices): Promise<Board> {
  const random = seededRandom(size);
  const persons = Array.from({ length: Math.ceil(size / POSTS_A_PERSON) }, () => {
    const bytes = Uint8Array.from({ length: USERNAME_BYTES }, () => Math.floor(random() * 256));
    return { id: seededUuid(random), username: anonymousUsername(bytes) };
  });
  const content: Content = { keys: [], ids: [], boostable: [] };
  const storage = await openStorage(settingsOf(dataDir), patience);
  try {
    const { store } = storage;
    await createLog(storage);
    await put(store, people, peopleOf(persons));
    await put(store, names, namesOf(persons));
    await put(store, leaderboard, countedPosts(postsOf(size, persons, random, content, choices)));
  } finally {
    await storage.close();
  }
  // Ids are random, so that in their order the posts are of all ages.
  return {
    ...content,
    boostable: content.boostable.toSorted(),
    people: persons.slice(0, choices.queries),
  };
}

/** Fills a view like a rebuild: in bulk, with its indexes built at the end. */
export async function put<Document extends object>(
  store: DocumentStore,
  { name, version, indexes }: Projection<Document>,
  documents: Iterable<readonly [string, Document]>,
): Promise<void> {
  const generation = `v${version}-1`;
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
  await store.flip(name, null, generation);
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

/** Appends a boost for each of these posts, half of them mega boosts. */
export async function boostPosts(dataDir: string, ids: readonly string[]): Promise<void> {
  const storage = await openStorage(settingsOf(dataDir), patience);
  const now = Date.now();
  const boosts = ids.map((postId, index) => {
    const appliedAt = new Date(now - ((index * MINUTE) % (DAY / 2)));
    const boostType = index % 2 === 0 ? 'mega' : 'regular';
    const expiresAt = new Date(appliedAt.getTime() + (boostType === 'mega' ? 7 * DAY : DAY));
    const changes = {
      boostId: postId,
      boostType,
      appliedAt: appliedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    } as const;
    return chapter(`boost-${postId}`, postId, applied(postId, changes));
  });
  await writeHistory(storage.log, storage.codec, boosts);
  await storage.close();
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
      const rating = { postId: id, ownerId, userId: '', score: Math.floor(random() * 11), ...UNRECORDED };
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
