import type { ViewReader } from '../../kernel/document-store.js';
import type { Named } from '../names.js';
import { wholeList } from '../whole-list.js';
import {
  type BoardCursor,
  type BoardOrder,
  type Lane,
  type Order,
  type Part,
  type Placed,
  type Row,
  type Spot,
  inOrder,
  isAfter,
} from './board-order.js';
import type { LeaderboardDocument } from './leaderboard.js';
import type { Tier } from './post-boosts.js';

/** How many posts are scanned for one page of a search for a common text. */
export const MOST_SCANNED = 2000;
const FIRST_PIECE = 150;
const SMALLEST_PIECE = 25;
const LARGEST_PIECE = 1000;

/**
 * How many posts to scan next, when `found` of `seen` posts match and `wanted` more should: some more than that takes if
 * matches stay as frequent. Zero if enough are scanned.
 */
export function nextPiece(seen: number, found: number, wanted: number): number {
  if (seen === 0) return FIRST_PIECE;
  const expected = found === 0 ? LARGEST_PIECE : Math.ceil((wanted * seen * 1.2) / found);
  return Math.min(Math.max(expected, SMALLEST_PIECE), LARGEST_PIECE, MOST_SCANNED - seen);
}

/** The posts of these people in each group of the board. They have few boosted posts, which are read at once. */
export async function lanesOfPeople(
  board: ViewReader<LeaderboardDocument>,
  groups: BoardOrder,
  owners: readonly string[],
  order: Order,
): Promise<Readonly<Record<Tier, Lane>>> {
  const boosted = groups.hasBoosts ? await boostedPostsOf(board, owners) : [];
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
  const where = { ownerId: { $in: owners }, boostEndsAt: { $gte: '' } };
  return owners.length === 0 ? [] : wholeList(board, where, { boostEndsAt: 1 });
}

/** The first `limit` public posts without a recorded boost of these people in order, after a cursor: one query. */
export async function postsOfPeople(
  board: ViewReader<LeaderboardDocument>,
  owners: readonly string[],
  { sort }: Order,
  { limit, after }: Part,
): Promise<readonly Row[]> {
  const [field = ''] = Object.keys(sort);
  const where = { ownerId: { $in: owners }, tier: 'none', [field]: { $gte: '' } };
  return owners.length === 0 ? [] : board.find({ where, sort, limit, ...(after && { after }) });
}

/** Posts in order, and the cursor after which there may be more; null at the end of the list. */
export interface Found<Of extends Spot = Row> {
  readonly rows: readonly Of[];
  readonly next: BoardCursor | null;
}

/** Reads at most `limit` posts after a cursor, across the groups of the board. */
export type ReadSpots = (limit: number, cursor: BoardCursor | null) => Promise<readonly Placed<Spot>[]>;

/**
 * The next `limit` posts in order, after a cursor, whose owners match `chosen`. The work is bounded: where
 * matches are rare, the page is shorter and its cursor continues where the scan stopped.
 */
export async function siftedPosts(
  read: ReadSpots,
  { limit, cursor: start }: { readonly limit: number; readonly cursor: BoardCursor | null },
  chosen: Named['among'],
): Promise<Found<Spot>> {
  const rows: Spot[] = [];
  let next = start;
  let seen = 0;
  for (let piece; (piece = nextPiece(seen, rows.length, limit - rows.length)) > 0; seen += piece) {
    const found = await read(piece, next);
    const owners = await chosen([...new Set(found.map(({ row }) => row.ownerId))]);
    for (const { row, cursor } of found) {
      if (rows.length === limit) return { rows, next };
      next = cursor;
      if (owners.has(row.ownerId)) rows.push(row);
    }
    if (found.length < piece) return { rows, next: null };
  }
  return { rows, next };
}
