import { BadRequestException, Body } from '@nestjs/common';
import { IntersectionType } from '@nestjs/swagger';
import { MODERATORS } from '../../domain/acts/act.js';
import {
  type PostActType,
  POST_STATUSES,
  type PostStatus,
  statusOf,
  POST_ACTS,
} from '../../domain/post/post-moderation.js';
import { Post } from '../../domain/post/post.js';
import { States } from '../../kernel/states.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { LegalHolds } from '../photos/legal-holds.service.js';
import { LeaderboardReader } from '../../projections/leaderboard/leaderboard.reader.js';
import { adminPictureUrl } from '../../projections/moderated-posts.js';
import { postNotFound } from '../posts/posts.contract.js';
import { AdminActs } from '../decisions/admin-acts.service.js';
import { DecisionRequest, Shown, SubjectId, WHICH, FOR_OWNER, Note } from './moderation.requests.js';
import { Route, Routes } from '../http/route.js';
import { Flag, Id, Maybe, OneOf, Optional, When, show } from '../../contract/fields.js';
import { Post as ShownPost } from '../../projections/leaderboard/shown-posts.js';
import { WAITS } from './acts.contract.js';
import { REASON_CODES, type ReasonCode } from '../../domain/moderation/reasons.js';

/** A reason from the list, where one is given, and a note. */
interface Given {
  readonly reason: ReasonCode | null;
  readonly note: string;
  readonly shown?: boolean | null;
}

class PostActRequest {
  @OneOf(POST_ACTS, { message: 'Please name an act on posts' }) readonly act!: PostActType;
  @Optional(OneOf(REASON_CODES), WHICH) readonly reason?: ReasonCode;
  @Note(FOR_OWNER) readonly note: string = '';
  @Shown() readonly shown?: true;
}

/** A decision about a post: either that it is fine, or whether it is public. */
class PostDecisionRequest {
  @Optional(OneOf([true]), {
    about: 'Approves the post.',
    message: 'A post can be approved; undo that to take it back',
  })
  readonly isModerated?: true;

  @Optional(Flag, {
    about: 'Shows the post, or hides it.',
    message: 'isPublic must be a boolean value',
  })
  readonly isPublic?: boolean;

  @Optional(OneOf(REASON_CODES), WHICH) readonly reason?: ReasonCode;
  @Note(FOR_OWNER) readonly note: string = '';
  @Shown() readonly shown?: true;
}

export class ModeratedPost {
  @Id() readonly id!: string;
  @OneOf(POST_STATUSES) readonly status!: PostStatus;
  @Flag('Whether all visitors see it.') readonly isPublic!: boolean;
  @Flag('Whether an admin approved it.') readonly isModerated!: boolean;
  @Flag('Whether an admin removed it.') readonly isRemoved!: boolean;
  @Maybe(Id, 'The act that made it so, which can be undone; null if none did.') readonly actId!:
    string | null;
  @Maybe(When, WAITS) readonly waitsUntil!: string | null;

  /** @param type what was decided: the answer names the latest such act, also if it was decided before */
  constructor(
    id: string,
    { isPublic, legalHold, moderation, acts }: Post,
    type: PostActType | 'PostEscalated',
    waitsUntil: string | null,
  ) {
    const { actId = null } = acts.findLast((act) => act.type === type) ?? {};
    show<ModeratedPost>(this, {
      ...moderation,
      id,
      isPublic,
      waitsUntil,
      status: statusOf(moderation, legalHold !== null),
      actId: type === 'PostEscalated' ? legalHold : actId,
    });
  }
}

/** A post after a decision: as its owner sees it, but with the address of the picture for admins. */
class DecidedPost extends IntersectionType(ShownPost, ModeratedPost) {}

/** What the owner of a post reads that was hidden without a reason. */
const NO_REASON = 'The moderator gave no reason.';

@Routes('back office', 'api/rtm-sys/posts', { who: MODERATORS })
export class PostsModerationController {
  constructor(
    private readonly states: States,
    private readonly acts: AdminActs,
    private readonly holds: LegalHolds,
    private readonly posts: LeaderboardReader,
  ) {}

  @Route('PATCH', ':id', {
    summary: 'Approves, hides or shows a post.',
    description: 'Hiding without a reason has the reason `other`, and says so to the owner.',
    answer: DecidedPost,
    errors: { 400: '', 404: 'Post not found', 409: 'The post was removed.' },
  })
  async decidePost(
    @SubjectId() id: string,
    @Body() { isModerated, isPublic, reason, note, shown }: PostDecisionRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<DecidedPost> {
    if ((isModerated === undefined) === (isPublic === undefined)) {
      throw new BadRequestException('Please send one decision: isModerated or isPublic.');
    }
    const kind = isModerated ? 'PostApproved' : isPublic ? 'PostShown' : 'PostHidden';
    const isBare = kind === 'PostHidden' && reason === undefined;
    const given: Given = isBare
      ? { reason: 'other', note: note || NO_REASON }
      : { reason: reason ?? null, note, shown: shown ?? null };
    const decided = await this.onVisible(kind, id, given, admin);
    const post = await this.posts.forAdmins(decided.id);
    // It was deleted meanwhile.
    if (!post) throw postNotFound();
    return { ...post, ...decided, imageUrl: adminPictureUrl(decided.id) };
  }

  @Route('POST', ':id/acts', {
    summary: 'Does one of the acts on posts. Some of them need a reason.',
    answer: ModeratedPost,
    errors: { 400: '', 404: 'Post not found', 409: 'The post was removed.' },
  })
  actOnPost(
    @SubjectId() id: string,
    @Body() { act, reason, note, shown }: PostActRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<ModeratedPost> {
    return this.onVisible(act, id, { reason: reason ?? null, note, shown: shown ?? null }, admin);
  }

  @Route('DELETE', ':id', {
    summary: 'Removes a post.',
    description: 'Only its owner sees it from now on. Its files are deleted 30 days later.',
    answer: ModeratedPost,
    errors: { 400: '', 404: 'Post not found' },
  })
  removePost(
    @SubjectId() id: string,
    @Body() given: DecisionRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<ModeratedPost> {
    return this.onVisible('PostRemoved', id, given, admin);
  }

  @Route('POST', ':id/escalate', {
    summary: 'Puts a post with illegal content under legal hold.',
    description:
      'From now on only owners of the back office see it, not even the person who published it, and its files are kept. Owners lift the hold by undoing the act.',
    answer: ModeratedPost,
    errors: { 400: '', 404: 'Post not found' },
  })
  escalatePost(
    @SubjectId() id: string,
    @Body() given: DecisionRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<ModeratedPost> {
    return this.done('PostEscalated', id.toLowerCase(), given, admin);
  }

  private async onVisible(
    kind: PostActType,
    id: string,
    given: Given,
    admin: AdminUser,
  ): Promise<ModeratedPost> {
    const postId = id.toLowerCase();
    await this.holds.requireVisible(postId, admin);
    return this.done(kind, postId, given, admin);
  }

  private async done(
    kind: PostActType | 'PostEscalated',
    postId: string,
    given: Given,
    admin: AdminUser,
  ): Promise<ModeratedPost> {
    const { waitsUntil } = await this.acts.do(kind, postId, given, admin);
    return new ModeratedPost(postId, await this.states.of(Post, postId), kind, waitsUntil);
  }
}
