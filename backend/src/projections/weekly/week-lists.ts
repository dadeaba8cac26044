import type { Standing } from '../../domain/week/week.js';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import type { Scalar } from '../../kernel/query.js';
import type { Part } from '../leaderboard/board-order.js';
import type { LeaderboardDocument } from '../leaderboard/leaderboard.js';
import { nextPiece } from '../leaderboard/post-search.js';
import type { PostOrder } from '../leaderboard/board-pages.js';
import type { Named, NamesReader } from '../names.js';
import { wholeList } from '../whole-list.js';
import type { StandingDocument } from './weekly.js';

/** If the found people have more posts than this in a week, the week is scanned instead. */
const MOST_OF_PEOPLE = 2000;

/** What the list of a week needs of a post. */
interface Listed {
  readonly _id: string;
  readonly ownerId: string | null;
}

/** The posts of a week in one order. */
export interface WeekList<Row extends Listed> {
  /** Returns fewer than `limit` posts only at the end. */
  read(part: Part): Promise<readonly Row[]>;
  /** The posts of these people, in any order, at most {@link MOST_OF_PEOPLE} and one. */
  of(owners: readonly string[]): Promise<readonly Row[]>;
  /** The value that posts are ordered by. */
  key(row: Row): string | number;
  readonly direction: 1 | -1;
}

export function runningList(
  board: ViewReader<LeaderboardDocument>,
  week: string,
  order: PostOrder,
): WeekList<Stored<LeaderboardDocument>> {
  const isTop = order === 'top';
  const posts = isTop ? { week, publicRank: { $gte: '' } } : { week, isPublic: true };
  const sort = isTop ? ({ publicRank: 1 } as const) : ({ publishedAt: -1 } as const);
  return {
    direction: isTop ? 1 : -1,
    key: ({ publicRank, publishedAt }) => (isTop ? (publicRank ?? '') : publishedAt),
    read: ({ limit, after }) => board.find({ where: posts, sort, limit, ...(after && { after }) }),
    of: (owners) =>
      wholeList(
        board,
        { week, ownerId: { $in: owners }, publicRank: { $gte: '' } },
        { publicRank: 1 },
        MOST_OF_PEOPLE + 1,
      ),
  };
}

/** A post with a standing. */
export type Ranked = Stored<StandingDocument> & { readonly standing: Standing };

export function isRanked(post: Stored<StandingDocument>): post is Ranked {
  return post.standing !== null;
}

export function closedList(
  standings: ViewReader<StandingDocument>,
  closing: string,
  order: PostOrder,
): WeekList<Ranked> {
  const isTop = order === 'top';
  const sort = isTop ? ({ rank: 1 } as const) : ({ publishedAt: -1 } as const);
  return {
    direction: isTop ? 1 : -1,
    key: ({ rank, publishedAt }) => (isTop ? (rank ?? 0) : publishedAt),
    read: async ({ limit, after }) =>
      (await standings.find({ where: { closing }, sort, limit, ...(after && { after }) })).filter(isRanked),
    of: async (owners) =>
      (
        await wholeList(
          standings,
          { closing, ownerId: { $in: owners }, rank: { $gte: 0 } },
          { rank: 1 },
          MOST_OF_PEOPLE + 1,
        )
      ).filter(isRanked),
  };
}

/** A page of the list, and the cursor of the next page; null on the last page. */
export interface WeekRows<Row> {
  readonly rows: readonly Row[];
  readonly next: readonly Scalar[] | null;
}

/**
 * A page of a week: all posts, or those of people with `search` in one of their names. A page of a search may be shorter
 * than its limit and still have a next page.
 */
export async function weekRows<Row extends Listed>(
  list: WeekList<Row>,
  search: string | null,
  { limit, after }: Part,
  names: NamesReader,
): Promise<WeekRows<Row>> {
  if (search === null) return cut(list, await list.read({ limit: limit + 1, after }), limit);
  const { few, among } = await names.named(search);
  if (few?.length === 0) return { rows: [], next: null };
  const posts = few && (await list.of(few));
  if (!posts || posts.length > MOST_OF_PEOPLE) return sifted(list, { limit, after }, among);
  const found = posts.toSorted((one, other) => inOrder(list, placeOf(list, one), placeOf(list, other)));
  const rest = found.filter((row) => after === null || inOrder(list, placeOf(list, row), after) > 0);
  return cut(list, rest, limit);
}

/** For a common text: reads on through the week and keeps the posts whose owners match. */
async function sifted<Row extends Listed>(
  list: WeekList<Row>,
  { limit, after }: Part,
  matching: Named['among'],
): Promise<WeekRows<Row>> {
  const rows: Row[] = [];
  let next = after;
  let seen = 0;
  for (let piece; (piece = nextPiece(seen, rows.length, limit - rows.length)) > 0; seen += piece) {
    const found = await list.read({ limit: piece, after: next });
    const owners = await matching([...new Set(found.flatMap(({ ownerId }) => ownerId ?? []))]);
    for (const row of found) {
      if (rows.length === limit) return { rows, next };
      next = placeOf(list, row);
      if (row.ownerId !== null && owners.has(row.ownerId)) rows.push(row);
    }
    if (found.length < piece) return { rows, next: null };
  }
  return { rows, next };
}

function cut<Row extends Listed>(list: WeekList<Row>, found: readonly Row[], limit: number): WeekRows<Row> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last ? placeOf(list, last) : null };
}

function placeOf<Row extends Listed>(list: WeekList<Row>, row: Row): readonly Scalar[] {
  return [list.key(row), row._id];
}

function inOrder<Row extends Listed>(
  { direction }: WeekList<Row>,
  one: readonly Scalar[],
  other: readonly Scalar[],
): number {
  const [key = '', id = ''] = one as readonly (string | number)[];
  const [otherKey = '', otherId = ''] = other as readonly (string | number)[];
  if (key === otherKey && id === otherId) return 0;
  const isFirst = key === otherKey ? id < otherId : key < otherKey;
  return isFirst === (direction === 1) ? -1 : 1;
}
