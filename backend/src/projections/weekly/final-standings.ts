import type { Standing } from '../../domain/week/week.events.js';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import type { Scalar } from '../../kernel/query.js';
import type { LeaderboardDocument } from '../leaderboard/leaderboard.projection.js';
import { standingScoresOf } from '../leaderboard/scores.js';

const PAGE = 1000;

/** All standings of a week, by the posts of a board. */
export async function finalStandings(
  board: ViewReader<LeaderboardDocument>,
  week: string,
): Promise<readonly Standing[]> {
  const found: (Omit<Standing, 'rank'> & { readonly publicRank: string })[] = [];
  // Read by a key that never changes: a post that is rated meanwhile is neither missed nor read twice.
  for (let after: readonly Scalar[] | null = null; ;) {
    const page: readonly Stored<LeaderboardDocument>[] = await board.find({
      where: { week, isPublic: true },
      sort: { publishedAt: -1 },
      limit: PAGE,
      ...(after && { after }),
    });
    for (const post of page) {
      const { _id: postId, ownerId, publicRank } = post;
      found.push({ postId, ownerId, ...standingScoresOf(post), publicRank: publicRank ?? '' });
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) break;
    after = [last.publishedAt, last._id];
  }
  found.sort((one, other) => {
    const [left, right] = [`${one.publicRank} ${one.postId}`, `${other.publicRank} ${other.postId}`];
    return left < right ? -1 : 1;
  });
  return found.map(({ publicRank: _, ...standing }, index) => ({ rank: index + 1, ...standing }));
}
