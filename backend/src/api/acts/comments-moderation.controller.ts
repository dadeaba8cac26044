import { Body, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Comment } from '../../domain/comment/comment.js';
import type { Stored } from '../../kernel/document-store.js';
import { States } from '../../kernel/states.js';
import { ActsReader, type ActDocument } from '../../projections/acts.js';
import { PeopleReader, type PublicPerson } from '../../projections/accounts/people.js';
import {
  type CommentDocument,
  CommentsReader,
  COMMENT_SORTS,
  type CommentSort,
} from '../../projections/comments/comments.js';
import { answerList, columnsOf, listOf, AdminListRequest } from '../http/admin-list.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { LegalHolds } from '../photos/legal-holds.service.js';
import { WAITS, OwnAct, ownOf } from './acts.contract.js';
import { AdminActs } from '../decisions/admin-acts.service.js';
import { DecisionRequest, SubjectId } from './moderation.requests.js';
import type { GeneratedFile } from '../http/generated-files.js';
import { Route, Routes } from '../http/route.js';
import { Flag, Id, Maybe, OneOf, Part, Text, When, Whole, show } from '../../contract/fields.js';
import { REASON_CODES, type ReasonCode } from '../../domain/moderation/reasons.js';
import { OfId, SortedBy, YesOrNo } from '../http/list-filters.js';

/** Which comments the list shows, in which order. `search` is a part of their text. */
class AdminCommentsRequest extends AdminListRequest {
  @OfId('That one.') readonly id?: string;
  @OfId('Those on one post.') readonly post?: string;
  @OfId('Those of one account.') readonly author?: string;
  @YesOrNo('Whether an admin hid them.') readonly hidden?: boolean;
  @SortedBy(COMMENT_SORTS, '-createdAt') readonly sort: CommentSort = '-createdAt';
}

/** A comment as admins see it: with its text, hidden or not. */
export class AdminComment {
  @Id() readonly id!: string;
  @Id() readonly postId!: string;
  @Maybe(Id) readonly parentCommentId!: string | null;
  @Id('Its author.') readonly userId!: string;
  @Maybe(Text, 'Null once the account is deleted.') readonly username!: string | null;
  @Maybe(Text) readonly displayUsername!: string | null;
  @Maybe(Text, 'Null once the account is deleted.') readonly text!: string | null;
  @Whole() readonly likesCount!: number;
  @When() readonly createdAt!: string;
  @Flag() readonly isHidden!: boolean;
  @Maybe(Id, 'The act that hides it.') readonly actId!: string | null;
  @Maybe(OneOf(REASON_CODES)) readonly reason!: ReasonCode | null;
  @Maybe(Part(() => OwnAct), 'Set if the latest decision concerns the admin who made it.')
  readonly own!: OwnAct | null;

  constructor(comment: Stored<CommentDocument>, author: PublicPerson | null, own?: Stored<ActDocument>) {
    show<AdminComment>(this, {
      ...comment,
      id: comment._id,
      parentCommentId: comment.parentId,
      userId: comment.authorId,
      username: author?.username ?? null,
      displayUsername: author?.displayUsername ?? null,
      actId: comment.hidden?.actId ?? null,
      reason: comment.hidden?.reason ?? null,
      own: ownOf(own),
    });
  }
}

export class HiddenComment {
  @Id() readonly id!: string;
  @Flag() readonly isHidden!: boolean;
  @Maybe(Id, 'The act, which can be undone.') readonly actId!: string | null;
  @Maybe(When, WAITS) readonly waitsUntil!: string | null;
}

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
    return answerList(request, reply, {
      list: this.comments.list({ id, postId, authorId, isHidden, text: search?.trim() }, sort),
      hiddenFrom: await this.holds.hiddenFrom(admin),
      about: (one) => one.postId,
      shown: (rows) => this.named(rows),
      columns: COLUMNS,
    });
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

const COLUMNS = columnsOf<AdminComment>()(
  'id createdAt post author username text likes isHidden own reason',
  { post: 'postId', author: 'userId', likes: 'likesCount', own: ({ own }) => own?.status ?? null },
);
