import { Inject, Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { PublicViews } from '../../kernel/projection.js';
import type { Filter } from '../../kernel/query.js';
import { type LeaderboardDocument, leaderboard } from '../leaderboard/leaderboard.projection.js';
import { shownAiScore, shownAverage, standingScoresOf } from '../leaderboard/scores.js';
import { type WeeklyDocument, weekly } from './weekly.projection.js';
import { bestOf } from './weekly.reader.js';

/** The rank of a post among public posts. */
export class Rank {
  @ApiProperty({
    type: Number,
    nullable: true,
    minimum: 1,
    description: 'From 1; null for a post that is hidden or, once its week is closed, beyond its standings.',
  })
  readonly place!: number | null;

  @ApiProperty({ description: 'Of how many.' })
  readonly of!: number;
}

/** The rank of a post in the week that it was published in. */
export class WeekRank extends Rank {
  @ApiProperty({ description: 'ISO week.', example: '2026-W47' })
  readonly week!: string;

  @ApiProperty({ description: 'Whether the rank is final.' })
  readonly isClosed!: boolean;
}

/** Why a post stands where it does: (aiScore + ratingsSum) / (1 + ratingsCount) = averageRating. */
export class PostRank {
  @ApiProperty({
    type: String,
    nullable: true,
    example: '7.4',
    description: 'Null for a post without an AI rating; then (ratingsSum / ratingsCount) = averageRating.',
  })
  readonly aiScore: string | null;

  @ApiProperty({ description: 'How many people have rated it.' })
  readonly ratingsCount: number;

  @ApiProperty({ description: 'The sum of their ratings, each a whole number from 0 to 10.' })
  readonly ratingsSum: number;

  @ApiProperty({
    example: '7.4',
    description: 'What is shown: one decimal, rounded half up; "0.0" before the first.',
  })
  readonly averageRating: string;

  @ApiProperty({
    type: String,
    enum: ['regular', 'mega'],
    nullable: true,
    description: 'What stands above the rating.',
  })
  readonly boost: 'regular' | 'mega' | null;

  @ApiProperty({ type: Rank })
  readonly allTime: Rank;

  @ApiProperty({ type: WeekRank })
  readonly week: WeekRank;

  constructor(post: Stored<LeaderboardDocument>, allTime: Rank, week: WeekRank) {
    this.aiScore = shownAiScore(post);
    this.ratingsCount = post.voteCount;
    this.ratingsSum = post.voteTenths / 10;
    this.averageRating = shownAverage(post);
    this.boost = null;
    this.allTime = allTime;
    this.week = week;
  }
}

/** A post's badge of the week that it was published in. */
export interface WeekBadge {
  readonly week: string;
  readonly isClosed: boolean;
  /** From 1 to 5; null for a lower rank, and for a post without a rating, whose rank says nothing. */
  readonly rank: number | null;
}

/** How many ranks of a week carry badges. */
const BADGES = 5;

/** Where one post stands, of all time and in its week. */
@Injectable()
export class RankReader {
  private readonly board: ViewReader<LeaderboardDocument>;
  private readonly archive: ViewReader<WeeklyDocument>;

  constructor(@Inject(PublicViews) views: PublicViews) {
    this.board = views.of(leaderboard);
    this.archive = views.of(weekly);
  }

  /**
   * Where a post stands and why, as `viewerId` may know it: of a hidden one only its owner; null for all others and where
   * there is no post.
   */
  async rank(postId: string, viewerId: string | null): Promise<PostRank | null> {
    const post = await this.board.get(postId);
    if (!post || (!post.isPublic && post.ownerId !== viewerId)) return null;
    return new PostRank(post, await this.rankAmong(post, {}), await this.rankInWeek(post));
  }

  /** Whether a public post is among the first five of its week; null for a post that is hidden or not there. */
  async weekBadge(postId: string): Promise<WeekBadge | null> {
    const post = await this.board.get(postId);
    if (!post?.isPublic) return null;
    const { week } = post;
    const closed = await this.archive.get(week);
    // Five posts are read, however many there are.
    const first = closed
      ? closed.standings.slice(0, BADGES)
      : (await bestOf(this.board, week, BADGES)).map((found) => ({
          postId: found._id,
          ...standingScoresOf(found),
        }));
    const index = first.findIndex((standing) => standing.postId === postId && standing.scoreCount > 0);
    return { week, isClosed: closed !== null, rank: index < 0 ? null : index + 1 };
  }

  private async rankInWeek(post: Stored<LeaderboardDocument>): Promise<WeekRank> {
    const { week } = post;
    const closed = await this.archive.get(week);
    if (!closed) return { week, isClosed: false, ...(await this.rankAmong(post, { week })) };
    const standing = closed.standings.find(({ postId }) => postId === post._id);
    return { week, isClosed: true, place: standing?.rank ?? null, of: closed.standings.length };
  }

  /** Counts the better posts: by rank key, and, where that is the same, by the id. */
  private async rankAmong(post: Stored<LeaderboardDocument>, where: Filter): Promise<Rank> {
    const { publicRank } = post;
    const of = await this.board.count({ ...where, publicRank: { $gte: '' } });
    if (publicRank === null) return { place: null, of };
    const better = await this.board.count({ ...where, publicRank: { $gte: '', $lt: publicRank } });
    const alike = await this.board.count({ ...where, publicRank, _id: { $lt: post._id } });
    return { place: better + alike + 1, of };
  }
}
