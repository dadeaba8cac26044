import { BadRequestException, Body } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { GivenReason } from '../../domain/moderation/reasons.js';
import {
  ApprovePost,
  EscalatePost,
  HidePost,
  RemovePost,
  ShowPost,
} from '../../domain/post/post.commands.js';
import type { PostActType } from '../../domain/post/post-acts.events.js';
import { post } from '../../domain/post/post.js';
import type { Command } from '../../kernel/aggregate.js';
import { Ids } from '../../kernel/clock.js';
import { States } from '../../kernel/states.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { LegalHolds } from '../photos/legal-holds.service.js';
import { ModeratedPost } from './acts.responses.js';
import { DecisionRequest, PostDecisionRequest, SubjectId, deciderOf } from './moderation.requests.js';
import { Route, Routes } from '../http/route.js';

@Routes('back office', 'api/rtm-sys/posts', { who: ['moderator', 'owner'] })
export class PostsModerationController {
  constructor(
    private readonly commands: CommandBus,
    private readonly states: States,
    private readonly ids: Ids,
    private readonly holds: LegalHolds,
  ) {}

  @Route('PATCH', ':id', {
    summary: 'Approves, hides or shows a post. Hiding needs a reason.',
    answer: ModeratedPost,
    errors: { 400: '', 404: 'Post not found', 409: 'The post was removed.' },
  })
  async decidePost(
    @SubjectId() postId: string,
    @Body() { isModerated, isPublic, reason, note }: PostDecisionRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<ModeratedPost> {
    const decision = await this.decision(postId, admin);
    const given = reason ? { reason, note } : null;
    if ((isModerated === undefined) === (isPublic === undefined)) {
      throw new BadRequestException('Please send one decision: isModerated or isPublic.');
    }
    if (isModerated) return this.decided('PostApproved', new ApprovePost(decision));
    if (isPublic) return this.decided('PostShown', new ShowPost({ ...decision, given }));
    return this.decided('PostHidden', new HidePost({ ...decision, ...requireReason(given) }));
  }

  @Route('DELETE', ':id', {
    summary: 'Removes a post.',
    description: 'Only its owner sees it from now on. Its files are deleted 30 days later.',
    answer: ModeratedPost,
    errors: { 400: '', 404: 'Post not found' },
  })
  async removePost(
    @SubjectId() postId: string,
    @Body() { reason, note }: DecisionRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<ModeratedPost> {
    const decision = await this.decision(postId, admin);
    return this.decided('PostRemoved', new RemovePost({ ...decision, reason, note }));
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
    @Body() { reason, note }: DecisionRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<ModeratedPost> {
    const act = { postId: id.toLowerCase(), actId: this.ids.uuid(), decider: deciderOf(admin) };
    return this.decided('PostEscalated', new EscalatePost({ ...act, adminId: admin.id, reason, note }));
  }

  private async decision(id: string, admin: AdminUser) {
    const postId = id.toLowerCase();
    await this.holds.requireVisible(postId, admin);
    return { postId, actId: this.ids.uuid(), decider: deciderOf(admin) };
  }

  private async decided(
    type: PostActType | 'PostEscalated',
    command: Command<{ readonly postId: string }>,
  ): Promise<ModeratedPost> {
    await this.commands.execute(command);
    const { postId } = command.data;
    return new ModeratedPost(postId, await this.states.of(post, postId), type);
  }
}

function requireReason(given: GivenReason | null): GivenReason {
  if (!given) throw new BadRequestException('Please choose a reason from the list');
  return given;
}
