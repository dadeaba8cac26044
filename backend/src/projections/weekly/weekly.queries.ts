import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import type { Standing } from '../../domain/week/week.events.js';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import type { Scalar } from '../../kernel/query.js';
import { PublicPeople, type PublicPerson } from '../accounts/people.queries.js';
import { type LeaderboardDocument, leaderboard } from '../leaderboard/leaderboard.projection.js';
import { PublicViews, Views } from '../../kernel/projection.js';
import { RankedPost, RemovedPost } from './ranked-post.js';
import { type WeeklyDocument, weekly } from './weekly.projection.js';
import { Winner } from './winner.js';

/** The board of a week that was closed: as it stood, with the names and pictures of now. */
export interface ClosedBoard {
  readonly startsAt: string;
  readonly endsAt: string;
  readonly posts: readonly (RankedPost | RemovedPost)[];
}

/** A week that was closed, with its first three. */
export interface FamousWeek {
  readonly week: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly winners: readonly Winner[];
}

/** A page of weeks, and where the next begins; null at the end. */
export interface WeekPage {
  readonly weeks: readonly FamousWeek[];
  readonly next: readonly Scalar[] | null;
}

type ShownPost = { post: Stored<LeaderboardDocument>; author: PublicPerson };

/** What there still is to show of standings: public posts whose owner is there, by id, in two look-ups. */
abstract class StandingsReader {
  protected readonly archive: ViewReader<WeeklyDocument>;
  private readonly board: ViewReader<LeaderboardDocument>;

  constructor(
    @Inject(PublicViews) views: PublicViews,
    @Inject(QueryBus) private readonly queries: QueryBus,
  ) {
    this.archive = views.of(weekly);
    this.board = views.of(leaderboard);
  }

  protected async shownOf(standings: readonly Standing[]): Promise<ReadonlyMap<string, ShownPost>> {
    const posts = await this.board.getMany(standings.map(({ postId }) => postId));
    const owners = [...posts.values()].map(({ ownerId }) => ownerId);
    const people = await this.queries.execute(new PublicPeople(owners));
    const shown = new Map<string, ShownPost>();
    for (const [id, post] of posts) {
      const author = people.get(post.ownerId);
      if (author && post.isPublic) shown.set(id, { post, author });
    }
    return shown;
  }
}

/** The board of a week as it was closed; null for a week that was not. */
export class FindClosedBoard extends Query<ClosedBoard | null> {
  constructor(readonly week: string) {
    super();
  }
}

@QueryHandler(FindClosedBoard)
export class FindClosedBoardHandler extends StandingsReader implements IQueryHandler<FindClosedBoard> {
  async execute({ week }: FindClosedBoard): Promise<ClosedBoard | null> {
    const closed = await this.archive.get(week);
    if (!closed) return null;
    const { startsAt, endsAt, standings } = closed;
    const shown = await this.shownOf(standings);
    const posts = standings.map((standing) => {
      const there = shown.get(standing.postId);
      return there
        ? new RankedPost(there.post, there.author, standing.rank, standing)
        : new RemovedPost(standing);
    });
    return { startsAt, endsAt, posts };
  }
}

/** Those of `weeks` that were closed. */
export class FindClosedWeeks extends Query<ReadonlySet<string>> {
  constructor(readonly weeks: readonly string[]) {
    super();
  }
}

@QueryHandler(FindClosedWeeks)
export class FindClosedWeeksHandler implements IQueryHandler<FindClosedWeeks> {
  private readonly archive: ViewReader<WeeklyDocument>;

  constructor(@Inject(Views) views: Views) {
    this.archive = views.of(weekly);
  }

  async execute({ weeks }: FindClosedWeeks): Promise<ReadonlySet<string>> {
    return new Set((await this.archive.getMany(weeks)).keys());
  }
}

/** How many of a week stand in the Hall of Fame. */
const WINNERS = 3;

/** The values of a place in the list of weeks: the week, and the id, which is the same. */
export const WEEK_PLACE_LENGTH = 2;

/** Weeks that were closed and had posts, newest first. */
export class FindFamousWeeks extends Query<WeekPage> {
  constructor(
    readonly limit: number,
    readonly after: readonly Scalar[] | null,
  ) {
    super();
  }
}

@QueryHandler(FindFamousWeeks)
export class FindFamousWeeksHandler extends StandingsReader implements IQueryHandler<FindFamousWeeks> {
  async execute({ limit, after }: FindFamousWeeks): Promise<WeekPage> {
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
    const shown = await this.shownOf(page.flatMap(({ winners }) => winners));
    const weeks = page.map(({ week, startsAt, endsAt, winners }) => ({
      week,
      startsAt,
      endsAt,
      winners: winners.map((standing) => new Winner(standing, shown.get(standing.postId) ?? null)),
    }));
    const last = page.at(-1);
    return { weeks, next: found.length > limit && last ? [last.week, last._id] : null };
  }
}
