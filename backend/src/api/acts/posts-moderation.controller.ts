import { BadRequestException, Body } from '@nestjs/common';
import { MODERATORS } from '../../domain/acts/act.js';
import type { PostActType } from '../../domain/post/post-moderation.js';
import { Post } from '../../domain/post/post.js';
import { States } from '../../kernel/states.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { LegalHolds } from '../photos/legal-holds.service.js';
import { LeaderboardReader } from '../../projections/leaderboard/leaderboard.reader.js';
import { adminPictureUrl } from '../../projections/moderated-posts.js';
import { postNotFound } from '../posts/posts.contract.js';
import { DecidedPost, ModeratedPost } from './moderated-posts.responses.js';
import { AdminActs } from '../decisions/admin-acts.service.js';
import {
  DecisionRequest,
  type Given,
  PostActRequest,
  PostDecisionRequest,
  SubjectId,
} from './moderation.requests.js';
import { Route, Routes } from '../http/route.js';

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
    @Body() { isModerated, isPublic, reason, note }: PostDecisionRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<DecidedPost> {
    if ((isModerated === undefined) === (isPublic === undefined)) {
      throw new BadRequestException('Please send one decision: isModerated or isPublic.');
    }
    const kind = isModerated ? 'PostApproved' : isPublic ? 'PostShown' : 'PostHidden';
    const isBare = kind === 'PostHidden' && reason === undefined;
    const given: Given = isBare
      ? { reason: 'other', note: note || NO_REASON }
      : { reason: reason ?? null, note };
    const decided = await this.onVisible(kind, id, given, admin);
    const shown = await this.posts.forAdmins(decided.id);
    // It was deleted meanwhile.
    if (!shown) throw postNotFound();
    return { ...shown, ...decided, imageUrl: adminPictureUrl(decided.id) };
  }

  @Route('POST', ':id/acts', {
    summary: 'Does one of the acts on posts. Some of them need a reason.',
    answer: ModeratedPost,
    errors: { 400: '', 404: 'Post not found', 409: 'The post was removed.' },
  })
  actOnPost(
    @SubjectId() id: string,
    @Body() { act, reason, note }: PostActRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<ModeratedPost> {
    return this.onVisible(act, id, { reason: reason ?? null, note }, admin);
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
