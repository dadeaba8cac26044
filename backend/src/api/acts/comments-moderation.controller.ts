import { Body, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Comment } from '../../domain/comment/comment.js';
import type { Stored } from '../../kernel/document-store.js';
import { States } from '../../kernel/states.js';
import { ActsReader } from '../../projections/acts.js';
import { PeopleReader } from '../../projections/accounts/people.js';
import { type CommentDocument, CommentsReader } from '../../projections/comments/comments.js';
import { answerList, listOf } from '../http/admin-list.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { LegalHolds } from '../photos/legal-holds.service.js';
import { AdminComment, HiddenComment } from './acts.responses.js';
import { AdminActs } from '../decisions/admin-acts.service.js';
import { AdminCommentsRequest } from './lists.requests.js';
import { DecisionRequest, SubjectId } from './moderation.requests.js';
import type { GeneratedFile } from '../http/generated-files.js';
import { Route, Routes } from '../http/route.js';

@Routes('back office', 'api/rtm-sys/comments', { who: ['moderator', 'owner'] })
export class CommentsModerationController {
  constructor(
    private readonly acts: AdminActs,
    private readonly states: States,
    private readonly comments: CommentsReader,
    private readonly people: PeopleReader,
    private readonly holds: LegalHolds,
    private readonly ownActs: ActsReader,
  ) {}

  @Route('GET', '', {
    summary: 'All comments, newest first. A search is for a part of their text.',
    answer: listOf(AdminComment),
  })
  async listAdminComments(
    @Query() request: AdminCommentsRequest,
    @CurrentAdmin() admin: AdminUser,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly AdminComment[] | GeneratedFile> {
    const { id, post: postId, author: authorId, hidden: isHidden, search, sort } = request;
    return answerList(
      {
        list: this.comments.list({ id, postId, authorId, isHidden, text: search?.trim() }, sort),
        hiddenFrom: await this.holds.hiddenFrom(admin),
        about: (one) => one.postId,
        shown: (rows) => this.named(rows),
        columns: COLUMNS,
      },
      request,
      reply,
    );
  }

  @Route('DELETE', ':id', {
    summary: 'Hides a comment.',
    description: 'While it has replies, a sentence is shown in place of its text.',
    answer: HiddenComment,
    errors: { 404: 'Comment not found' },
  })
  async hideComment(
    @SubjectId() id: string,
    @Body() given: DecisionRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<HiddenComment> {
    const commentId = id.toLowerCase();
    const { waitsUntil } = await this.acts.do('CommentHidden', commentId, given, admin);
    const { hiddenBy } = await this.states.of(Comment, commentId);
    return { id: commentId, isHidden: hiddenBy !== null, actId: hiddenBy, waitsUntil };
  }

  private async named(rows: readonly Stored<CommentDocument>[]): Promise<AdminComment[]> {
    const [people, own] = await Promise.all([
      this.people.byIds(rows.map(({ authorId }) => authorId)),
      this.ownActs.ownOn(rows.map(({ _id }) => _id)),
    ]);
    return rows.map((row) => new AdminComment(row, people.get(row.authorId) ?? null, own.get(row._id)));
  }
}

const COLUMNS = {
  id: (one: AdminComment) => one.id,
  createdAt: (one: AdminComment) => one.createdAt,
  post: (one: AdminComment) => one.postId,
  author: (one: AdminComment) => one.userId,
  username: (one: AdminComment) => one.username,
  text: (one: AdminComment) => one.text,
  likes: (one: AdminComment) => one.likesCount,
  isHidden: (one: AdminComment) => one.isHidden,
  own: (one: AdminComment) => one.own?.status ?? null,
  reason: (one: AdminComment) => one.reason,
};
