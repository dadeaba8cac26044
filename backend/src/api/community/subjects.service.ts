import { Inject, Injectable } from '@nestjs/common';
import { comment } from '../../domain/comment/comment.js';
import type { CommentFacts } from '../../domain/comment/comment-facts.js';
import { type PostFacts, requireVisible } from '../../domain/post/post-facts.js';
import { post } from '../../domain/post/post.js';
import { States } from '../../kernel/states.js';
import { postNotFound } from '../posts/post-id.js';
import { commentNotFound } from './comment-id.js';

/** The facts about posts and comments that decisions about something beside them need, from their own streams. */
@Injectable()
export class Subjects {
  constructor(@Inject(States) private readonly states: States) {}

  /** @throws 'Post not found' for a post that is not there or hidden from `viewerId` */
  async post(postId: string, viewerId: string | null): Promise<PostFacts> {
    const facts = await this.findPost(postId);
    if (!facts) throw postNotFound();
    requireVisible(facts, viewerId);
    return facts;
  }

  /** @throws 'Comment not found' for a comment that is not there */
  async comment(commentId: string): Promise<CommentFacts> {
    const facts = await this.findComment(commentId);
    if (!facts) throw commentNotFound();
    return facts;
  }

  /** A comment with its post. @throws 'Comment not found' also when the post may not be seen by `viewerId` */
  async commentOnPost(
    commentId: string,
    viewerId: string | null,
  ): Promise<{ comment: CommentFacts; post: PostFacts }> {
    const facts = await this.comment(commentId);
    const about = await this.findPost(facts.postId);
    if (!about || (!about.isPublic && about.ownerId !== viewerId)) throw commentNotFound();
    return { comment: facts, post: about };
  }

  /** A post that is there, hidden or not; else null. */
  async findPost(postId: string): Promise<PostFacts | null> {
    const { ownerId, isPublic, deleted } = await this.states.of(post, postId);
    return ownerId === null || deleted ? null : { postId, ownerId, isPublic };
  }

  /** A comment that is there; else null. */
  async findComment(commentId: string): Promise<CommentFacts | null> {
    const { posted, deleted } = await this.states.of(comment, commentId);
    if (!posted || deleted) return null;
    return { commentId, postId: posted.postId, authorId: posted.authorId };
  }
}
