import type { Standing } from '../../domain/week/week.js';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import type { Scalar } from '../../kernel/query.js';
import type { LeaderboardDocument } from '../leaderboard/leaderboard.js';
import { type Candidate, candidateOf, finalRanks } from './final-ranks.js';

const PAGE = 1000;

/** All standings of a week, by the posts of a board. */
export async function finalStandings(
  board: ViewReader<LeaderboardDocument>,
  week: string,
): Promise<readonly Standing[]> {
  const found: Candidate[] = [];
  // Read by a key that never changes: a post that is rated meanwhile is neither missed nor read twice.
  for (let after: readonly Scalar[] | null = null; ;) {
    const page: readonly Stored<LeaderboardDocument>[] = await board.find({
      where: { week, isPublic: true },
      sort: { publishedAt: -1 },
      limit: PAGE,
      ...(after && { after }),
    });
    found.push(...page.map((post) => candidateOf(post._id, post)));
    const last = page.at(-1);
    if (!last || page.length < PAGE) break;
    after = [last.publishedAt, last._id];
  }
  return finalRanks(found);
}
