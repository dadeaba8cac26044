import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import { wholeList } from '../whole-list.js';
import { type CommentLikeDocument, commentLikes } from './comment-likes.projection.js';

/** Whether a person likes a comment. */
export class LikesComment extends Query<boolean> {
  constructor(
    readonly commentId: string,
    readonly userId: string,
  ) {
    super();
  }
}

@QueryHandler(LikesComment)
export class LikesCommentHandler implements IQueryHandler<LikesComment> {
  private readonly likes: ViewReader<CommentLikeDocument>;

  constructor(@Inject(Views) views: Views) {
    this.likes = views.of(commentLikes);
  }

  async execute({ commentId, userId }: LikesComment): Promise<boolean> {
    return (await this.likes.get(`${commentId}-${userId}`)) !== null;
  }
}

/** Every like that a person gives to a comment, oldest first. */
export class FindCommentLikesOf extends Query<readonly Stored<CommentLikeDocument>[]> {
  constructor(readonly userId: string) {
    super();
  }
}

@QueryHandler(FindCommentLikesOf)
export class FindCommentLikesOfHandler implements IQueryHandler<FindCommentLikesOf> {
  private readonly likes: ViewReader<CommentLikeDocument>;

  constructor(@Inject(Views) views: Views) {
    this.likes = views.of(commentLikes);
  }

  execute({ userId }: FindCommentLikesOf) {
    return wholeList(this.likes, { userId }, { likedAt: 1 });
  }
}
