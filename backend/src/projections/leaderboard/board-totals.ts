import type { ViewReader } from '../../kernel/document-store.js';
import type { CountDocument } from '../../kernel/projection.js';
import { type LeaderboardDocument, votesIn } from './leaderboard.js';
import { TIERS } from './post-boosts.js';

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
  const ofTiers = await namesIn(
    board,
    TIERS.map((tier) => `count ${tier}`),
  );
  const ofAverages = await namesIn(
    board,
    ofTiers.map(({ id, name }) => `${id} ${name}`),
  );
  return {
    posts: ofTiers.reduce((sum, { count }) => sum + count, 0),
    ratings: ofAverages.reduce((sum, { name, count }) => sum + votesIn(name) * count, 0),
  };
}

/** What these documents count. */
async function namesIn(board: ViewReader<LeaderboardDocument>, ids: readonly string[]) {
  const found = await board.getMany(ids);
  return ids.flatMap((id) => {
    const { counts } = (found.get(id) as unknown as CountDocument | undefined) ?? { counts: {} };
    return Object.entries(counts).map(([name, count]) => ({ id, name, count }));
  });
}
