import { Injectable, Body, Query, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { Comment, LONGEST_COMMENT } from '../../domain/comment/comment.js';
import { Ids } from '../../kernel/clock.js';
import { DocumentStoreUnavailableError } from '../../kernel/document-store.js';
import { isRepetition } from '../../kernel/causation.js';
import { States } from '../../kernel/states.js';
import { Comment as PostedComment } from '../../projections/comments/comment.js';
import {
  CommentsReader,
  COMMENTS_CURSOR,
  REPLIES_PER_PAGE,
  ROOTS_PER_PAGE,
} from '../../projections/comments/comments.js';
import { Id, Maybe, Optional, Text } from '../../contract/fields.js';
import { written } from '../../shared/visible-text.js';
import { Accounts } from '../http/accounts.js';
import { TextCheck } from '../texts/text-check.js';
import { commentNotFound, DONE, Done, CommentId } from './community.contract.js';
import { Facts } from './facts.service.js';
import { LeaderboardReader } from '../../projections/leaderboard/leaderboard.reader.js';
import { type Account, CurrentAccount } from '../http/current-account.js';
import { type Composed, PublicAnswer } from '../response-cache/public-answer.js';
import { LINK, decodeCursor, encodeCursor, linkTo, PageRequest } from '../http/paging.js';
import { PostId } from '../posts/posts.contract.js';
import { Route, Routes } from '../http/route.js';

class CommentRequest {
  @Text({
    min: 1,
    max: LONGEST_COMMENT,
    normalise: written,
    message: 'Please write something first',
    tooLong: `A comment has at most ${LONGEST_COMMENT} characters`,
  })
  readonly text!: string;

  @Optional(Maybe(Id), {
    about: 'The id of the parent comment.',
    message: 'You cannot reply to this comment',
  })
  readonly parentCommentId?: string | null;

  @Optional(Maybe(Id), {
    about:
      'The id of the comment, chosen by the client, so that a request without a response can be retried: ' +
      'repeating it returns the first result and posts once.',
    normalise: (id) => id.toLowerCase(),
    message: 'This is not a valid comment id',
  })
  readonly id?: string | null;
}

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

@Routes('community', 'api', { errors: { 404: '' } })
export class CommentsController {
  constructor(
    private readonly reader: CommentsReader,
    private readonly posts: LeaderboardReader,
    private readonly facts: Facts,
    private readonly commenting: Commenting,
  ) {}

  @Route('GET', 'posts/:id/comments', {
    summary:
      'The comments on the post: newest first, each with its replies; the next page is in the Link header.',
    description:
      `A page has up to ${ROOTS_PER_PAGE} comments with all their replies, fewer if those would be more than ` +
      `${REPLIES_PER_PAGE}. If one comment alone has more, the next pages repeat it with its next replies. There, a ` +
      'reply to one on an earlier page is directly under that comment; its parentCommentId names its parent.',
    answer: {
      type: [PostedComment],
      headers: {
        ...LINK,
        'X-Total-Count': {
          description: 'The number of comments and replies on all pages; on the first page only.',
          schema: { type: 'integer' },
        },
      },
    },
  })
  comments(
    @PostId() id: string,
    @Query() page: PageRequest,
    @CurrentAccount() viewer: Account | null,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): PublicAnswer {
    return this.shown(id, page, async (read) => {
      await this.facts.postToRead(id, viewer?.id ?? null);
      const { body, headers } = await read();
      void reply.headers(headers);
      return body;
    });
  }

  /**
   * A page of the comments on a public post, the same for everyone.
   * @param ofHidden answers the owner of a post that is not public
   */
  shown(
    id: string,
    { cursor }: PageRequest,
    ofHidden?: (read: () => Promise<Pick<Required<Composed>, 'body' | 'headers'>>) => Promise<object>,
  ): PublicAnswer {
    const list = ['comments', id];
    const after = cursor ? decodeCursor(cursor, list, COMMENTS_CURSOR) : null;
    const read = async () => {
      // Counted first: a comment that is posted meanwhile counts as new, although it is listed.
      const count = after ? null : await this.reader.count(id);
      const { comments, next } = await this.reader.page(id, after);
      const link = next && linkTo(`/api/posts/${id}/comments?cursor=${encodeCursor(list, next)}`).headers;
      return {
        body: comments,
        headers: { ...link, ...(count !== null && { 'x-total-count': String(count) }) },
      };
    };
    return new PublicAnswer(
      [...list, cursor],
      async () => ((await this.posts.isPublic(id)) ? read() : null),
      ofHidden && (() => ofHidden(read)),
    );
  }

  @Route('POST', 'posts/:id/comments', {
    who: 'verified',
    summary: 'Comments on the post, or replies to another comment on it.',
    status: 201,
    answer: PostedComment,
    errors: {
      409: 'Another comment already has this id.',
      422: 'The moderation refused the text.',
      503: 'The moderation is not available right now.',
    },
  })
  postComment(
    @PostId() id: string,
    @Body() request: CommentRequest,
    @CurrentAccount() account: Account,
  ): Promise<PostedComment> {
    return this.commenting.say(id, request, account.id);
  }

  @Route('DELETE', 'comments/:id', {
    who: 'signedInNotSuspended',
    summary: 'Deletes your comment and all replies to it.',
    answer: Done,
    errors: { 403: 'You can only delete your own comments.' },
  })
  async deleteComment(@CommentId() id: string, @CurrentAccount() account: Account): Promise<Done> {
    await this.commenting.takeBack(id, account.id);
    return DONE;
  }
}
