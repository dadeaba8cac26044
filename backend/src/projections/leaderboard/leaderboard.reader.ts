import { Injectable } from '@nestjs/common';
import type { PostFacts } from '../../domain/post/post-facts.js';
import { Clock } from '../../kernel/clock.js';
import type { ViewReader } from '../../kernel/document-store.js';
import { PublicViews, Views } from '../../kernel/projection.js';
import type { CursorPart, Scalar } from '../../kernel/query.js';
import { PeopleReader, type PublicPerson } from '../accounts/people.js';
import { type ActDocument, acts } from '../acts.js';
import { Memoized } from '../memoize.js';
import { type PhotoDocument, photos } from '../photos/photos.js';
import { RatingResult, ScoreSheet } from '../photos/rating-result.js';
import { readerOf } from '../view.js';
import { wholeList } from '../whole-list.js';
import { BoostChanges } from './next-boost-change.js';
import { type Order, type Part, type Row, placeOf } from './board-order.js';
import { BoardPages, ORDERS, type PostOrder } from './board-pages.js';
import { type LeaderboardDocument, leaderboard } from './leaderboard.js';
import { TIERS, boostAt } from './post-boosts.js';
import { type BoardTotals, totalsOf } from './rank-counts.js';
import { averageTenths } from './scores.js';
import {
  BoardPost,
  type LivePost,
  type Notes,
  OwnPost,
  type OwnScoreSheet,
  Post,
  ProfilePost,
  isVisibleTo,
  livePost,
} from './shown-posts.js';

/** Whose post it is, and since when. */
export type PostOrigin = Pick<LeaderboardDocument, 'ownerId' | 'publishedAt'>;

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

/** The cursor of a person's posts: the time of publication, and the id. */
export const POSTS_CURSOR: readonly CursorPart[] = ['time', 'text'];

/** Reads posts, one or many. Names and pictures of people are joined with one look-up per page. */
@Injectable()
export class LeaderboardReader extends readerOf(leaderboard) {
  /** Posts as the public sees them. Their owners and reactions see all. */
  private readonly shown: ViewReader<LeaderboardDocument>;
  private readonly acts: ViewReader<ActDocument>;
  private readonly photos: ViewReader<PhotoDocument>;
  private readonly made = new Memoized<Post>();
  private readonly madeSheets = new Memoized<ScoreSheet>();
  private readonly madeForBoard = new Memoized<BoardPost>();
  private readonly madeForProfiles = new Memoized<ProfilePost>();

  constructor(
    views: Views,
    publicViews: PublicViews,
    private readonly people: PeopleReader,
    private readonly board: BoardPages,
    private readonly moments: BoostChanges,
    private readonly clock: Clock,
  ) {
    super(views);
    this.shown = publicViews.of(leaderboard);
    this.acts = views.of(acts);
    this.photos = views.of(photos);
  }

  /**
   * Public posts, of all people or of those with `search` in one of their names: first those with a mega boost, then
   * those with a regular one, then all others, each group in order. A page of a search may be shorter than its limit and
   * still have a next page.
   */
  async page(order: PostOrder, search: string | null, part: Part): Promise<PageOf<BoardPost>> {
    const { rows, next, ranks } = await this.board.page(order, search, part);
    const [people, at] = [await this.authorsOf(rows), await this.moments.last()];
    const posts = rows.map((post) => {
      const [author, boost] = [people.get(post.ownerId), boostAt(post, at)];
      // A boost may have begun since the first page of the list, whose order this page has.
      const rank = boost ? undefined : ranks.get(post._id);
      return this.madeForBoard.get(post, [author, boost, rank], () => new BoardPost(post, author, at, rank));
    });
    return { posts, next };
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
    const author = (await this.authorsOf([post])).get(post.ownerId);
    const sheet = post.isSheetPublic ? await this.sheetOf(postId) : null;
    return this.shownPost(post, author, await this.moments.last(), await this.notesOn([post]), sheet);
  }

  /** The score sheet of a post, for its owner; null if there is no such post of this person. */
  async ownSheet(postId: string, ownerId: string): Promise<OwnScoreSheet | null> {
    const post = await this.shown.get(postId);
    if (post?.ownerId !== ownerId || post.isEscalated) return null;
    const photo = await this.photos.get(postId);
    const { rating, picture, judge } = photo ?? { rating: null };
    const sheet = rating && new RatingResult({ photoId: postId, rating, picture, judge });
    return { isPublic: post.isSheetPublic, sheet };
  }

  /** A post as its owner sees it, also under legal hold; null if it does not exist. */
  async forAdmins(postId: string): Promise<Post | null> {
    const post = await this.one(postId);
    if (!post) return null;
    const author = (await this.authorsOf([post])).get(post.ownerId);
    return new Post(post, author, this.now(), await this.notesOn([post]));
  }

  /** How many posts the public sees, and how many ratings these have. */
  totals(): Promise<BoardTotals> {
    return totalsOf(this.documents);
  }

  /** Whether visitors may see a post. */
  async isPublic(postId: string): Promise<boolean> {
    return (await this.shown.get(postId))?.isPublic ?? false;
  }

  /** Those of `ids` that are posts which `viewerId` may see, by id, in one look-up. */
  async visibleAmong(ids: readonly string[], viewerId: string): Promise<ReadonlyMap<string, PostOrigin>> {
    const found = await this.shown.getMany(ids);
    return new Map([...found].filter(([, post]) => isVisibleTo(post, viewerId)));
  }

  /** Those of `ids` that are public posts now, with their counters, in one look-up. */
  async live(ids: readonly string[]): Promise<readonly LivePost[]> {
    const found = await this.shown.getMany(ids);
    return ids.flatMap((id) => {
      const post = found.get(id);
      return post?.isPublic ? [livePost(post, this.now())] : [];
    });
  }

  /** The owners of those of `ids` that exist. */
  async ownersOf(ids: readonly string[]): Promise<readonly string[]> {
    return [...(await this.documents.getMany(ids)).values()].map(({ ownerId }) => ownerId);
  }

  /** The ids of the newest public posts. */
  async newestIds(limit: number): Promise<readonly string[]> {
    const ofTiers = await Promise.all(
      TIERS.map((tier) =>
        this.shown.pick({ where: { tier }, sort: ORDERS.recent.sort, limit }, ['publishedAt']),
      ),
    );
    return ofTiers
      .flat()
      .toSorted((one, other) => (one.publishedAt < other.publishedAt ? 1 : -1))
      .slice(0, limit)
      .map(({ _id }) => _id);
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
    const part = { limit: limit + 1, ...(after && { after }) };
    const found = await this.documents.find({ where: { ownerId }, sort, ...part });
    const { rows, next } = cut(found, limit, ORDERS.recent);
    const shown = rows.filter(({ isEscalated }) => !isEscalated);
    const [now, notes] = [this.now(), await this.notesOn(shown)];
    return { posts: shown.map((post) => new OwnPost(post, now, notes)), next };
  }

  /** The ids of all posts of a person, hidden ones included. */
  async postIdsOf(ownerId: string): Promise<readonly string[]> {
    const found = await this.all({ ownerId }, ORDERS.recent.sort);
    return found.map(({ _id }) => _id);
  }

  /** The facts that commands need about a post, and whether it is under legal hold; null if it does not exist. */
  async facts(postId: string): Promise<(PostFacts & { readonly isEscalated: boolean }) | null> {
    const post = await this.one(postId);
    if (!post) return null;
    const { ownerId, isPublic, isEscalated } = post;
    return { postId, ownerId, isPublic, isEscalated };
  }

  /** The figures of a public post; null if it is hidden or does not exist. */
  async figures(postId: string): Promise<PostFigures | null> {
    const post = await this.one(postId);
    if (!post?.isPublic) return null;
    return { ownerId: post.ownerId, tenths: averageTenths(post), ratings: post.voteCount };
  }

  private authorsOf(posts: readonly Row[]): Promise<ReadonlyMap<string, PublicPerson>> {
    return this.people.byIds(posts.map(({ ownerId }) => ownerId));
  }

  /** The same object as before for a public post as long as nothing that it shows has changed. */
  private shownPost(
    post: Row,
    author: PublicPerson | undefined,
    at: string,
    notes: Notes,
    sheet: ScoreSheet | null,
  ): Post {
    // The boosts of a hidden post begin and end at other moments.
    if (!post.isPublic) return new Post(post, author, this.now(), notes, sheet);
    const make = () => new Post(post, author, at, notes, sheet);
    return this.made.get(post, [author, boostAt(post, at), sheet], make);
  }

  /** What the judge gave the photo of a post; null if nothing. A post has the id of its photo. */
  private async sheetOf(postId: string): Promise<ScoreSheet | null> {
    const photo = await this.photos.get(postId);
    if (!photo?.rating) return null;
    const { rating, judge } = photo;
    return this.madeSheets.get(photo, [], () => new ScoreSheet({ rating, judge }));
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
