import { Inject, Injectable } from '@nestjs/common';
import type { Standing } from '../../domain/week/week.events.js';
import { Clock } from '../../kernel/clock.js';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { PublicViews, Views } from '../../kernel/projection.js';
import type { Scalar } from '../../kernel/query.js';
import { PeopleReader, type PublicPerson } from '../accounts/people.reader.js';
import { type LeaderboardDocument, leaderboard } from '../leaderboard/leaderboard.projection.js';
import { type Scores, scoresOf, standingScoresOf } from '../leaderboard/scores.js';
import { type AiScoreDocument, aiScores } from './ai-scores.projection.js';
import { RankedPost, RemovedPost, Winner } from './week-posts.js';
import { type WeeklyDocument, weekly } from './weekly.projection.js';

/** The board of a closed week: its standings, with current names and pictures. */
export interface ClosedBoard {
  readonly startsAt: string;
  readonly endsAt: string;
  readonly posts: readonly (RankedPost | RemovedPost)[];
}

/** A closed week with its first three posts. */
export interface FamousWeek {
  readonly week: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly winners: readonly Winner[];
}

/** A page of weeks, and the cursor of the next page; null on the last page. */
export interface WeekPage {
  readonly weeks: readonly FamousWeek[];
  readonly next: readonly Scalar[] | null;
}

/** How many values the cursor of the list of weeks has: the week and the id, which are equal. */
export const WEEK_CURSOR_LENGTH = 2;

/** How many posts of a week the Hall of Fame shows. */
const WINNERS = 3;

type ShownPost = { post: Stored<LeaderboardDocument>; author: PublicPerson };

/** Reads the boards of weeks: closed ones from the archive, running ones from the posts. */
@Injectable()
export class WeeklyReader {
  /** Archive and posts as the public sees them. */
  private readonly archive: ViewReader<WeeklyDocument>;
  private readonly board: ViewReader<LeaderboardDocument>;
  private readonly aiScores: ViewReader<AiScoreDocument>;
  /** All of both, for closing weeks. */
  private readonly wholeArchive: ViewReader<WeeklyDocument>;
  private readonly wholeBoard: ViewReader<LeaderboardDocument>;

  constructor(
    @Inject(PublicViews) publicViews: PublicViews,
    @Inject(Views) views: Views,
    @Inject(PeopleReader) private readonly people: PeopleReader,
    @Inject(Clock) private readonly clock: Clock,
  ) {
    this.archive = publicViews.of(weekly);
    this.board = publicViews.of(leaderboard);
    this.aiScores = publicViews.of(aiScores);
    this.wholeArchive = views.of(weekly);
    this.wholeBoard = views.of(leaderboard);
  }

  /** The public posts of a week, best first; boosts do not change ranks here. */
  async runningBoard(week: string, limit: number): Promise<readonly RankedPost[]> {
    const posts = await bestOf(this.board, week, limit);
    const people = await this.people.byIds(posts.map(({ ownerId }) => ownerId));
    const now = this.now();
    return posts.map((post, index) => new RankedPost(post, people.get(post.ownerId), index + 1, now));
  }

  /** The board of a closed week; null if the week is not closed. */
  async closedBoard(week: string): Promise<ClosedBoard | null> {
    const closed = await this.archive.get(week);
    if (!closed) return null;
    const { startsAt, endsAt, standings } = closed;
    const [shown, scores] = await Promise.all([this.shownOf(standings), this.scoresAtEnd(standings)]);
    const now = this.now();
    const posts = standings.map((standing) => {
      const there = shown.get(standing.postId);
      return there
        ? new RankedPost(there.post, there.author, standing.rank, now, scores(standing))
        : new RemovedPost(standing, scores(standing));
    });
    return { startsAt, endsAt, posts };
  }

  /** Closed weeks that had posts, newest first, after a cursor. */
  async famousWeeks(limit: number, after: readonly Scalar[] | null): Promise<WeekPage> {
    const found = await this.archive.find({
      where: { hasWinners: true },
      sort: { week: -1 },
      limit: limit + 1,
      ...(after && { after }),
    });
    const page = found.slice(0, limit).map((closed) => ({
      ...closed,
      winners: closed.standings.slice(0, WINNERS),
    }));
    const all = page.flatMap(({ winners }) => winners);
    const [shown, scores] = await Promise.all([this.shownOf(all), this.scoresAtEnd(all)]);
    const weeks = page.map(({ week, startsAt, endsAt, winners }) => ({
      week,
      startsAt,
      endsAt,
      winners: winners.map(
        (standing) => new Winner(standing, scores(standing), shown.get(standing.postId) ?? null),
      ),
    }));
    const last = page.at(-1);
    return { weeks, next: found.length > limit && last ? [last.week, last._id] : null };
  }

  /** The current standings of a week: what closing it records. */
  async standings(week: string, limit: number): Promise<readonly Standing[]> {
    const posts = await bestOf(this.wholeBoard, week, limit);
    return posts.map((post, index) => ({
      rank: index + 1,
      postId: post._id,
      ownerId: post.ownerId,
      ...standingScoresOf(post),
    }));
  }

  /** The first week with a post, public or hidden; null if there are no posts. */
  async firstWeek(): Promise<string | null> {
    const [first] = await this.wholeBoard.find({
      where: { week: { $gte: '' } },
      sort: { week: 1, publicRank: 1 },
      limit: 1,
    });
    return first?.week ?? null;
  }

  /** The closed weeks among `weeks`. */
  async closedAmong(weeks: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set((await this.wholeArchive.getMany(weeks)).keys());
  }

  private now(): string {
    return this.clock.now().toISOString();
  }

  /** The scores of standings. Their AI scores come from the events that published the posts, in one look-up. */
  private async scoresAtEnd(standings: readonly Standing[]): Promise<(standing: Standing) => Scores> {
    const found = await this.aiScores.getMany(standings.map(({ postId }) => postId));
    return (standing) => scoresOf(standing, found.get(standing.postId)?.aiTenths ?? null);
  }

  /** The posts of standings that can still be shown: public, with an existing owner; by id, in two look-ups. */
  private async shownOf(standings: readonly Standing[]): Promise<ReadonlyMap<string, ShownPost>> {
    const posts = await this.board.getMany(standings.map(({ postId }) => postId));
    const people = await this.people.byIds([...posts.values()].map(({ ownerId }) => ownerId));
    const shown = new Map<string, ShownPost>();
    for (const [id, post] of posts) {
      const author = people.get(post.ownerId);
      if (author && post.isPublic) shown.set(id, { post, author });
    }
    return shown;
  }
}

/** The first public posts of a week, at most so many. */
export function bestOf(
  board: ViewReader<LeaderboardDocument>,
  week: string,
  limit: number,
): Promise<Stored<LeaderboardDocument>[]> {
  return board.find({ where: { week, publicRank: { $gte: '' } }, sort: { publicRank: 1 }, limit });
}
