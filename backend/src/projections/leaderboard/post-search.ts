import type { ViewReader } from '../../kernel/document-store.js';
import type { Scalar } from '../../kernel/query.js';
import { wholeList } from '../whole-list.js';
import {
  type BoardCursor,
  type BoardOrder,
  type Lane,
  type Order,
  type Part,
  type Placed,
  type Row,
  inOrder,
  isAfter,
  placeOf,
} from './board-order.js';
import type { LeaderboardDocument } from './leaderboard.projection.js';
import type { Tier } from './post-boosts.js';

/** How many posts are scanned for one page. */
const MOST_LOOKED_AT = 2000;
/** How many are read at once. */
const PIECE = 150;

/** A person's posts in order, read in small batches on demand. */
interface Shelf {
  readonly ownerId: string;
  rows: Row[];
  isAtEnd: boolean;
}

/** The posts of these people in each group of the board. They have few boosted posts, which are read at once. */
export async function lanesOfPeople(
  board: ViewReader<LeaderboardDocument>,
  groups: BoardOrder,
  owners: readonly string[],
  order: Order,
): Promise<Readonly<Record<Tier, Lane>>> {
  const boosted = await boostedPostsOf(board, owners);
  const all = new Set(owners);
  const among = (tier: Tier) => {
    const rows = boosted
      .filter((row) => row.tier === tier)
      .toSorted((one, other) => inOrder(one, other, order));
    const recorded: Lane = {
      read: async ({ limit, after }) => rows.filter((row) => isAfter(row, after, order)).slice(0, limit),
    };
    return groups.laneOf(tier, order, recorded, all);
  };
  const others: Lane = { read: (part) => postsOfPeople(board, owners, order, part) };
  return { mega: among('mega'), regular: among('regular'), none: groups.laneOf('none', order, others, all) };
}

async function boostedPostsOf(
  board: ViewReader<LeaderboardDocument>,
  owners: readonly string[],
): Promise<readonly Row[]> {
  const where = { ownerId: { $in: owners }, tier: { $in: ['mega', 'regular'] } };
  return owners.length === 0 ? [] : wholeList(board, where, { publishedAt: -1 });
}

/**
 * The first `limit` public posts without a recorded boost of these people in order, after a cursor. Reads each person's posts in small batches
 * and merges them, so the work depends on the number of people and the page size, not on the number of posts.
 */
export async function postsOfPeople(
  board: ViewReader<LeaderboardDocument>,
  owners: readonly string[],
  order: Order,
  { limit, after }: Part,
): Promise<Row[]> {
  const piece = Math.min(limit, Math.ceil((2 * limit) / owners.length) + 1);
  const read = async (shelf: Shelf, cursor: readonly Scalar[] | null): Promise<void> => {
    shelf.rows = await board.find({
      where: { ownerId: shelf.ownerId, tier: 'none' },
      sort: order.sort,
      limit: piece,
      ...(cursor && { after: cursor }),
    });
    shelf.isAtEnd = shelf.rows.length < piece;
  };
  const shelves: Shelf[] = owners.map((ownerId) => ({ ownerId, rows: [], isAtEnd: false }));
  await Promise.all(shelves.map((shelf) => read(shelf, after)));
  const merged: Row[] = [];
  while (merged.length < limit) {
    const next = firstOf(shelves, order);
    const row = next?.rows.shift();
    if (!next || !row) break;
    merged.push(row);
    if (next.rows.length === 0 && !next.isAtEnd) await read(next, placeOf(row, order));
  }
  return merged;
}

/** The source whose next post comes first. */
function firstOf(shelves: readonly Shelf[], order: Order): Shelf | undefined {
  let first: Shelf | undefined;
  for (const shelf of shelves) {
    const [row] = shelf.rows;
    const [best] = first?.rows ?? [];
    if (row && (!best || inOrder(row, best, order) < 0)) first = shelf;
  }
  return first;
}

/** Posts in order, and the cursor after which there may be more; null at the end of the list. */
export interface Found {
  readonly rows: readonly Row[];
  readonly next: BoardCursor | null;
}

/** Reads at most `limit` posts after a cursor, across the groups of the board. */
export type ReadPosts = (limit: number, cursor: BoardCursor | null) => Promise<readonly Placed[]>;

/**
 * The next `limit` posts in order, after a cursor, whose owners match `chosen`. The work is bounded: where
 * matches are rare, the page is shorter and its cursor continues where the scan stopped.
 */
export async function siftedPosts(
  read: ReadPosts,
  { limit, cursor: start }: { readonly limit: number; readonly cursor: BoardCursor | null },
  chosen: (ownerIds: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<Found> {
  const rows: Row[] = [];
  let next = start;
  for (let seen = 0; seen < MOST_LOOKED_AT; seen += PIECE) {
    const found = await read(PIECE, next);
    const owners = await chosen([...new Set(found.map(({ row }) => row.ownerId))]);
    for (const { row, cursor } of found) {
      if (rows.length === limit) return { rows, next };
      next = cursor;
      if (owners.has(row.ownerId)) rows.push(row);
    }
    if (found.length < PIECE) return { rows, next: null };
  }
  return { rows, next };
}
