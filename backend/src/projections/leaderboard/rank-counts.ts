import type { Stored, ViewReader } from '../../kernel/document-store.js';
import type { CountDocument } from '../../kernel/projection.js';
import type { LeaderboardDocument } from './leaderboard.projection.js';
import { HOUR_ENDS, type RankedPosts, levelsOf } from './rank-levels.js';

/** How many posts there are, and how many of them come before one post. */
export interface Counted {
  readonly of: number;
  readonly before: number;
}

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
  return Promise.all(
    lists.map(async (list, index) => {
      const path = levels[index] ?? [];
      let before = 0;
      for (const { id, name } of path) {
        for (const [other, count] of Object.entries(counts(id))) if (other < name) before += count;
      }
      const [all, hour] = [path.at(0), path.at(-1)];
      const of = all ? Object.values(counts(all.id)).reduce((sum, count) => sum + count, 0) : 0;
      const inHour = hour ? (counts(hour.id)[hour.name] ?? 0) : 0;
      const isAlone = inHour <= (isAmong(list, post) ? 1 : 0);
      return { of, before: before + (isAlone ? 0 : await beforeInHour(board, list, post)) };
    }),
  );
}

/** Whether the post is one of those that are counted. */
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
  const hour = rank.slice(0, HOUR_ENDS);
  const [better, alike] = await Promise.all(
    'tier' in list
      ? [
          board.count({ tier: list.tier, rank: { $gte: hour, $lt: rank } }),
          board.count({ tier: list.tier, rank, _id: { $lt: _id } }),
        ]
      : [
          board.count({ week: list.week, publicRank: { $gte: hour, $lt: rank } }),
          board.count({ week: list.week, publicRank: rank, _id: { $lt: _id } }),
        ],
  );
  return better + alike;
}
