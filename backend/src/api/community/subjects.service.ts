import { Inject, Injectable } from '@nestjs/common';
import { type Comment, comment } from '../../domain/comment/comment.js';
import type { CommentFacts } from '../../domain/comment/comment-facts.js';
import { type PostFacts, requireVisible } from '../../domain/post/post-facts.js';
import { type Post, post } from '../../domain/post/post.js';
import { States } from '../../kernel/states.js';
import { CommentsReader } from '../../projections/comments/comments.reader.js';
import { LeaderboardReader } from '../../projections/leaderboard/leaderboard.reader.js';
import { postNotFound } from '../posts/posts.requests.js';
import { commentNotFound } from './community.requests.js';

/** So many comments above one are asked. What is nested deeper is gone once the reaction has come down to it. */
const MOST_LEVELS = 100;

/** The facts about posts and comments that decisions about something beside them need, from their own streams. */
@Injectable()
export class Subjects {
  constructor(
    @Inject(States) private readonly states: States,
    @Inject(LeaderboardReader) private readonly leaderboard: LeaderboardReader,
    @Inject(CommentsReader) private readonly comments: CommentsReader,
  ) {}

  /** @throws 'Post not found' for a post that is not there or hidden from `viewerId` */
  async post(postId: string, viewerId: string | null): Promise<PostFacts> {
    const facts = await this.findPost(postId);
    if (!facts) throw postNotFound();
    requireVisible(facts, viewerId);
    return facts;
  }

  /** @throws 'Comment not found' for a comment that is not there, or that replies to one that is not, at any depth */
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

  /** The same post for a request that only reads: while the log is away, as the view shows it. */
  async postToRead(postId: string, viewerId: string | null): Promise<PostFacts> {
    const facts = await this.postFactsToRead(postId);
    if (!facts) throw postNotFound();
    requireVisible(facts, viewerId);
    return facts;
  }

  /** The same for a comment that only has to be there, on a post that may be seen. */
  async commentToRead(commentId: string, viewerId: string | null): Promise<CommentFacts> {
    const facts = await this.commentFactsToRead(commentId);
    if (!facts) throw commentNotFound();
    const about = await this.postFactsToRead(facts.postId);
    if (!about || (!about.isPublic && about.ownerId !== viewerId)) throw commentNotFound();
    return facts;
  }

  /** A post that is there, hidden or not; else null. */
  async findPost(postId: string): Promise<PostFacts | null> {
    return postFacts(postId, await this.states.of(post, postId));
  }

  /**
   * A comment that is there; else null. With a comment everything goes that was said in reply to it, from that moment on,
   * even if the replies' own streams are told of it later: so whether all comments above it are there is asked, too.
   */
  async findComment(commentId: string): Promise<CommentFacts | null> {
    return this.factsIn(commentId, await this.states.of(comment, commentId), (id) =>
      this.states.of(comment, id),
    );
  }

  /** The same for a request that only reads: while the log is away, of what is in memory, or as the view shows it. */
  private async commentFactsToRead(commentId: string): Promise<CommentFacts | null> {
    const toRead = (id: string) => this.states.toRead(comment, id);
    const state = await toRead(commentId);
    return state ? this.factsIn(commentId, state, toRead) : this.comments.facts(commentId);
  }

  private async factsIn(
    commentId: string,
    state: Comment,
    read: (id: string) => Promise<Comment | null>,
  ): Promise<CommentFacts | null> {
    let above: Comment | null = state;
    for (let level = 0; above && level < MOST_LEVELS; level += 1) {
      if (!above.posted || above.deleted) return null;
      above = above.posted.parent && (await read(above.posted.parent.commentId));
    }
    return commentFacts(commentId, state);
  }

  private async postFactsToRead(postId: string): Promise<PostFacts | null> {
    const state = await this.states.toRead(post, postId);
    return state ? postFacts(postId, state) : this.leaderboard.facts(postId);
  }
}

function postFacts(postId: string, { ownerId, isPublic, deleted }: Post): PostFacts | null {
  return ownerId === null || deleted ? null : { postId, ownerId, isPublic };
}

function commentFacts(commentId: string, { posted, deleted }: Comment): CommentFacts | null {
  if (!posted || deleted) return null;
  return { commentId, postId: posted.postId, authorId: posted.authorId };
}
