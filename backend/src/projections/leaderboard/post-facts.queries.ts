import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { PostFacts } from '../../domain/post/post-facts.js';
import type { ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import { type LeaderboardDocument, leaderboard } from './leaderboard.projection.js';

/** What has to be known of a post by whoever decides about something beside it; null for one that is not there. */
export class FindPostFacts extends Query<PostFacts | null> {
  constructor(readonly postId: string) {
    super();
  }
}

@QueryHandler(FindPostFacts)
export class FindPostFactsHandler implements IQueryHandler<FindPostFacts> {
  private readonly board: ViewReader<LeaderboardDocument>;

  constructor(@Inject(Views) views: Views) {
    this.board = views.of(leaderboard);
  }

  async execute({ postId }: FindPostFacts): Promise<PostFacts | null> {
    const post = await this.board.get(postId);
    return post && { postId, ownerId: post.ownerId, isPublic: post.isPublic };
  }
}
