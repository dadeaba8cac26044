import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import type { ViewReader } from '../../kernel/document-store.js';
import { PublicViews, Views } from '../../kernel/projection.js';
import type { CursorPart, Scalar } from '../../kernel/query.js';
import { RecordedReads } from '../../kernel/recorded-reads.js';
import { NamesReader } from '../names.js';
import { BoostChanges } from './next-boost-change.js';
import {
  type BoardCursor,
  BoardOrder,
  type Order,
  type Part,
  type Placed,
  type Row,
  readBoard,
} from './board-order.js';
import { ranksByRating } from './board-ranks.js';
import { type LeaderboardDocument, leaderboard } from './leaderboard.js';
import { TIERS, type Tier, dayAfter, dayBefore, tierAt } from './post-boosts.js';
import { type Found, type ReadSpots, lanesOfPeople, siftedPosts } from './post-search.js';

export type PostOrder = 'recent' | 'top';

/**
 * The cursor of the board: when a group had changed last before the first page, the group, the sort key and the id. All
 * pages show the board as it was ordered at that time. Otherwise a post whose boost begins or ends between two pages would
 * come twice or be missing.
 */
export function boardCursor(order: PostOrder): readonly CursorPart[] {
  return ['time', TIERS, order === 'recent' ? 'time' : 'text', 'text'];
}

export const ORDERS: Readonly<Record<PostOrder, Order>> = {
  recent: {
    field: 'publishedAt',
    sort: { publishedAt: -1 },
    direction: -1,
    key: ({ publishedAt = '' }) => publishedAt,
  },
  top: { field: 'rank', sort: { rank: 1 }, direction: 1, key: ({ rank = '' }) => rank },
};

/** A page of the board. */
interface BoardPage {
  readonly rows: readonly Row[];
  /** The cursor of the next page; null on the last page. */
  readonly next: readonly Scalar[] | null;
  /** The ranks by rating alone, by post: none for boosted posts, in searches and where the newest come first. */
  readonly ranks: ReadonlyMap<string, number>;
}

const NO_RANKS: BoardPage['ranks'] = new Map();

interface BoardList {
  readonly groups: BoardOrder;
  readonly order: Order;
  readonly limit: number;
  readonly cursor: BoardCursor | null;
}

/** Reads the board of all public posts page by page, or the part of it that a search finds. */
@Injectable()
export class BoardPages {
  private readonly shown: ViewReader<LeaderboardDocument>;
  private readonly all: ViewReader<LeaderboardDocument>;

  constructor(
    publicViews: PublicViews,
    views: Views,
    private readonly names: NamesReader,
    private readonly moments: BoostChanges,
    private readonly records: RecordedReads,
    private readonly clock: Clock,
  ) {
    this.shown = publicViews.of(leaderboard);
    this.all = views.of(leaderboard);
  }

  async page(order: PostOrder, search: string | null, { limit, after }: Part): Promise<BoardPage> {
    const current = await this.moments.shown();
    const cursor = after && this.cursorOf(after, current.at);
    const isCurrent = cursor === null || cursor.at === current.at;
    const groups = isCurrent ? current : await BoardOrder.of(this.shown, cursor.at);
    const list = { groups, order: ORDERS[order], limit, cursor };
    const { rows, next } = await (search ? this.search(search, list) : this.list(list));
    const ranks = order === 'top' && !search ? await this.ranks(rows, list) : NO_RANKS;
    return { rows, next: next && valuesOf(next), ranks };
  }

  private async list({ groups, order, limit, cursor }: BoardList): Promise<Found> {
    const lanes = lanesOf((tier) => groups.lane(tier, order));
    return cutBoard(await readBoard(lanes, order, { at: groups.at, limit: limit + 1, cursor }), limit);
  }

  /** For a rare text, reads the posts of the matching people; for a common one, scans the posts. */
  private async search(text: string, { groups, order, limit, cursor }: BoardList): Promise<Found> {
    const { at } = groups;
    const { few, among } = await this.names.named(text);
    if (few) {
      const lanes = await lanesOfPeople(this.shown, groups, few, order);
      return cutBoard(await readBoard(lanes, order, { at, limit: limit + 1, cursor }), limit);
    }
    const lanes = lanesOf((tier) => groups.spots(tier, order));
    const read: ReadSpots = (piece, from) => readBoard(lanes, order, { at, limit: piece, cursor: from });
    const { rows, next } = await siftedPosts(read, { limit, cursor }, among);
    const posts = await this.shown.getMany(rows.map(({ _id }) => _id));
    // A post may have been hidden meanwhile.
    return { rows: rows.flatMap(({ _id }) => posts.get(_id) ?? []).filter((post) => post.isPublic), next };
  }

  private ranks(rows: readonly Row[], { groups, cursor }: BoardList): Promise<ReadonlyMap<string, number>> {
    const ranked = rows.filter((row) => tierAt(row, groups.at) === 'none');
    return ranksByRating(this.all, ranked, groups, cursor?.tier !== 'none');
  }

  /**
   * A cursor from a client. Its time is at most a day ago, because posts keep the boosts of a day, and not after the last
   * moment, since which nothing has changed.
   */
  private cursorOf([time, tier, ...after]: readonly Scalar[], last: string): BoardCursor {
    const place = { tier: tier as Tier, after };
    const [now, at] = [this.clock.now().toISOString(), String(time)];
    if (at >= last) return { at: last, ...place };
    const first = dayBefore(now);
    this.records.holdsUntil(at < first ? now : dayAfter(at));
    return { at: at < first ? first : at, ...place };
  }
}

function lanesOf<Lane>(lane: (tier: Tier) => Lane): Readonly<Record<Tier, Lane>> {
  return { mega: lane('mega'), regular: lane('regular'), none: lane('none') };
}

/** One more post than fits means that there is a next page. */
function cutBoard(found: readonly Placed[], limit: number): Found {
  const page = found.slice(0, limit);
  const next = found.length > limit ? (page.at(-1)?.cursor ?? null) : null;
  return { rows: page.map(({ row }) => row), next };
}

function valuesOf({ at, tier, after }: BoardCursor): readonly Scalar[] {
  return [at, tier, ...after];
}
