import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import type { Standing } from '../../domain/week/week.events.js';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { PublicPeople } from '../accounts/people.queries.js';
import { type LeaderboardDocument, leaderboard } from '../leaderboard/leaderboard.projection.js';
import { PublicViews, Views } from '../../kernel/projection.js';
import { RankedPost } from './ranked-post.js';

/** The public posts of a week as they stand now, best first; a boost buys no rank here. */
export class FindPostsOfWeek extends Query<readonly RankedPost[]> {
  constructor(
    readonly week: string,
    readonly limit: number,
  ) {
    super();
  }
}

@QueryHandler(FindPostsOfWeek)
export class FindPostsOfWeekHandler implements IQueryHandler<FindPostsOfWeek> {
  private readonly board: ViewReader<LeaderboardDocument>;

  constructor(
    @Inject(PublicViews) views: PublicViews,
    @Inject(QueryBus) private readonly queries: QueryBus,
  ) {
    this.board = views.of(leaderboard);
  }

  async execute({ week, limit }: FindPostsOfWeek): Promise<readonly RankedPost[]> {
    const posts = await bestOf(this.board, week, limit);
    const people = await this.queries.execute(new PublicPeople(posts.map(({ ownerId }) => ownerId)));
    return posts.map((post, index) => new RankedPost(post, people.get(post.ownerId), index + 1));
  }
}

/** The standings of a week as they are now: what closing it writes down. */
export class FindStandings extends Query<readonly Standing[]> {
  constructor(
    readonly week: string,
    readonly limit: number,
  ) {
    super();
  }
}

@QueryHandler(FindStandings)
export class FindStandingsHandler implements IQueryHandler<FindStandings> {
  private readonly board: ViewReader<LeaderboardDocument>;

  constructor(@Inject(Views) views: Views) {
    this.board = views.of(leaderboard);
  }

  async execute({ week, limit }: FindStandings): Promise<readonly Standing[]> {
    const posts = await bestOf(this.board, week, limit);
    return posts.map(({ _id: postId, ownerId, scoreTenths, scoreCount }, index) => ({
      rank: index + 1,
      postId,
      ownerId,
      scoreTenths,
      scoreCount,
    }));
  }
}

/** The first week that has a post on the board, public or not; null while there is none. */
export class FindFirstWeek extends Query<string | null> {}

@QueryHandler(FindFirstWeek)
export class FindFirstWeekHandler implements IQueryHandler<FindFirstWeek> {
  private readonly board: ViewReader<LeaderboardDocument>;

  constructor(@Inject(Views) views: Views) {
    this.board = views.of(leaderboard);
  }

  async execute(): Promise<string | null> {
    const [first] = await this.board.find({ sort: { week: 1, publicRank: 1 }, limit: 1 });
    return first?.week ?? null;
  }
}

/** The first public posts of a week as they stand now, at most so many. */
export function bestOf(
  board: ViewReader<LeaderboardDocument>,
  week: string,
  limit: number,
): Promise<Stored<LeaderboardDocument>[]> {
  return board.find({ where: { week, publicRank: { $gte: '' } }, sort: { publicRank: 1 }, limit });
}
