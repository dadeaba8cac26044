import { Inject, Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { CommentFacts } from '../../domain/comment/comment-facts.js';
import { type PostFacts, requireVisible } from '../../domain/post/post-facts.js';
import { FindCommentFacts } from '../../projections/comments/comment-facts.queries.js';
import { FindPostFacts } from '../../projections/leaderboard/post-facts.queries.js';
import { postNotFound } from '../posts/post-id.js';
import { commentNotFound } from './comment-id.js';

/** The facts about posts and comments that decisions about something beside them need. */
@Injectable()
export class Subjects {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  /** @throws 'Post not found' for a post that is not there or hidden from `viewerId` */
  async post(postId: string, viewerId: string | null): Promise<PostFacts> {
    const post = await this.queries.execute(new FindPostFacts(postId));
    if (!post) throw postNotFound();
    requireVisible(post, viewerId);
    return post;
  }

  /** @throws 'Comment not found' for a comment that is not there */
  async comment(commentId: string): Promise<CommentFacts> {
    const comment = await this.queries.execute(new FindCommentFacts(commentId));
    if (!comment) throw commentNotFound();
    return comment;
  }

  /** A comment with its post. @throws 'Comment not found' also when the post may not be seen by `viewerId` */
  async commentOnPost(
    commentId: string,
    viewerId: string | null,
  ): Promise<{ comment: CommentFacts; post: PostFacts }> {
    const comment = await this.comment(commentId);
    const post = await this.queries.execute(new FindPostFacts(comment.postId));
    if (!post || (!post.isPublic && post.ownerId !== viewerId)) throw commentNotFound();
    return { comment, post };
  }
}
