import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Comment } from '../../domain/comment/comment.js';
import { Ids } from '../../kernel/clock.js';
import { DocumentStoreUnavailableError } from '../../kernel/document-store.js';
import { isRepetition } from '../../kernel/causation.js';
import { States } from '../../kernel/states.js';
import { Comment as PostedComment } from '../../projections/comments/comment.js';
import { CommentsReader } from '../../projections/comments/comments.js';
import { Accounts } from '../http/accounts.js';
import { TextCheck } from '../texts/text-check.js';
import { commentNotFound, type CommentRequest } from './community.contract.js';
import { Facts } from './facts.service.js';

const AT_ONCE = 50;

@Injectable()
export class Commenting {
  constructor(
    private readonly commands: CommandBus,
    private readonly reader: CommentsReader,
    private readonly states: States,
    private readonly accounts: Accounts,
    private readonly facts: Facts,
    private readonly texts: TextCheck,
    private readonly ids: Ids,
  ) {}

  /**
   * Moderates the text, posts the comment, and returns it as written. Posting again under the same id returns the
   * first result, without moderating or posting again.
   * @throws 'Post not found', 'Comment not found' for the parent, Rejected (conflict) if another comment has the id,
   * and as {@link TextCheck.admit}
   */
  async say(postId: string, request: CommentRequest, authorId: string): Promise<PostedComment> {
    const { text, parentCommentId, id } = request;
    const commentId = id ?? this.ids.uuid();
    const post = await this.facts.post(postId, authorId);
    const parent = parentCommentId ? await this.facts.shownComment(parentCommentId) : null;
    if (parent && parent.postId !== postId) throw commentNotFound();
    // The aggregate writes nothing for an existing comment: what it accepts here was moderated before.
    if (!id || !(await this.isPosted(id))) await this.texts.admit('comment', text);
    await this.commands.execute(Comment.PostComment({ commentId, post, authorId, parent, text }));
    return this.asPosted(commentId);
  }

  /**
   * Deletes a comment of this author and all replies to it. The comment's own stream decides: once it is deleted
   * there, its replies count as deleted too (`Facts.comment`). Replies in the view are deleted before this returns,
   * so that counts are right. Replies that the view misses, because it is behind or unavailable, are left to the
   * reaction (`comment-replies.ts`), and so is the rest after a crash.
   * @throws 'Comment not found', or Rejected (forbidden) for another user's comment
   */
  async takeBack(commentId: string, by: string): Promise<void> {
    if (!isRepetition()) await this.facts.comment(commentId);
    // Read the whole tree first: after the deletion the reaction deletes replies too, and its deletions would cut off
    // the levels below.
    const replies = await this.shownBelow(commentId);
    await this.commands.execute(Comment.DeleteComment({ commentId, by, because: 'author' }));
    await this.deleteOrphans(replies, by);
  }

  private async isPosted(commentId: string): Promise<boolean> {
    return (await this.states.of(Comment, commentId)).posted !== null;
  }

  /** A comment as its author saw it when it was new. @throws 'Comment not found' if it was deleted since */
  private async asPosted(commentId: string): Promise<PostedComment> {
    const { posted, postedAt, deleted, hiddenBy } = await this.states.of(Comment, commentId);
    const isGone = deleted || hiddenBy !== null;
    if (!posted || postedAt === null || posted.text === null || isGone) throw commentNotFound();
    const { authorId, parent, text } = posted;
    const { anonymousUsername: username, ...author } = await this.accounts.present(authorId);
    return new PostedComment(
      {
        _id: commentId,
        authorId,
        parentId: parent && parent.commentId,
        createdAt: postedAt,
        likesCount: 0,
        isHidden: false,
      },
      text,
      { ...author, username },
    );
  }

  private async shownBelow(commentId: string): Promise<readonly string[]> {
    const found: string[] = [];
    try {
      for (let level: readonly string[] = [commentId]; level.length > 0;) {
        level = await this.repliesTo(level);
        found.push(...level);
      }
    } catch (error) {
      if (!(error instanceof DocumentStoreUnavailableError)) throw error;
    }
    return found;
  }

  private async repliesTo(commentIds: readonly string[]): Promise<readonly string[]> {
    const found = [];
    for (const some of inParts(commentIds)) {
      found.push(...(await this.reader.repliesTo(some)));
    }
    return found;
  }

  private async deleteOrphans(commentIds: readonly string[], by: string): Promise<void> {
    for (const some of inParts(commentIds)) {
      await Promise.all(
        some.map((commentId) =>
          this.commands.execute(Comment.DeleteComment({ commentId, by, because: 'parent deleted' })),
        ),
      );
    }
  }
}

function inParts(ids: readonly string[]): readonly (readonly string[])[] {
  const parts = Math.ceil(ids.length / AT_ONCE);
  return Array.from({ length: parts }, (_, part) => ids.slice(part * AT_ONCE, (part + 1) * AT_ONCE));
}
