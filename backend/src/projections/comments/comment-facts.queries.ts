import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { CommentFacts } from '../../domain/comment/comment-facts.js';
import type { ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import { wholeList } from '../whole-list.js';
import { type CommentDocument, comments } from './comments.projection.js';

/** What has to be known of a comment by whoever decides about something beside it; null for one that is not there. */
export class FindCommentFacts extends Query<CommentFacts | null> {
  constructor(readonly commentId: string) {
    super();
  }
}

@QueryHandler(FindCommentFacts)
export class FindCommentFactsHandler implements IQueryHandler<FindCommentFacts> {
  private readonly comments: ViewReader<CommentDocument>;

  constructor(@Inject(Views) views: Views) {
    this.comments = views.of(comments);
  }

  async execute({ commentId }: FindCommentFacts): Promise<CommentFacts | null> {
    const comment = await this.comments.get(commentId);
    return comment && { commentId, postId: comment.postId, authorId: comment.authorId };
  }
}

/** The ids of all replies to any of these comments; of those alone, not of the replies to replies. */
export class FindRepliesTo extends Query<readonly string[]> {
  constructor(readonly commentIds: readonly string[]) {
    super();
  }
}

@QueryHandler(FindRepliesTo)
export class FindRepliesToHandler implements IQueryHandler<FindRepliesTo> {
  private readonly comments: ViewReader<CommentDocument>;

  constructor(@Inject(Views) views: Views) {
    this.comments = views.of(comments);
  }

  async execute({ commentIds }: FindRepliesTo): Promise<readonly string[]> {
    const found = await wholeList(this.comments, { parentId: { $in: commentIds } }, { _id: 1 });
    return found.map(({ _id }) => _id);
  }
}

/** The ids of all comments on a post. */
export class FindCommentsOn extends Query<readonly string[]> {
  constructor(readonly postId: string) {
    super();
  }
}

@QueryHandler(FindCommentsOn)
export class FindCommentsOnHandler implements IQueryHandler<FindCommentsOn> {
  private readonly comments: ViewReader<CommentDocument>;

  constructor(@Inject(Views) views: Views) {
    this.comments = views.of(comments);
  }

  async execute({ postId }: FindCommentsOn): Promise<readonly string[]> {
    const found = await wholeList(this.comments, { postId }, { createdAt: -1 });
    return found.map(({ _id }) => _id);
  }
}
