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

  @ApiProperty({ description: 'How many posts have a rank.' })
  readonly of!: number;
}

/** The rank of a post in the week that it was published in. */
export class WeekRank extends Rank {
  @ApiProperty({ description: 'ISO week.', example: '2026-W47' })
  readonly week!: string;

  @ApiProperty({ description: 'Whether the rank is final.' })
  readonly isClosed!: boolean;
}

/** How a post's average is made: (aiScore + ratingsSum) / (1 + ratingsCount) = averageRating. */
export class PostRank {
  @ApiProperty({
    type: String,
    nullable: true,
    example: '7.4',
    description: 'Null for a post without an AI score; then (ratingsSum / ratingsCount) = averageRating.',
  })
  readonly aiScore: string | null;

  @ApiProperty({ description: 'How many people have rated it.' })
  readonly ratingsCount: number;

  @ApiProperty({ description: 'The sum of their ratings, each a whole number from 0 to 10.' })
  readonly ratingsSum: number;

  @ApiProperty({
    example: '7.4',
    description: 'The average that is shown: one decimal, rounded half up; "0.0" before the first score.',
  })
  readonly averageRating: string;

  @ApiProperty({
    type: String,
    enum: ['regular', 'mega'],
    nullable: true,
    description: 'The label above the score.',
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

/** A post's badge for the week that it was published in. */
export interface WeekBadge {
  readonly week: string;
  readonly isClosed: boolean;
  /** From 1 to 5; null for a lower rank, and for a post without scores. */
  readonly rank: number | null;
}

/** How many ranks of a week get badges. */
const BADGES = 5;

/** Reads the ranks of one post, of all time and in its week. */
@Injectable()
export class RankReader {
  private readonly board: ViewReader<LeaderboardDocument>;
  private readonly archive: ViewReader<WeeklyDocument>;

  constructor(@Inject(PublicViews) views: PublicViews) {
    this.board = views.of(leaderboard);
    this.archive = views.of(weekly);
  }

  /**
   * The ranks of a post and its figures, as `viewerId` may see them; null if it does not exist, or is hidden and not
   * the viewer's own.
   */
  async rank(postId: string, viewerId: string | null): Promise<PostRank | null> {
    const post = await this.board.get(postId);
    if (!post || (!post.isPublic && post.ownerId !== viewerId)) return null;
    return new PostRank(post, await this.rankAmong(post, {}), await this.rankInWeek(post));
  }

  /** The weekly badge of a public post among the first five; null if the post is hidden or does not exist. */
  async weekBadge(postId: string): Promise<WeekBadge | null> {
    const post = await this.board.get(postId);
    if (!post?.isPublic) return null;
    const { week } = post;
    const closed = await this.archive.get(week);
    // Reads five posts, however many the week has.
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
