import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { ViewReader } from '../../kernel/document-store.js';
import { PublicViews } from '../../kernel/projection.js';
import { type LeaderboardDocument, leaderboard } from './leaderboard.projection.js';
import { LivePost } from './live-post.js';

/** Those of `ids` that are public posts now, with their counters, in one look-up. */
export class FindLivePosts extends Query<readonly LivePost[]> {
  constructor(readonly ids: readonly string[]) {
    super();
  }
}

@QueryHandler(FindLivePosts)
export class FindLivePostsHandler implements IQueryHandler<FindLivePosts> {
  private readonly board: ViewReader<LeaderboardDocument>;

  constructor(@Inject(PublicViews) views: PublicViews) {
    this.board = views.of(leaderboard);
  }

  async execute({ ids }: FindLivePosts): Promise<readonly LivePost[]> {
    const found = await this.board.getMany(ids);
    return ids.flatMap((id) => {
      const post = found.get(id);
      return post?.isPublic ? [new LivePost(post)] : [];
    });
  }
}
