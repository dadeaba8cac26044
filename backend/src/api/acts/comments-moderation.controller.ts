import { Body, Query, Res, type StreamableFile } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { HideComment } from '../../domain/comment/comment.commands.js';
import { comment } from '../../domain/comment/comment.js';
import { Ids } from '../../kernel/clock.js';
import type { Stored } from '../../kernel/document-store.js';
import { States } from '../../kernel/states.js';
import { PeopleReader } from '../../projections/accounts/people.reader.js';
import { leavingOut } from '../../projections/admin-list.js';
import type { CommentDocument } from '../../projections/comments/comments.projection.js';
import { CommentsReader } from '../../projections/comments/comments.reader.js';
import { answerList, listOf } from '../http/admin-list.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { LegalHolds } from '../photos/legal-holds.service.js';
import { AdminComment, HiddenComment } from './acts.responses.js';
import { AdminCommentsRequest } from './lists.requests.js';
import { DecisionRequest, SubjectId, deciderOf } from './moderation.requests.js';
import { Route, Routes } from '../http/route.js';

@Routes('back office', 'api/rtm-sys/comments', { who: ['moderator', 'owner'] })
export class CommentsModerationController {
  constructor(
    private readonly commands: CommandBus,
    private readonly states: States,
    private readonly ids: Ids,
    private readonly comments: CommentsReader,
    private readonly people: PeopleReader,
    private readonly holds: LegalHolds,
  ) {}

  @Route('GET', '', {
    summary: 'All comments, newest first. A search is for a part of their text.',
    answer: listOf(AdminComment),
  })
  async listAdminComments(
    @Query() request: AdminCommentsRequest,
    @CurrentAdmin() admin: AdminUser,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly AdminComment[] | StreamableFile> {
    const { post: postId, author: authorId, hidden: isHidden, search, sort } = request;
    const all = this.comments.list({ postId, authorId, isHidden, text: search?.trim() }, sort);
    const list = leavingOut(all, await this.holds.hiddenFrom(admin), (one) => one.postId);
    return answerList(
      { path: 'comments', list, shown: (rows) => this.named(rows), columns: COLUMNS },
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
    @Body() { reason, note }: DecisionRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<HiddenComment> {
    const commentId = id.toLowerCase();
    const actId = this.ids.uuid();
    await this.commands.execute(
      new HideComment({ commentId, actId, reason, note, decider: deciderOf(admin) }),
    );
    const { hiddenBy } = await this.states.of(comment, commentId);
    return { id: commentId, isHidden: hiddenBy !== null, actId: hiddenBy };
  }

  private async named(rows: readonly Stored<CommentDocument>[]): Promise<AdminComment[]> {
    const people = await this.people.byIds(rows.map(({ authorId }) => authorId));
    return rows.map((row) => new AdminComment(row, people.get(row.authorId) ?? null));
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
  reason: (one: AdminComment) => one.reason,
};
