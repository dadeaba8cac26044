import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import { type LeaderboardDocument, leaderboard, shownTenths } from './leaderboard.projection.js';

/** What a public post may be proud of. */
export interface PostFigures {
  readonly ownerId: string;
  /** The rating that is shown, in tenths. */
  readonly tenths: number;
  /** How many people have rated it; the AI is none. */
  readonly ratings: number;
}

/** The figures of a public post; null for one that is hidden or gone. */
export class FindPostFigures extends Query<PostFigures | null> {
  constructor(readonly postId: string) {
    super();
  }
}

@QueryHandler(FindPostFigures)
export class FindPostFiguresHandler implements IQueryHandler<FindPostFigures> {
  private readonly board: ViewReader<LeaderboardDocument>;

  constructor(@Inject(Views) views: Views) {
    this.board = views.of(leaderboard);
  }

  async execute({ postId }: FindPostFigures): Promise<PostFigures | null> {
    const post = await this.board.get(postId);
    if (!post?.isPublic) return null;
    const { ownerId, scoreCount, aiTenths } = post;
    return { ownerId, tenths: shownTenths(post), ratings: scoreCount - (aiTenths === null ? 0 : 1) };
  }
}
