import { Injectable } from '@nestjs/common';
import type { PostFacts } from '../../domain/post/post-facts.js';
import { Clock } from '../../kernel/clock.js';
import type { ViewReader } from '../../kernel/document-store.js';
import { PublicViews, Views } from '../../kernel/projection.js';
import { RecordedReads } from '../../kernel/recorded-reads.js';
import type { Scalar } from '../../kernel/query.js';
import { type ActDocument, acts } from '../acts/acts.projection.js';
import { PeopleReader, type PublicPerson } from '../accounts/people.reader.js';
import { NamesReader } from '../names/names.reader.js';
import { type LeaderboardDocument, leaderboard } from './leaderboard.projection.js';
import {
  type BoardCursor,
  BoardOrder,
  type Order,
  type Part,
  type Placed,
  type Row,
  placeOf,
  readBoard,
} from './board-order.js';
import { type Found, type ReadSpots, lanesOfPeople, siftedPosts } from './post-search.js';
import { BoardMoments } from './board-moments.js';
import type { Notes } from './post-decision.js';
import { TIERS, type Tier, boostAt, dayAfter, dayBefore } from './post-boosts.js';
import { averageTenths } from './scores.js';
import { type LivePost, OwnPost, Post, ProfilePost, isVisibleTo, livePost } from './shown-posts.js';
import { MadeOnce } from '../made-once.js';
import { wholeList } from '../whole-list.js';

export type PostOrder = 'recent' | 'top';

/** A page of posts, and the cursor of the next page; null on the last page. */
export interface PageOf<Item> {
  readonly posts: readonly Item[];
  readonly next: readonly Scalar[] | null;
}

/** The figures of a public post that achievements depend on. */
export interface PostFigures {
  readonly ownerId: string;
  /** The average, in tenths. */
  readonly tenths: number;
  /** The number of people who rated it. */
  readonly ratings: number;
}

/** How many values the cursor of a person's posts has: the sort key and the id. */
export const CURSOR_LENGTH = 2;

/**
 * How many values the cursor of the board has: when a group had changed last before the first page, the group, the sort
 * key and the id. All pages show the board as it was ordered at that time. Otherwise a post whose boost begins or ends between two pages would
 * come twice or be missing.
 */
export const BOARD_CURSOR_LENGTH = 4;

const ORDERS: Readonly<Record<PostOrder, Order>> = {
  recent: {
    field: 'publishedAt',
    sort: { publishedAt: -1 },
    direction: -1,
    key: ({ publishedAt = '' }) => publishedAt,
  },
  top: { field: 'rank', sort: { rank: 1 }, direction: 1, key: ({ rank = '' }) => rank },
};

/** Reads posts, one or many. Names and pictures of people are joined with one look-up per page. */
@Injectable()
export class LeaderboardReader {
  /** Posts as the public sees them. */
  private readonly shown: ViewReader<LeaderboardDocument>;
  /** All posts, for their owners and for reactions. */
  private readonly all: ViewReader<LeaderboardDocument>;
  private readonly acts: ViewReader<ActDocument>;
  private readonly made = new MadeOnce<Post>();
  private readonly madeForProfiles = new MadeOnce<ProfilePost>();

  constructor(
    publicViews: PublicViews,
    views: Views,
    private readonly people: PeopleReader,
    private readonly names: NamesReader,
    private readonly moments: BoardMoments,
    private readonly records: RecordedReads,
    private readonly clock: Clock,
  ) {
    this.shown = publicViews.of(leaderboard);
    this.all = views.of(leaderboard);
    this.acts = views.of(acts);
  }

  /**
   * Public posts, of all people or of those with `search` in one of their names: first those with a mega boost, then
   * those with a regular one, then all others, each group in order. A page of a search may be shorter than its limit and
   * still have a next page.
   */
  async page(order: PostOrder, search: string | null, { limit, after }: Part): Promise<PageOf<Post>> {
    const current = await this.moments.shown();
    const cursor = after && this.cursorOf(after, current.at);
    const isCurrent = cursor === null || cursor.at === current.at;
    const groups = isCurrent ? current : await BoardOrder.of(this.shown, cursor.at);
    const list = { groups, order: ORDERS[order], limit, cursor };
    const found = await (search ? this.search(search, list) : this.list(list));
    return { posts: await this.withAuthors(found.rows), next: found.next && valuesOf(found.next) };
  }

  /** The ids of the public posts whose boosts ended after `from` and not after `to` (ISO 8601). */
  async boostsEnded(from: string, to: string): Promise<readonly string[]> {
    const where = { boostEndsAt: { $gt: from, $lte: to } };
    return (await wholeList(this.shown, where, { boostEndsAt: 1 })).map(({ _id }) => _id);
  }

  /**
   * A post as `viewerId` may see it; null if it does not exist, is under legal hold, or is hidden and not the viewer's own.
   */
  async post(postId: string, viewerId: string | null): Promise<Post | null> {
    const post = await this.shown.get(postId);
    if (!post || !isVisibleTo(post, viewerId)) return null;
    const [shown] = await this.withAuthors([post]);
    return shown ?? null;
  }

  /** Whether visitors may see a post. */
  async isPublic(postId: string): Promise<boolean> {
    return (await this.shown.get(postId))?.isPublic ?? false;
  }

  /** Those of `ids` that are posts which `viewerId` may see, in one look-up. */
  async visibleAmong(ids: readonly string[], viewerId: string): Promise<ReadonlySet<string>> {
    const found = await this.shown.getMany(ids);
    return new Set([...found.values()].flatMap((post) => (isVisibleTo(post, viewerId) ? post._id : [])));
  }

  /** Those of `ids` that are public posts now, with their counters, in one look-up. */
  async live(ids: readonly string[]): Promise<readonly LivePost[]> {
    const found = await this.shown.getMany(ids);
    return ids.flatMap((id) => {
      const post = found.get(id);
      return post?.isPublic ? [livePost(post, this.now())] : [];
    });
  }

  /** The public posts of a person, newest first, and their total count. */
  async publicPostsOf(
    ownerId: string,
    { limit, after }: Part,
  ): Promise<PageOf<ProfilePost> & { readonly count: number }> {
    const where = { ownerId, isPublic: true };
    const [count, found] = await Promise.all([
      this.shown.count(where),
      this.shown.find({ where, sort: ORDERS.recent.sort, limit: limit + 1, ...(after && { after }) }),
    ]);
    const { rows, next } = cut(found, limit, ORDERS.recent);
    const at = await this.moments.last();
    const shown = (post: Row) =>
      this.madeForProfiles.get(post, [boostAt(post, at)], () => new ProfilePost(post, at));
    return { count, posts: rows.map(shown), next };
  }

  /** A person's own posts, hidden ones included but none under legal hold, newest first. A page may be shorter for that. */
  async ownPostsOf(ownerId: string, { limit, after }: Part): Promise<PageOf<OwnPost>> {
    const { sort } = ORDERS.recent;
    const found = await this.all.find({
      where: { ownerId },
      sort,
      limit: limit + 1,
      ...(after && { after }),
    });
    const { rows, next } = cut(found, limit, ORDERS.recent);
    const shown = rows.filter(({ isEscalated }) => !isEscalated);
    const [now, notes] = [this.now(), await this.notesOn(shown)];
    return { posts: shown.map((post) => new OwnPost(post, now, notes)), next };
  }

  /** The ids of all posts of a person, hidden ones included. */
  async postIdsOf(ownerId: string): Promise<readonly string[]> {
    const found = await wholeList(this.all, { ownerId }, ORDERS.recent.sort);
    return found.map(({ _id }) => _id);
  }

  /** The facts that commands need about a post, and whether it is under legal hold; null if it does not exist. */
  async facts(postId: string): Promise<(PostFacts & { readonly isEscalated: boolean }) | null> {
    const post = await this.all.get(postId);
    if (!post) return null;
    const { ownerId, isPublic, isEscalated } = post;
    return { postId, ownerId, isPublic, isEscalated };
  }

  /** The figures of a public post; null if it is hidden or does not exist. */
  async figures(postId: string): Promise<PostFigures | null> {
    const post = await this.all.get(postId);
    if (!post?.isPublic) return null;
    return { ownerId: post.ownerId, tenths: averageTenths(post), ratings: post.voteCount };
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

  private async withAuthors(posts: readonly Row[]): Promise<Post[]> {
    const people = await this.people.byIds(posts.map(({ ownerId }) => ownerId));
    const [at, notes] = [await this.moments.last(), await this.notesOn(posts)];
    return posts.map((post) => this.shownPost(post, people.get(post.ownerId), at, notes));
  }

  /** The same object as before for a public post as long as nothing that it shows has changed. */
  private shownPost(post: Row, author: PublicPerson | undefined, at: string, notes: Notes): Post {
    // The boosts of a hidden post begin and end at other moments.
    if (!post.isPublic) return new Post(post, author, this.now(), notes);
    return this.made.get(post, [author, boostAt(post, at)], () => new Post(post, author, at, notes));
  }

  /**
   * A cursor from a client. Its time is at most a day ago, because posts keep the boosts of a day, and not after the last
   * moment, since which nothing has changed.
   */
  private cursorOf([time, tier, ...after]: readonly Scalar[], last: string): BoardCursor {
    const place = { tier: TIERS.find((known) => known === tier) ?? 'none', after };
    const [now, at] = [this.now(), String(time)];
    if (at >= last) return { at: last, ...place };
    const first = dayBefore(now);
    this.records.holdsUntil(at < first ? now : dayAfter(at));
    return { at: at < first ? first : at, ...place };
  }

  /** What moderators wrote about hidden and removed posts. */
  private async notesOn(posts: readonly Row[]): Promise<Notes> {
    const actIds = posts.flatMap(({ moderation: { cause } }) => cause?.actId ?? []);
    return actIds.length === 0 ? new Map() : this.acts.getMany(actIds);
  }

  private now(): string {
    return this.clock.now().toISOString();
  }
}

interface BoardList {
  readonly groups: BoardOrder;
  readonly order: Order;
  readonly limit: number;
  readonly cursor: BoardCursor | null;
}

function lanesOf<Lane>(lane: (tier: Tier) => Lane): Readonly<Record<Tier, Lane>> {
  return { mega: lane('mega'), regular: lane('regular'), none: lane('none') };
}

/** A page of a person's posts: one more post than fits means that there is a next page. */
function cut(
  found: readonly Row[],
  limit: number,
  order: Order,
): { readonly rows: readonly Row[]; readonly next: readonly Scalar[] | null } {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last ? placeOf(last, order) : null };
}

/** The same for the board. */
function cutBoard(found: readonly Placed[], limit: number): Found {
  const page = found.slice(0, limit);
  const next = found.length > limit ? (page.at(-1)?.cursor ?? null) : null;
  return { rows: page.map(({ row }) => row), next };
}

function valuesOf({ at, tier, after }: BoardCursor): readonly Scalar[] {
  return [at, tier, ...after];
}
