import type { Stored, ViewReader } from '../../kernel/document-store.js';
import type { Count, CountDocument } from '../../kernel/projection.js';
import type { Comparison, Filter } from '../../kernel/query.js';
import { type LeaderboardDocument, votesIn } from './leaderboard.js';
import { HOUR_ENDS, type RankedPosts, levelsOf } from './rank-levels.js';
import { TIERS } from './post-boosts.js';

/** How many posts there are, and how many of them come before one post. */
export interface Counted {
  readonly of: number;
  readonly before: number;
}

/** The most posts of an hour that are read instead of counted. */
const FEW = 20;

/**
 * Counts posts, and those that come before a rank key and id, in several lists at once. The work does not depend on
 * the number of posts.
 */
export async function countedBefore(
  board: ViewReader<LeaderboardDocument>,
  lists: readonly RankedPosts[],
  post: Stored<LeaderboardDocument>,
): Promise<readonly Counted[]> {
  const levels = lists.map((list) => levelsOf(list, post.rank));
  const counts = await countsIn(
    board,
    levels.flat().map(({ id }) => id),
  );
  const counted = lists.map((list, index) => ({ list, ...countedTo(levels[index] ?? [], counts) }));
  const isAlone = counted.every(({ list, inHour }) => inHour <= (isAmong(list, post) ? 1 : 0));
  if (isAlone) return counted;
  const known = await sameHour(board, post, Math.max(...counted.map(({ inHour }) => inHour)));
  return Promise.all(
    counted.map(async ({ list, of, before, inHour }) => {
      const rows = known.filter((row) => isAmong(list, row));
      // The hour in which a week begins may belong to two weeks, and a write may have come in between.
      const isComplete = rows.length === inHour;
      const more = isComplete ? rows.filter((row) => comesBefore(row, post)).length : null;
      return { of, before: before + (more ?? (await beforeInHour(board, list, post))) };
    }),
  );
}

/**
 * How many posts of a list come before each of these, in a few queries for all of them: one for the counts, and one for a
 * thousand posts that have rating, votes and hour in common with one of these.
 */
export async function betterIn(
  board: ViewReader<LeaderboardDocument>,
  list: RankedPosts,
  posts: readonly Stored<LeaderboardDocument>[],
): Promise<readonly number[]> {
  const levels = posts.map(({ rank }) => levelsOf(list, rank));
  const counts = await countsIn(board, [...new Set(levels.flat().map(({ id }) => id))]);
  const counted = posts.map((post, index) => {
    const { before, inHour } = countedTo(levels[index] ?? [], counts);
    return { post, before, rivals: isAmong(list, post) ? inHour - 1 : inHour, inHour };
  });
  const shared = counted.filter(({ rivals }) => rivals > 0);
  const hours = new Map(shared.map(({ post, inHour }) => [hourOf(post.rank), inHour]));
  const found = await postsOfHours(board, list, hours);
  return Promise.all(
    counted.map(async ({ post, before, rivals, inHour }) => {
      if (rivals <= 0) return before;
      const known = found.get(hourOf(post.rank)) ?? [];
      // Many posts of one hour are counted, and a write may have come in between.
      if (known.length !== inHour) return before + (await beforeInHour(board, list, post));
      return before + known.filter((row) => comesBefore(row, post)).length;
    }),
  );
}

/** The most posts that a query reads. */
const MOST_READ = 1000;

/** The public posts of a list with these ratings, votes and hours, which have so many. */
async function postsOfHours(
  board: ViewReader<LeaderboardDocument>,
  list: RankedPosts,
  hours: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, readonly Stored<LeaderboardDocument>[]>> {
  const loads: { hours: string[]; posts: number }[] = [];
  for (const [hour, posts] of hours) {
    // A write may have added one.
    if (posts >= MOST_READ) continue;
    const load = loads.at(-1);
    if (load && load.posts + posts < MOST_READ) {
      load.hours.push(hour);
      load.posts += posts;
    } else loads.push({ hours: [hour], posts });
  }
  const found = await Promise.all(
    loads.map((load) => {
      const $or = load.hours.map((hour) => rankedBy(list, { $prefix: hour }));
      return board.find({ where: { $or }, limit: MOST_READ });
    }),
  );
  return Map.groupBy(found.flat(), ({ rank }) => hourOf(rank));
}

/** The posts of a list with such a rank key, by the index of the list. */
function rankedBy(list: RankedPosts, rank: Comparison | string): Filter {
  return 'tier' in list ? { tier: list.tier, rank } : { week: list.week, publicRank: rank };
}

/** The part of a rank key up to the hour. */
function hourOf(rank: string): string {
  return rank.slice(0, HOUR_ENDS);
}

/** What counts say about a rank key with these levels: how many posts there are, before its hour, and in its hour. */
function countedTo(
  path: readonly Count[],
  counts: (id: string) => CountDocument['counts'],
): Counted & { readonly inHour: number } {
  let before = 0;
  for (const { id, name } of path) {
    for (const [other, count] of Object.entries(counts(id))) if (other < name) before += count;
  }
  const [all, hour] = [path.at(0), path.at(-1)];
  const of = all ? Object.values(counts(all.id)).reduce((sum, count) => sum + count, 0) : 0;
  return { of, before, inHour: hour ? (counts(hour.id)[hour.name] ?? 0) : 0 };
}

/** The posts of the week with the rating, the votes and the hour of a post; none if they are many. */
async function sameHour(
  board: ViewReader<LeaderboardDocument>,
  { week, rank }: Stored<LeaderboardDocument>,
  count: number,
): Promise<readonly Stored<LeaderboardDocument>[]> {
  if (count > FEW) return [];
  const hour = hourOf(rank);
  const where = { week, publicRank: { $prefix: hour } };
  return board.find({ where, sort: { publicRank: 1 }, limit: FEW + 1 });
}

/** Whether a post comes before another one in the order of rank keys and ids. */
export function comesBefore(one: Stored<LeaderboardDocument>, other: Stored<LeaderboardDocument>): boolean {
  return one.rank === other.rank ? one._id < other._id : one.rank < other.rank;
}

/** Whether a post is one of those that are counted. */
function isAmong(list: RankedPosts, { tier, week }: Stored<LeaderboardDocument>): boolean {
  return tier !== null && ('tier' in list ? list.tier === tier : list.week === week);
}

async function countsIn(
  board: ViewReader<LeaderboardDocument>,
  ids: readonly string[],
): Promise<(id: string) => CountDocument['counts']> {
  const found = await board.getMany(ids);
  return (id) => (found.get(id) as unknown as CountDocument | undefined)?.counts ?? {};
}

/** Counts the better posts of the same hour: by rank key, and, where that is the same, by the id. */
async function beforeInHour(
  board: ViewReader<LeaderboardDocument>,
  list: RankedPosts,
  { _id, rank }: Pick<Stored<LeaderboardDocument>, '_id' | 'rank'>,
): Promise<number> {
  const hour = hourOf(rank);
  const [better, alike] = await Promise.all([
    board.count(rankedBy(list, { $gte: hour, $lt: rank })),
    board.count({ ...rankedBy(list, rank), _id: { $lt: _id } }),
  ]);
  return better + alike;
}

/** How many public posts there are, and how many ratings of people count for them. */
export interface BoardTotals {
  readonly posts: number;
  readonly ratings: number;
}

/**
 * Adds up what is counted for ranks: posts by group and average, and those by votes. At most 306 documents, however
 * many posts there are.
 */
export async function totalsOf(board: ViewReader<LeaderboardDocument>): Promise<BoardTotals> {
  const countedIn = async (ids: readonly string[]) => {
    const counts = await countsIn(board, ids);
    return ids.flatMap((id) => Object.entries(counts(id)).map(([name, count]) => ({ id, name, count })));
  };
  const ofTiers = await countedIn(TIERS.map((tier) => `count ${tier}`));
  const ofAverages = await countedIn(ofTiers.map(({ id, name }) => `${id} ${name}`));
  return {
    posts: ofTiers.reduce((sum, { count }) => sum + count, 0),
    ratings: ofAverages.reduce((sum, { name, count }) => sum + votesIn(name) * count, 0),
  };
}
