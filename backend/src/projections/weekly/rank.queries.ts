import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import type { Filter } from '../../kernel/query.js';
import { type LeaderboardDocument, leaderboard } from '../leaderboard/leaderboard.projection.js';
import { type Place, PostRank, type WeekPlace } from '../leaderboard/post-rank.js';
import { PublicViews } from '../../kernel/projection.js';
import { bestOf } from './running-week.queries.js';
import { type WeeklyDocument, weekly } from './weekly.projection.js';

/**
 * Where a post stands and why, as `viewerId` may know it: of a hidden one only its owner; null for anybody else and for
 * a post that is not there.
 */
export class FindRank extends Query<PostRank | null> {
  constructor(
    readonly postId: string,
    readonly viewerId: string | null,
  ) {
    super();
  }
}

@QueryHandler(FindRank)
export class FindRankHandler implements IQueryHandler<FindRank> {
  private readonly board: ViewReader<LeaderboardDocument>;
  private readonly archive: ViewReader<WeeklyDocument>;

  constructor(@Inject(PublicViews) views: PublicViews) {
    this.board = views.of(leaderboard);
    this.archive = views.of(weekly);
  }

  async execute({ postId, viewerId }: FindRank): Promise<PostRank | null> {
    const post = await this.board.get(postId);
    if (!post || (!post.isPublic && post.ownerId !== viewerId)) return null;
    return new PostRank(post, await this.placeAmong(post, {}), await this.placeInWeek(post));
  }

  private async placeInWeek(post: Stored<LeaderboardDocument>): Promise<WeekPlace> {
    const { week } = post;
    const closed = await this.archive.get(week);
    if (!closed) return { week, isClosed: false, ...(await this.placeAmong(post, { week })) };
    const standing = closed.standings.find(({ postId }) => postId === post._id);
    return { week, isClosed: true, place: standing?.rank ?? null, of: closed.standings.length };
  }

  /** Counts who is better: by rank, and, where that is the same, by the id. */
  private async placeAmong(post: Stored<LeaderboardDocument>, where: Filter): Promise<Place> {
    const { publicRank } = post;
    const of = await this.board.count({ ...where, publicRank: { $gte: '' } });
    if (publicRank === null) return { place: null, of };
    const better = await this.board.count({ ...where, publicRank: { $gte: '', $lt: publicRank } });
    const alike = await this.board.count({ ...where, publicRank, _id: { $lt: post._id } });
    return { place: better + alike + 1, of };
  }
}

/** How many places of a week carry badges. */
const BADGES = 5;

/** A post's badge of the week that it was published in. */
export interface WeekBadge {
  readonly week: string;
  readonly isClosed: boolean;
  /** From 1 to 5; null for a place behind them, and for a post without a rating, whose place says nothing. */
  readonly rank: number | null;
}

/** Whether a public post is among the first five of its week; null for a post that is hidden or not there. */
export class FindWeekBadge extends Query<WeekBadge | null> {
  constructor(readonly postId: string) {
    super();
  }
}

@QueryHandler(FindWeekBadge)
export class FindWeekBadgeHandler implements IQueryHandler<FindWeekBadge> {
  private readonly board: ViewReader<LeaderboardDocument>;
  private readonly archive: ViewReader<WeeklyDocument>;

  constructor(@Inject(PublicViews) views: PublicViews) {
    this.board = views.of(leaderboard);
    this.archive = views.of(weekly);
  }

  /** Looks at five posts only, however many there are. */
  async execute({ postId }: FindWeekBadge): Promise<WeekBadge | null> {
    const post = await this.board.get(postId);
    if (!post?.isPublic) return null;
    const { week } = post;
    const closed = await this.archive.get(week);
    const first = closed
      ? closed.standings.slice(0, BADGES)
      : (await bestOf(this.board, week, BADGES)).map(({ _id, scoreCount }) => ({ postId: _id, scoreCount }));
    const index = first.findIndex((place) => place.postId === postId && place.scoreCount > 0);
    return { week, isClosed: closed !== null, rank: index < 0 ? null : index + 1 };
  }
}
