import type { Stored, ViewReader } from '../../kernel/document-store.js';
import type { Query, Scalar } from '../../kernel/query.js';
import type { LeaderboardDocument } from './leaderboard.projection.js';

type Row = Stored<LeaderboardDocument>;

/** An order of posts: what it sorts by, which way, and a post's value of it. */
export interface Order {
  readonly sort: NonNullable<Query['sort']>;
  readonly direction: 1 | -1;
  readonly key: (post: LeaderboardDocument) => string;
}

/** A person's posts in order, read in small pieces as they are wanted. */
interface Shelf {
  readonly ownerId: string;
  rows: Row[];
  isAtEnd: boolean;
}

/**
 * The first `limit` public posts of these people in order, after a place. It reads pieces of each person's own posts
 * and merges them, so that the work follows from the number of people and the size of the page, and not from how many
 * posts there are.
 */
export async function postsOfPeople(
  board: ViewReader<LeaderboardDocument>,
  owners: readonly string[],
  order: Order,
  { limit, after }: { readonly limit: number; readonly after: readonly Scalar[] | null },
): Promise<Row[]> {
  const piece = Math.min(limit, Math.ceil((2 * limit) / owners.length) + 1);
  const read = async (shelf: Shelf, place: readonly Scalar[] | null): Promise<void> => {
    shelf.rows = await board.find({
      where: { ownerId: shelf.ownerId, isPublic: true },
      sort: order.sort,
      limit: piece,
      ...(place && { after: place }),
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

/** The shelf whose next post comes first. */
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
