import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { DeleteComment, PostComment } from '../../domain/comment/comment.commands.js';
import { comment } from '../../domain/comment/comment.js';
import { Ids } from '../../kernel/clock.js';
import { DocumentStoreUnavailableError } from '../../kernel/document-store.js';
import { States } from '../../kernel/states.js';
import { Comment } from '../../projections/comments/comment.js';
import { CommentsReader } from '../../projections/comments/comments.reader.js';
import { Accounts } from '../http/accounts.js';
import { TextGate } from '../texts/text-gate.js';
import { commentNotFound, type CommentRequest } from './community.requests.js';
import { Subjects } from './subjects.service.js';

const AT_ONCE = 50;

/** What people say about posts. */
@Injectable()
export class Commenting {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(CommentsReader) private readonly reader: CommentsReader,
    @Inject(States) private readonly states: States,
    @Inject(Accounts) private readonly accounts: Accounts,
    @Inject(Subjects) private readonly subjects: Subjects,
    @Inject(TextGate) private readonly texts: TextGate,
    @Inject(Ids) private readonly ids: Ids,
  ) {}

  /**
   * Posts a comment once its text has been read by the moderation, and answers it from what was written. What was posted
   * under this id before is answered as the first time, without being read or posted again.
   * @throws 'Post not found', 'Comment not found' for the parent, Rejected (conflict) for the id of another comment, and as
   * {@link TextGate.admit}
   */
  async say(postId: string, request: CommentRequest, authorId: string): Promise<Comment> {
    const { text, parentCommentId, id } = request;
    const commentId = id ?? this.ids.uuid();
    const post = await this.subjects.post(postId, authorId);
    const parent = parentCommentId ? await this.subjects.comment(parentCommentId) : null;
    if (parent && parent.postId !== postId) throw commentNotFound();
    // The rule writes nothing under the id of a comment that is there: what it lets pass has been read before.
    if (!id || !(await this.isPosted(id))) await this.texts.admit('comment', text);
    await this.commands.execute(new PostComment({ commentId, post, authorId, parent, text }));
    return this.asPosted(commentId);
  }

  /**
   * Deletes a comment of this author with everything that was said in reply to it. The stream of the comment decides: once
   * it is deleted there, no reply to it is there any more (`Subjects.comment`). The replies that the view shows are deleted
   * as well before this answers, so that counts are right; those that it does not show, because it is behind or away, are
   * left to the reaction (`comment-replies.ts`), like those that a break in between leaves.
   * @throws 'Comment not found', or Rejected (forbidden) for another's
   */
  async takeBack(commentId: string, by: string): Promise<void> {
    await this.subjects.comment(commentId);
    // The whole tree first: from the deletion on the reaction is at it too, and where that was quicker nothing leads any
    // further down.
    const replies = await this.shownBelow(commentId);
    await this.commands.execute(new DeleteComment({ commentId, by, because: 'author' }));
    await this.deleteOrphans(replies, by);
  }

  private async isPosted(commentId: string): Promise<boolean> {
    return (await this.states.of(comment, commentId)).posted !== null;
  }

  /** A comment as its author saw it when it was new. @throws 'Comment not found' for one that was deleted since */
  private async asPosted(commentId: string): Promise<Comment> {
    const { posted, postedAt, deleted } = await this.states.of(comment, commentId);
    if (!posted || postedAt === null || posted.text === null || deleted) throw commentNotFound();
    const { authorId, parent, text } = posted;
    const { anonymousUsername: username, ...author } = await this.accounts.present(authorId);
    return new Comment(
      {
        _id: commentId,
        authorId,
        parentId: parent && parent.commentId,
        createdAt: postedAt,
        likesCount: 0,
      },
      text,
      { ...author, username },
      false,
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
          this.commands.execute(new DeleteComment({ commentId, by, because: 'parent deleted' })),
        ),
      );
    }
  }
}

function inParts(ids: readonly string[]): readonly (readonly string[])[] {
  const parts = Math.ceil(ids.length / AT_ONCE);
  return Array.from({ length: parts }, (_, part) => ids.slice(part * AT_ONCE, (part + 1) * AT_ONCE));
}
