import { openStorage } from '@footnote/backend/composition/storage.js';
import { seededRandom, seededUuid } from '@footnote/backend/demo/random.js';
import type { DocumentStore, View, ViewReader } from '@footnote/backend/kernel/document-store.js';
import { PublicViews, type Projection } from '@footnote/backend/kernel/projection.js';
import { leaderboard } from '@footnote/backend/projections/leaderboard/leaderboard.js';
import { AT_ONCE, Marked, PhotoOrder } from '@footnote/backend/projections/rating-queue/photo-order.js';
import { ratingQueue } from '@footnote/backend/projections/rating-queue/rating-queue.js';
import { RatingQueueReader } from '@footnote/backend/projections/rating-queue/rating-queue.reader.js';
import { RatingsReader, ratings } from '@footnote/backend/projections/ratings.js';
import { postPublished } from '@footnote/backend/test/support/made-up.js';
import { put } from './filled-board.js';
import { type Bench, inScratchFolder, median, quantile } from './scratch.js';

const POSTS = 100_000;
const OWNERS = 5000;
const ANSWERS = 2000;
const WEEK = '2026-W48';
const NOW = new Date('2026-11-26T12:00:00.000Z');
const RATERS = { 'nobody yet': 0, '1,000 posts': 1000, 'all posts but five': POSTS - 5 };

/** The views of the reader, which count what it asks the store. */
class CountedViews extends PublicViews {
  queries = 0;

  constructor(private readonly open: ReadonlyMap<string, View<object>>) {
    super();
  }

  of<Document extends object>({ name }: Projection<Document>): ViewReader<Document> {
    const view = () => {
      this.queries += 1;
      return this.open.get(name) as unknown as View<Document>;
    };
    return {
      get: (id) => view().get(id),
      getMany: (ids) => view().getMany(ids),
      find: (query) => view().find(query),
      pick: (query, fields) => view().pick(query, fields),
      count: (where, most) => view().count(where, most),
    };
  }
}

interface Listed {
  readonly id: string;
  readonly ownerId: string;
  readonly week: string;
  readonly votes: number;
}

/** A tenth of the posts is of this week. Older ones have up to 40 votes, those of this week up to 12. */
function madePosts(random: () => number): readonly Listed[] {
  const owners = Array.from({ length: OWNERS }, () => seededUuid(random));
  return Array.from({ length: POSTS }, (_, index) => ({
    id: seededUuid(random),
    ownerId: owners[Math.floor(random() * OWNERS)] ?? '',
    week: index % 10 === 0 ? WEEK : '2026-W40',
    votes: Math.floor(random() * (index % 10 === 0 ? 13 : 41)),
  }));
}

async function fill(store: DocumentStore, posts: readonly Listed[]): Promise<void> {
  await put(
    store,
    ratingQueue,
    posts.map(({ id, ownerId, week, votes }, index) => {
      const state = `${week} ${votes} 0`;
      return [id, { ownerId, turn: index + 1, state, post: null, suspensions: [] }] as const;
    }),
  );
  await put(
    store,
    leaderboard,
    posts.map(
      ({ id, ownerId }) =>
        [id, { ownerId, isPublic: true, picture: postPublished(id).data.picture } as never] as const,
    ),
  );
  const rated = Object.entries(RATERS).flatMap(([userId, count]) =>
    posts.slice(0, count).map(({ id: postId, ownerId }, index) => {
      // Other events happen between the ratings of a person.
      const position = POSTS + 50 * index;
      const document = {
        postId,
        ownerId,
        userId,
        score: 5,
        ratedAt: NOW.toISOString(),
        position,
        counts: true,
      };
      return [`${postId}-${userId}`, document] as const;
    }),
  );
  await put(store, ratings, rated);
}

const milliseconds = (time: number) => Number(time.toFixed(2));

/** What ten photos take. On an idle machine, the time is that of the CPU: files are in memory. */
async function measureAnswers(
  print: (line: string) => void,
  folder: string,
): Promise<Record<string, unknown>> {
  const posts = madePosts(seededRandom(7));
  const storage = await openStorage(
    { dataDir: folder, eventstoreUrl: null, mongodbUrl: null },
    { seconds: 0, tell: () => undefined },
  );
  const figures: Record<string, unknown> = {};
  try {
    const { store } = storage;
    await fill(store, posts);
    const open = new Map<string, View<object>>();
    for (const { name, version, indexes } of [ratingQueue, leaderboard, ratings]) {
      open.set(name, await store.open({ name, generation: `v${version}-1`, indexes }));
    }
    const views = new CountedViews(open);
    const reader = new RatingQueueReader(views, views, new RatingsReader(views));
    for (const accountId of Object.keys(RATERS)) {
      let now = NOW.getTime();
      const ask = () => {
        now += 1000;
        return reader.next(
          { accountId, key: accountId, mayRate: true, isYoung: false },
          { without: [], limit: AT_ONCE },
          new Date(now),
          WEEK,
        );
      };
      const timed = async () => {
        const begin = performance.now();
        await ask();
        return performance.now() - begin;
      };
      const first = milliseconds(await timed());
      const times: number[] = [];
      const begin = process.threadCpuUsage();
      let most = 0;
      for (let count = 0; count < ANSWERS; count += 1) {
        const { queries } = views;
        times.push(await timed());
        most = Math.max(most, views.queries - queries);
      }
      const { user, system } = process.threadCpuUsage(begin);
      const cpu = milliseconds((user + system) / 1000 / ANSWERS);
      const [p50, p99] = [median(times), quantile(times, 0.99)].map(milliseconds);
      figures[accountId] = { p50, p99, cpu, first, queries: most };
      print(
        `has rated ${accountId}: p50 ${p50} ms, p99 ${p99} ms, CPU ${cpu} ms on average, the first of a day ${first} ms, ${most} queries`,
      );
    }
    for (const view of open.values()) await view.close();
  } finally {
    await storage.close();
  }
  return figures;
}

const PEOPLE = 50;
const RATED_A_VISIT = 6;
const HOUR = 60;
/** In minutes. */
const DAYS = 7 * 24 * HOUR;

interface Simulated {
  readonly postId: string;
  readonly ownerId: string;
  readonly from: number;
  /** What the judge and most people think of it. */
  readonly quality: number;
  votes: number;
  fifth: number | null;
}

/** Which posts a visitor rates on one visit. */
type Choose = (
  person: string,
  posts: readonly Simulated[],
  rated: ReadonlySet<string>,
  now: number,
) => readonly Simulated[];

/**
 * A week of a site with 50 people: 36 posts a day, each person comes twice a day and rates six. Returns the median time in
 * minutes from the publication to the fifth vote, posts of the last day aside, and the share that got five.
 */
function simulated(choose: (random: () => number) => Choose): { median: number; share: number } {
  const random = seededRandom(11);
  const chosen = choose(random);
  const posts: Simulated[] = [];
  const rated = new Map<string, Set<string>>();
  for (let now = 0; now < DAYS; now += 1) {
    if (random() < 36 / (24 * HOUR)) {
      const ownerId = `p${Math.floor(random() * PEOPLE)}`;
      posts.push({
        postId: seededUuid(random),
        ownerId,
        from: now,
        quality: random(),
        votes: 0,
        fifth: null,
      });
    }
    if (random() >= (2 * PEOPLE) / (24 * HOUR)) continue;
    const person = `p${Math.floor(random() * PEOPLE)}`;
    const own = rated.get(person) ?? new Set<string>();
    rated.set(person, own);
    for (const post of chosen(person, posts, own, now)) {
      own.add(post.postId);
      post.votes += 1;
      if (post.votes === 5) post.fifth = now;
    }
  }
  const counted = posts.filter(({ from }) => from < DAYS - 24 * HOUR);
  const times = counted.map(({ from, fifth }) => (fifth === null ? Infinity : fifth - from));
  return { median: median(times), share: times.filter(Number.isFinite).length / times.length };
}

/**
 * Before: people open cards of a board, half of the visits all posts, newest first, half the week's board, best first; the
 * first cards more often than those below (by 1 / place among the first 60). They pass their own and what they have rated.
 */
const fromTheBoard =
  (random: () => number): Choose =>
  (person, posts, rated) => {
    const isNewestFirst = random() < 0.5;
    const byQuality = (one: Simulated, other: Simulated) => other.quality - one.quality;
    const board = (isNewestFirst ? posts.toReversed() : posts.toSorted(byQuality)).slice(0, 60);
    const left = board.map((post, index) => ({ post, weight: 1 / (index + 1) }));
    const chosen: Simulated[] = [];
    while (chosen.length < RATED_A_VISIT) {
      const open = left.filter(
        ({ post }) => post.ownerId !== person && !rated.has(post.postId) && !chosen.includes(post),
      );
      let at = random() * open.reduce((sum, { weight }) => sum + weight, 0);
      const next = open.find(({ weight }) => (at -= weight) <= 0);
      if (!next) break;
      chosen.push(next.post);
    }
    return chosen;
  };

/** After: the same number of photos from the queue. */
const fromTheQueue = (): Choose => {
  const order = new PhotoOrder('a day', WEEK);
  return (person, posts, rated) => {
    const byId = new Map(posts.map((post) => [post.postId, post]));
    for (const { postId, ownerId, votes } of posts)
      order.set(postId, ownerId, { week: WEEK, votes, hasYoungVote: false, reporters: [] });
    const marked = new Marked();
    for (const postId of rated) marked.add(order.numberOf(postId));
    const looking = {
      person,
      rated: marked,
      without: new Set<string>(),
      recent: [],
      isYoung: false,
    };
    return order.next(looking, RATED_A_VISIT, NOW.toISOString()).flatMap((postId) => byId.get(postId) ?? []);
  };
};

/** What the photos to rate cost, and how soon a new post has five votes. */
export const benchQueue: Bench = (print) =>
  inScratchFolder(async (folder) => {
    const answers = await measureAnswers(print, folder);
    const [before, after] = [simulated(fromTheBoard), simulated(fromTheQueue)];
    for (const [name, { median: minutes, share }] of Object.entries({ before, after })) {
      print(
        `until five votes, ${name}: median ${(minutes / HOUR).toFixed(1)} h, ${Math.round(share * 100)} % of the posts get five`,
      );
    }
    return { answers, before, after };
  });
