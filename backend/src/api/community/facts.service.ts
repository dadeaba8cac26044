import { Injectable } from '@nestjs/common';
import { Comment, type CommentFacts, type ParentFacts } from '../../domain/comment/comment.js';
import { type PostFacts, requireVisible } from '../../domain/post/post-facts.js';
import { Post } from '../../domain/post/post.js';
import { States } from '../../kernel/states.js';
import { CommentsReader } from '../../projections/comments/comments.js';
import { LeaderboardReader } from '../../projections/leaderboard/leaderboard.reader.js';
import { postNotFound } from '../posts/posts.contract.js';
import { commentNotFound } from './community.contract.js';

/** How many ancestors of a comment are checked. Deeper replies are gone once the reaction has reached them. */
const MOST_LEVELS = 100;

/** Reads the facts about posts and comments that other aggregates need, from their streams. */
@Injectable()
export class Facts {
  constructor(
    private readonly states: States,
    private readonly leaderboard: LeaderboardReader,
    private readonly comments: CommentsReader,
  ) {}

  /** @throws 'Post not found' if the post does not exist or is hidden from `viewerId` */
  async post(postId: string, viewerId: string | null): Promise<PostFacts> {
    const facts = await this.findPost(postId);
    if (!facts) throw postNotFound();
    requireVisible(facts, viewerId);
    return facts;
  }

  /** @throws 'Comment not found' if the comment or one of its ancestors does not exist */
  async comment(commentId: string): Promise<ParentFacts> {
    const facts = await this.findComment(commentId);
    if (!facts) throw commentNotFound();
    return facts;
  }

  /** The same for a comment whose text is shown. @throws 'Comment not found' also if an admin hid it */
  async shownComment(commentId: string): Promise<ParentFacts> {
    const { hiddenBy } = await this.states.of(Comment, commentId);
    if (hiddenBy !== null) throw commentNotFound();
    return this.comment(commentId);
  }

  /** A comment with its post. @throws 'Comment not found' also if `viewerId` may not see the post */
  async commentOnPost(
    commentId: string,
    viewerId: string | null,
  ): Promise<{ comment: CommentFacts; post: PostFacts }> {
    const facts = await this.shownComment(commentId);
    const about = await this.findPost(facts.postId);
    if (!about || (!about.isPublic && about.ownerId !== viewerId)) throw commentNotFound();
    return { comment: facts, post: about };
  }

  /** The post for a read request: from the view while the log is unavailable. */
  async postToRead(postId: string, viewerId: string | null): Promise<PostFacts> {
    const facts = await this.postFactsToRead(postId);
    if (!facts) throw postNotFound();
    requireVisible(facts, viewerId);
    return facts;
  }

  /** The same for a comment that only has to exist, on a visible post. */
  async commentToRead(commentId: string, viewerId: string | null): Promise<CommentFacts> {
    const facts = await this.commentFactsToRead(commentId);
    if (!facts) throw commentNotFound();
    const about = await this.postFactsToRead(facts.postId);
    if (!about || (!about.isPublic && about.ownerId !== viewerId)) throw commentNotFound();
    return facts;
  }

  /** An existing post, hidden or not, that is not under legal hold; else null. */
  async findPost(postId: string): Promise<PostFacts | null> {
    return postFacts(postId, await this.states.of(Post, postId));
  }

  /**
   * An existing comment; else null. Deleting a comment deletes all replies at once, even if their own streams record
   * it later. So all ancestors are checked too.
   */
  async findComment(commentId: string): Promise<ParentFacts | null> {
    return this.factsIn(commentId, await this.states.of(Comment, commentId), (id) =>
      this.states.of(Comment, id),
    );
  }

  /** The comment for a read request: from memory or from the view while the log is unavailable. */
  private async commentFactsToRead(commentId: string): Promise<CommentFacts | null> {
    const toRead = (id: string) => this.states.toRead(Comment, id);
    const state = await toRead(commentId);
    return state ? this.factsIn(commentId, state, toRead) : this.comments.facts(commentId);
  }

  private async factsIn(
    commentId: string,
    state: Comment,
    read: (id: string) => Promise<Comment | null>,
  ): Promise<ParentFacts | null> {
    let depth = 0;
    for (let above: Comment | null = state; above && depth < MOST_LEVELS; depth += 1) {
      if (!above.posted || above.deleted) return null;
      above = above.posted.parent && (await read(above.posted.parent.commentId));
    }
    const facts = commentFacts(commentId, state);
    return facts && { ...facts, depth };
  }

  private async postFactsToRead(postId: string): Promise<PostFacts | null> {
    const state = await this.states.toRead(Post, postId);
    if (state) return postFacts(postId, state);
    const { isEscalated = true, ...known } = (await this.leaderboard.facts(postId)) ?? {};
    return isEscalated ? null : (known as PostFacts);
  }
}

/** Null also for a post under legal hold. */
function postFacts(postId: string, { ownerId, isPublic, deleted, legalHold }: Post): PostFacts | null {
  return ownerId === null || deleted || legalHold !== null ? null : { postId, ownerId, isPublic };
}

function commentFacts(commentId: string, { posted, deleted }: Comment): CommentFacts | null {
  if (!posted || deleted) return null;
  return { commentId, postId: posted.postId, authorId: posted.authorId };
}
