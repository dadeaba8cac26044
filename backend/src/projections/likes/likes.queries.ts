import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import { wholeList } from '../whole-list.js';
import { type LikeDocument, likes } from './likes.projection.js';

/** Whether a person likes a post. */
export class LikesPost extends Query<boolean> {
  constructor(
    readonly postId: string,
    readonly userId: string,
  ) {
    super();
  }
}

@QueryHandler(LikesPost)
export class LikesPostHandler implements IQueryHandler<LikesPost> {
  private readonly likes: ViewReader<LikeDocument>;

  constructor(@Inject(Views) views: Views) {
    this.likes = views.of(likes);
  }

  async execute({ postId, userId }: LikesPost): Promise<boolean> {
    return (await this.likes.get(`${postId}-${userId}`)) !== null;
  }
}

/** Every like that a person gives to a post, oldest first. */
export class FindLikesOf extends Query<readonly Stored<LikeDocument>[]> {
  constructor(readonly userId: string) {
    super();
  }
}

@QueryHandler(FindLikesOf)
export class FindLikesOfHandler implements IQueryHandler<FindLikesOf> {
  private readonly likes: ViewReader<LikeDocument>;

  constructor(@Inject(Views) views: Views) {
    this.likes = views.of(likes);
  }

  execute({ userId }: FindLikesOf) {
    return wholeList(this.likes, { userId }, { likedAt: 1 });
  }
}
