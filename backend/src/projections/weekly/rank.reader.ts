import { Flag, Maybe, OneOf, Part, Text, When, Whole } from '../../contract/fields.js';
import { Injectable } from '@nestjs/common';
import { DocumentStoreUnavailableError, type Stored, type ViewReader } from '../../kernel/document-store.js';
import type { BoostType, RankChange } from '../../domain/boosts/boost-facts.js';
import type { Standing } from '../../domain/week/week.js';
import { PublicViews, Views } from '../../kernel/projection.js';
import { BoostChanges } from '../leaderboard/next-boost-change.js';
import { movedPosts } from '../leaderboard/board-order.js';
import { BoardRanks } from '../leaderboard/board-ranks.js';
import { type LeaderboardDocument, leaderboard } from '../leaderboard/leaderboard.js';
import { type BoostSpan, boostAt } from '../leaderboard/post-boosts.js';
import { shownAiScore, shownAverage, standingScoresOf } from '../leaderboard/scores.js';
import { isVisibleTo } from '../leaderboard/shown-posts.js';
import { type StandingDocument, standings, type WeeklyDocument, weekly } from './weekly.js';
import { bestOf } from './weekly.reader.js';

/** The rank of a post among public posts. */
export class Rank {
  @Maybe(Whole, {
    min: 1,
    about: 'From 1; null for a post that is hidden or that was, when its week was closed.',
  })
  readonly place!: number | null;
  @Whole('How many posts have a rank.') readonly of!: number;
}

/** The rank of a post in the week that it was published in. */
export class WeekRank extends Rank {
  @Text({ about: 'ISO week.', example: '2026-W47' }) readonly week!: string;
  @Flag('Whether the rank is final.') readonly isClosed!: boolean;
}

interface Ranks {
  readonly board: Rank;
  readonly allTime: Rank;
  readonly week: WeekRank;
}

/** How a post's average is made: (aiScore + ratingsSum) / (1 + ratingsCount) = averageRating. */
export class PostRank {
  @Maybe(Text, {
    example: '7.4',
    about: 'Null for a post without an AI score; then (ratingsSum / ratingsCount) = averageRating.',
  })
  readonly aiScore: string | null;
  @Whole('How many people have rated it.') readonly ratingsCount: number;
  @Whole('The sum of their ratings, each a whole number from 0 to 10.') readonly ratingsSum: number;
  @Text({
    example: '7.4',
    about: 'The average that is shown: one decimal, rounded half up; "0.0" before the first score.',
  })
  readonly averageRating: string;
  @Maybe(
    OneOf(['regular', 'mega']),
    'The boost that lifts it on the board of all posts now: mega above regular above all others.',
  )
  readonly boost: BoostType | null;
  @Maybe(When, 'When this boost ends.') readonly boostEndsAt: string | null;
  @Part(() => Rank, 'On the board of all posts, top rated first, with boosts.') readonly board: Rank;
  @Part(() => Rank, 'By rating alone.') readonly allTime: Rank;
  @Part(() => WeekRank) readonly week: WeekRank;

  constructor(post: Stored<LeaderboardDocument>, boost: BoostSpan | null, { board, allTime, week }: Ranks) {
    this.aiScore = shownAiScore(post);
    this.ratingsCount = post.voteCount;
    this.ratingsSum = post.voteTenths / 10;
    this.averageRating = shownAverage(post);
    this.boost = boost?.boostType ?? null;
    this.boostEndsAt = boost?.until ?? null;
    this.board = board;
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

/** Ranks that could not be read. */
const UNKNOWN: RankChange = { before: null, after: null };

/** How many ranks of a week get badges. */
const BADGES = 5;

/** Reads the ranks of one post, of all time and in its week. */
@Injectable()
export class RankReader {
  private readonly board: ViewReader<LeaderboardDocument>;
  private readonly archive: ViewReader<WeeklyDocument>;
  private readonly standings: ViewReader<StandingDocument>;
  /** All posts: those in quarantine have ranks too. */
  private readonly all: ViewReader<LeaderboardDocument>;

  constructor(
    publicViews: PublicViews,
    views: Views,
    private readonly moments: BoostChanges,
  ) {
    this.board = publicViews.of(leaderboard);
    this.archive = publicViews.of(weekly);
    this.standings = views.of(standings);
    this.all = views.of(leaderboard);
  }

  /**
   * The ranks of a post and its figures, as `viewerId` may see them; null if it does not exist, is under legal hold, or is hidden
   * and not the viewer's own.
   */
  async rank(postId: string, viewerId: string | null): Promise<PostRank | null> {
    const post = await this.board.get(postId);
    if (!post || !isVisibleTo(post, viewerId)) return null;
    const groups = await this.moments.all();
    const { at } = groups;
    const [ranks, closed] = await Promise.all([
      BoardRanks.of(this.all, post, groups),
      this.archive.get(post.week),
    ]);
    const { of, board, allTime } = ranks;
    return new PostRank(post, post.isPublic ? boostAt(post, at) : null, {
      board: { place: board, of },
      allTime: { place: allTime, of },
      week: closed ? await this.finalRank(post, closed) : { week: post.week, isClosed: false, ...ranks.week },
    });
  }

  /** The rank of a public post in its week while that runs; null for any other post. */
  async runningRank(
    postId: string,
  ): Promise<{ readonly week: string; readonly place: number; readonly of: number } | null> {
    const post = await this.board.get(postId);
    if (!post?.isPublic || (await this.archive.get(post.week))) return null;
    const { place, of } = (await BoardRanks.of(this.all, post, await this.moments.all())).week;
    return place === null ? null : { week: post.week, place, of };
  }

  /**
   * The rank of a post on the board of all posts, top rated first, now and as it would be with a boost of this type. Null
   * for a post that is hidden or does not exist, and when the view can't be read.
   */
  async rankChange(postId: string, boostType: BoostType, now: Date): Promise<RankChange> {
    try {
      const post = await this.all.get(postId);
      if (!post?.isPublic) return UNKNOWN;
      const at = now.toISOString();
      const ranks = await BoardRanks.of(this.all, post, { at, moved: await movedPosts(this.all, at) });
      return { before: ranks.board, after: ranks.boardWith(boostType) };
    } catch (error) {
      // A boost that was paid for is applied even if nobody can say what it brings.
      if (error instanceof DocumentStoreUnavailableError) return UNKNOWN;
      throw error;
    }
  }

  /** The weekly badge of a public post among the first five; null if the post is hidden or does not exist. */
  async weekBadge(postId: string): Promise<WeekBadge | null> {
    const post = await this.board.get(postId);
    if (!post?.isPublic) return null;
    const { week } = post;
    const closed = await this.archive.get(week);
    if (closed) {
      const standing = await this.standingOf(postId, closed);
      const hasBadge = standing !== null && standing.rank <= BADGES && standing.scoreCount > 0;
      return { week, isClosed: true, rank: hasBadge ? standing.rank : null };
    }
    // Reads five posts, however many the week has.
    const first = (await bestOf(this.board, week, BADGES)).map((found) => ({
      postId: found._id,
      ...standingScoresOf(found),
    }));
    const index = first.findIndex((standing) => standing.postId === postId && standing.scoreCount > 0);
    return { week, isClosed: false, rank: index < 0 ? null : index + 1 };
  }

  /** What the closing of its week recorded for a post; null if it was not on the board. */
  private async standingOf(postId: string, { closing }: WeeklyDocument): Promise<Standing | null> {
    const post = await this.standings.get(postId);
    return post?.closing === closing ? post.standing : null;
  }

  private async finalRank(
    { _id, week }: Stored<LeaderboardDocument>,
    closed: WeeklyDocument,
  ): Promise<WeekRank> {
    const standing = await this.standingOf(_id, closed);
    return { week, isClosed: true, place: standing?.rank ?? null, of: closed.ranks };
  }
}
