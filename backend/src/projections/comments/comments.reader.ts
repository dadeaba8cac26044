import { Inject, Injectable } from '@nestjs/common';
import type { CommentFacts } from '../../domain/comment/comment-facts.js';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { PublicViews, Views } from '../../kernel/projection.js';
import { PeopleReader, type PublicPerson } from '../accounts/people.reader.js';
import { wholeList } from '../whole-list.js';
import { Comment, threadsOf } from './comment.js';
import { type CommentLikeDocument, commentLikes } from './comment-likes.projection.js';
import { type CommentDocument, comments } from './comments.projection.js';

/** How many comments of a post are shown at most: the newest. */
export const MOST_COMMENTS = 5000;

/** Reads comments on posts. */
@Injectable()
export class CommentsReader {
  /** Comments as the public sees them. */
  private readonly shown: ViewReader<CommentDocument>;
  private readonly likes: ViewReader<CommentLikeDocument>;
  /** All comments, for their authors and for reactions. */
  private readonly all: ViewReader<CommentDocument>;

  constructor(
    @Inject(PublicViews) publicViews: PublicViews,
    @Inject(Views) views: Views,
    @Inject(PeopleReader) private readonly people: PeopleReader,
  ) {
    this.shown = publicViews.of(comments);
    this.likes = publicViews.of(commentLikes);
    this.all = views.of(comments);
  }

  /**
   * The newest comments on a post as threads, {@link MOST_COMMENTS} at most, as `viewerId` sees them. Does not check
   * whether the viewer may see the post.
   */
  async threads(postId: string, viewerId: string | null): Promise<readonly Comment[]> {
    const [found, liked] = await Promise.all([
      wholeList(this.shown, { postId }, { createdAt: -1 }, MOST_COMMENTS),
      this.likedBy(postId, viewerId),
    ]);
    const people = await this.people.byIds(found.map(({ authorId }) => authorId));
    return threadsOf(
      found.flatMap((comment) => shown(comment, people.get(comment.authorId), liked.has(comment._id)) ?? []),
    );
  }

  /** All comments of a person, newest first. */
  by(authorId: string): Promise<readonly Stored<CommentDocument>[]> {
    return wholeList(this.all, { authorId }, { createdAt: -1 });
  }

  /** The facts that commands need about a comment; null if it does not exist. */
  async facts(commentId: string): Promise<CommentFacts | null> {
    const comment = await this.all.get(commentId);
    return comment && { commentId, postId: comment.postId, authorId: comment.authorId };
  }

  /** The ids of all direct replies to any of these comments. */
  async repliesTo(commentIds: readonly string[]): Promise<readonly string[]> {
    const found = await wholeList(this.all, { parentId: { $in: commentIds } }, { _id: 1 });
    return found.map(({ _id }) => _id);
  }

  /** The ids of all comments on a post. */
  async idsOn(postId: string): Promise<readonly string[]> {
    const found = await wholeList(this.all, { postId }, { createdAt: -1 });
    return found.map(({ _id }) => _id);
  }

  private async likedBy(postId: string, userId: string | null): Promise<ReadonlySet<string>> {
    if (userId === null) return new Set();
    const given = await wholeList(this.likes, { userId, postId }, { _id: 1 });
    return new Set(given.map(({ commentId }) => commentId));
  }
}

/** Comments whose author's key is destroyed are hidden, even before they are deleted. */
function shown(
  comment: Stored<CommentDocument>,
  author: PublicPerson | undefined,
  liked: boolean,
): Comment | null {
  return comment.text === null || !author ? null : new Comment(comment, comment.text, author, liked);
}
