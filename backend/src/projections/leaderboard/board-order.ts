import type { Stored, ViewReader } from '../../kernel/document-store.js';
import type { Query, Scalar } from '../../kernel/query.js';
import { wholeList } from '../whole-list.js';
import type { LeaderboardDocument } from './leaderboard.js';
import { TIERS, type Tier, tierAt } from './post-boosts.js';

/** A post as it is stored. */
export type Row = Stored<LeaderboardDocument>;

type SortField = 'publishedAt' | 'rank';

/** What a place on the board depends on: the owner, for a search, and the value of the sort field. */
export type Spot = Pick<Row, '_id' | 'ownerId'> & Partial<Pick<Row, SortField>>;

/** An order of posts: the sort field, its direction, and the value of a post. */
export interface Order {
  readonly field: SortField;
  readonly sort: NonNullable<Query['sort']>;
  readonly direction: 1 | -1;
  readonly key: (post: Partial<Pick<LeaderboardDocument, SortField>>) => string;
}

/** Where a page of the board starts: after this group, sort key and id, on the board as it was ordered at a time. */
export interface BoardCursor {
  /** ISO 8601. */
  readonly at: string;
  readonly tier: Tier;
  readonly after: readonly Scalar[];
}

/** The requested posts: at most `limit` after a sort key and id, or from the start. */
export interface Part {
  readonly limit: number;
  readonly after: readonly Scalar[] | null;
}

/** Posts in one order, read piece by piece. */
export interface Lane<Of extends Spot = Row> {
  /** Returns fewer than `limit` posts only at the end. */
  read(part: Part): Promise<readonly Of[]>;
}

/** Whether a post comes after a cursor. */
export function isAfter(row: Spot, after: readonly Scalar[] | null, order: Order): boolean {
  if (after === null) return true;
  const [key, id] = after as readonly string[];
  return compare([key ?? '', id ?? ''], [order.key(row), row._id], order) < 0;
}

/** The order of two posts, for sorting. */
export function inOrder(one: Spot, other: Spot, order: Order): number {
  return compare([order.key(one), one._id], [order.key(other), other._id], order);
}

/** The cursor after a post within its group. */
export function placeOf(row: Spot, order: Order): readonly Scalar[] {
  return [order.key(row), row._id];
}

type Place = readonly [key: string, id: string];

function compare([key, id]: Place, [otherKey, otherId]: Place, { direction }: Order): number {
  if (key === otherKey && id === otherId) return 0;
  const isFirst = key === otherKey ? id < otherId : key < otherKey;
  return isFirst === (direction === 1) ? -1 : 1;
}

/** The public posts whose group at a time (ISO 8601, not in the future) may differ from the recorded one. */
export async function movedPosts(
  board: ViewReader<LeaderboardDocument>,
  at: string,
): Promise<readonly Row[]> {
  const [over, changed] = await Promise.all([
    wholeList(board, { boostEndsAt: { $gte: '', $lte: at } }, { boostEndsAt: 1 }),
    wholeList(board, { tierSince: { $gt: at } }, { tierSince: 1 }),
  ]);
  return [...new Map([...over, ...changed].map((row) => [row._id, row])).values()];
}

/**
 * The groups of the board at a time. Documents are indexed by their recorded group. It differs from the group at a time
 * for a boost that is over but not recorded as such, and for one that began or ended since. These posts, which are few,
 * are read separately and moved into their groups.
 */
export class BoardOrder {
  private readonly movedIds: ReadonlySet<string>;

  private constructor(
    private readonly board: ViewReader<LeaderboardDocument>,
    readonly at: string,
    readonly moved: readonly Row[],
    /** The recorded groups that have posts. */
    private readonly filled: ReadonlySet<Tier>,
  ) {
    this.movedIds = new Set(moved.map(({ _id }) => _id));
  }

  /** @param at ISO 8601, not in the future */
  static async of(board: ViewReader<LeaderboardDocument>, at: string): Promise<BoardOrder> {
    const [moved, counts] = await Promise.all([
      movedPosts(board, at),
      Promise.all(TIERS.map((tier) => board.count({ tier }, 1))),
    ]);
    return new BoardOrder(board, at, moved, new Set(TIERS.filter((_, index) => counts[index] !== 0)));
  }

  /** Whether a boost is recorded, also one that is over. */
  get hasBoosts(): boolean {
    return this.filled.has('mega') || this.filled.has('regular');
  }

  /** All posts of a group. */
  lane(tier: Tier, order: Order): Lane {
    const read = (query: Query) => this.board.find(query);
    return this.corrected(tier, order, this.recorded(tier, order, read), this.moved);
  }

  /** The same, only ids, owners and sort values. */
  spots(tier: Tier, order: Order): Lane<Spot> {
    const read = (query: Query) => this.board.pick(query, ['ownerId', order.field]);
    return this.corrected(tier, order, this.recorded(tier, order, read), this.moved);
  }

  /** The posts of some people in a group; `recorded` reads those of the recorded group. */
  laneOf(tier: Tier, order: Order, recorded: Lane, owners: ReadonlySet<string>): Lane {
    const moved = this.moved.filter(({ ownerId }) => owners.has(ownerId));
    return this.corrected(tier, order, recorded, moved);
  }

  /** The posts of a recorded group. Asks nothing about an empty one. */
  private recorded<Of extends Spot>(
    tier: Tier,
    { sort }: Order,
    read: (query: Query) => Promise<readonly Of[]>,
  ): Lane<Of> {
    return {
      read: async ({ limit, after }) =>
        this.filled.has(tier) ? read({ where: { tier }, sort, limit, ...(after && { after }) }) : [],
    };
  }

  private corrected<Of extends Spot>(
    tier: Tier,
    order: Order,
    recorded: Lane<Of>,
    moved: readonly (Row & Of)[],
  ): Lane<Of> {
    const here = moved
      .filter((row) => tierAt(row, this.at) === tier)
      .toSorted((one, other) => inOrder(one, other, order));
    if (moved.length === 0) return recorded;
    return {
      read: async ({ limit, after }) => {
        const rows: Of[] = here.filter((row) => isAfter(row, after, order)).slice(0, limit);
        let wanted = limit;
        for (let cursor = after; wanted > 0;) {
          const found = await recorded.read({ limit: wanted, after: cursor });
          const kept = found.filter(({ _id }) => !this.movedIds.has(_id));
          rows.push(...kept);
          const last = found.at(-1);
          if (!last || found.length < wanted) break;
          wanted -= kept.length;
          cursor = placeOf(last, order);
        }
        return rows.toSorted((one, other) => inOrder(one, other, order)).slice(0, limit);
      },
    };
  }
}

/** A post of the board with the cursor after it. */
export interface Placed<Of extends Spot = Row> {
  readonly row: Of;
  readonly cursor: BoardCursor;
}

/** Reads on through the groups after a cursor. Returns fewer than `limit` posts only at the end. */
export async function readBoard<Of extends Spot>(
  lanes: Readonly<Record<Tier, Lane<Of>>>,
  order: Order,
  { at, limit, cursor }: { readonly at: string; readonly limit: number; readonly cursor: BoardCursor | null },
): Promise<readonly Placed<Of>[]> {
  const first = cursor ? TIERS.indexOf(cursor.tier) : 0;
  const placed: Placed<Of>[] = [];
  for (const tier of TIERS.slice(first)) {
    const after = cursor && tier === cursor.tier ? cursor.after : null;
    const rows = await lanes[tier].read({ limit: limit - placed.length, after });
    for (const row of rows) placed.push({ row, cursor: { at, tier, after: placeOf(row, order) } });
    if (placed.length >= limit) break;
  }
  return placed;
}
