import type { Stored, ViewReader } from '../../kernel/document-store.js';
import type { Scalar } from '../../kernel/query.js';
import type { LeaderboardDocument } from './leaderboard.projection.js';
import type { Order } from './posts-of-people.js';

/** How many posts are looked at for one page. */
const MOST_LOOKED_AT = 2000;
/** How many are read at once. */
const PIECE = 150;

/** Some posts in order, and the place after which there may be more; null at the end of the list. */
export interface Sifted {
  readonly rows: readonly Stored<LeaderboardDocument>[];
  readonly next: readonly Scalar[] | null;
}

/**
 * The next `limit` public posts in order, after a place, whose owners are among those that `chosen` picks out. The work is
 * bounded: where few are, the page is shorter, and the next goes on where this one has stopped to look.
 */
export async function siftedPosts(
  board: ViewReader<LeaderboardDocument>,
  { sort, key }: Order,
  { limit, after }: { readonly limit: number; readonly after: readonly Scalar[] | null },
  chosen: (ownerIds: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<Sifted> {
  const rows: Stored<LeaderboardDocument>[] = [];
  let place = after;
  for (let seen = 0; seen < MOST_LOOKED_AT; seen += PIECE) {
    const found = await board.find({
      where: { isPublic: true },
      sort,
      limit: PIECE,
      ...(place && { after: place }),
    });
    const owners = await chosen([...new Set(found.map(({ ownerId }) => ownerId))]);
    for (const post of found) {
      if (rows.length === limit) return { rows, next: place };
      place = [key(post), post._id];
      if (owners.has(post.ownerId)) rows.push(post);
    }
    if (found.length < PIECE) return { rows, next: null };
  }
  return { rows, next: place };
}
