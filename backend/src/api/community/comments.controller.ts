import { Body, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Comment } from '../../projections/comments/comment.js';
import {
  COMMENTS_CURSOR,
  REPLIES_PER_PAGE,
  ROOTS_PER_PAGE,
  CommentsReader,
} from '../../projections/comments/comments.js';
import { LeaderboardReader } from '../../projections/leaderboard/leaderboard.reader.js';
import { type Account, CurrentAccount } from '../http/current-account.js';
import { type Composed, PublicAnswer } from '../response-cache/public-answer.js';
import { decodeCursor, encodeCursor, linkTo, PageRequest } from '../http/paging.js';
import { PostId } from '../posts/posts.contract.js';
import { Commenting } from './commenting.service.js';
import { DONE, Done, CommentId, CommentRequest } from './community.contract.js';
import { Facts } from './facts.service.js';
import { Route, Routes } from '../http/route.js';

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
      type: [Comment],
      headers: {
        Link: { description: '<…>; rel="next"', schema: { type: 'string' } },
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
    answer: Comment,
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
  ): Promise<Comment> {
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
