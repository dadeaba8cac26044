import type { Stored, ViewReader } from '../../kernel/document-store.js';
import type { Query, Scalar } from '../../kernel/query.js';
import type { LeaderboardDocument } from './leaderboard.projection.js';

/** How many posts are scanned for one page. */
const MOST_LOOKED_AT = 2000;
/** How many are read at once. */
const PIECE = 150;

type Row = Stored<LeaderboardDocument>;

/** An order of posts: the sort field, its direction, and the value of a post. */
export interface Order {
  readonly sort: NonNullable<Query['sort']>;
  readonly direction: 1 | -1;
  readonly key: (post: LeaderboardDocument) => string;
}

/** The requested page: at most `limit` posts after the cursor, or from the start. */
export interface Part {
  readonly limit: number;
  readonly after: readonly Scalar[] | null;
}

/** Posts in order, and the cursor after which there may be more; null at the end of the list. */
export interface Found {
  readonly rows: readonly Row[];
  readonly next: readonly Scalar[] | null;
}

/** A person's posts in order, read in small batches on demand. */
interface Shelf {
  readonly ownerId: string;
  rows: Row[];
  isAtEnd: boolean;
}

/**
 * The first `limit` public posts of these people in order, after a cursor. Reads each person's posts in small batches
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
      where: { ownerId: shelf.ownerId, isPublic: true },
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
    if (next.rows.length === 0 && !next.isAtEnd) await read(next, [order.key(row), row._id]);
  }
  return merged;
}

/** The source whose next post comes first. */
function firstOf(shelves: readonly Shelf[], order: Order): Shelf | undefined {
  let first: Shelf | undefined;
  for (const shelf of shelves) {
    const [row] = shelf.rows;
    const [best] = first?.rows ?? [];
    if (row && (!best || comesBefore(row, best, order))) first = shelf;
  }
  return first;
}

function comesBefore(one: Row, other: Row, { key, direction }: Order): boolean {
  const [a, b] = [key(one), key(other)];
  if (a !== b) return a < b === (direction === 1);
  return one._id < other._id === (direction === 1);
}

/**
 * The next `limit` public posts in order, after a cursor, whose owners match `chosen`. The work is bounded: where
 * matches are rare, the page is shorter and its cursor continues where the scan stopped.
 */
export async function siftedPosts(
  board: ViewReader<LeaderboardDocument>,
  { sort, key }: Order,
  { limit, after }: Part,
  chosen: (ownerIds: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<Found> {
  const rows: Row[] = [];
  let cursor = after;
  for (let seen = 0; seen < MOST_LOOKED_AT; seen += PIECE) {
    const found = await board.find({
      where: { isPublic: true },
      sort,
      limit: PIECE,
      ...(cursor && { after: cursor }),
    });
    const owners = await chosen([...new Set(found.map(({ ownerId }) => ownerId))]);
    for (const post of found) {
      if (rows.length === limit) return { rows, next: cursor };
      cursor = [key(post), post._id];
      if (owners.has(post.ownerId)) rows.push(post);
    }
    if (found.length < PIECE) return { rows, next: null };
  }
  return { rows, next: cursor };
}
