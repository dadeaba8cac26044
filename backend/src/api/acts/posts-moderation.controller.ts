import { BadRequestException, Body } from '@nestjs/common';
import { MODERATORS } from '../../domain/acts/row-facts.js';
import type { PostActType } from '../../domain/post/post-acts.events.js';
import { post } from '../../domain/post/post.js';
import { States } from '../../kernel/states.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { LegalHolds } from '../photos/legal-holds.service.js';
import { ModeratedPost } from './moderated-posts.responses.js';
import { AdminActs } from '../decisions/admin-acts.service.js';
import {
  DecisionRequest,
  type Given,
  PostActRequest,
  PostDecisionRequest,
  SubjectId,
} from './moderation.requests.js';
import { Route, Routes } from '../http/route.js';

@Routes('back office', 'api/rtm-sys/posts', { who: MODERATORS })
export class PostsModerationController {
  constructor(
    private readonly states: States,
    private readonly acts: AdminActs,
    private readonly holds: LegalHolds,
  ) {}

  @Route('PATCH', ':id', {
    summary: 'Approves, hides or shows a post. Hiding needs a reason.',
    answer: ModeratedPost,
    errors: { 400: '', 404: 'Post not found', 409: 'The post was removed.' },
  })
  decidePost(
    @SubjectId() id: string,
    @Body() { isModerated, isPublic, reason, note }: PostDecisionRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<ModeratedPost> {
    if ((isModerated === undefined) === (isPublic === undefined)) {
      throw new BadRequestException('Please send one decision: isModerated or isPublic.');
    }
    const kind = isModerated ? 'PostApproved' : isPublic ? 'PostShown' : 'PostHidden';
    return this.onVisible(kind, id, { reason: reason ?? null, note }, admin);
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
    return new ModeratedPost(postId, await this.states.of(post, postId), kind, waitsUntil);
  }
}
