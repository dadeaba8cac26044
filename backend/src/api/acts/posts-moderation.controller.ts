import {
  BadRequestException,
  Body,
  Controller,
  Delete,
  HttpCode,
  HttpStatus,
  Patch,
  Post,
} from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  ApiBadRequestResponse,
  ApiConflictResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
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
import { CurrentAdmin, ForAdmins } from '../http/current-admin.js';
import { ErrorBody } from '../http/error-body.js';
import { LegalHolds } from '../photos/legal-holds.service.js';
import { ModeratedPost } from './moderated-post.js';
import { DecisionRequest, PostDecisionRequest, SubjectId, deciderOf } from './moderation.requests.js';

/** What admins decide about posts. */
@ApiTags('back office')
@Controller('api/rtm-sys/posts')
@ForAdmins('moderator', 'owner')
export class PostsModerationController {
  constructor(
    private readonly commands: CommandBus,
    private readonly states: States,
    private readonly ids: Ids,
    private readonly holds: LegalHolds,
  ) {}

  @Patch(':id')
  @ApiOperation({ summary: 'Approves, hides or shows a post. Hiding needs a reason.' })
  @ApiOkResponse({ type: ModeratedPost })
  @ApiBadRequestResponse({ type: ErrorBody })
  @ApiNotFoundResponse({ type: ErrorBody, description: 'Post not found' })
  @ApiConflictResponse({ type: ErrorBody, description: 'The post was removed.' })
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

  @Delete(':id')
  @ApiOperation({
    summary: 'Removes a post.',
    description: 'Only its owner sees it from now on. Its files are deleted 30 days later.',
  })
  @ApiOkResponse({ type: ModeratedPost })
  @ApiBadRequestResponse({ type: ErrorBody })
  @ApiNotFoundResponse({ type: ErrorBody, description: 'Post not found' })
  async removePost(
    @SubjectId() postId: string,
    @Body() { reason, note }: DecisionRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<ModeratedPost> {
    const decision = await this.decision(postId, admin);
    return this.decided('PostRemoved', new RemovePost({ ...decision, reason, note }));
  }

  @Post(':id/escalate')
  @HttpCode(HttpStatus.OK)
  @ApiOperation({
    summary: 'Puts a post with illegal content under legal hold.',
    description:
      'From now on only owners of the back office see it, not even the person who published it, and its files are kept. Owners lift the hold by undoing the act.',
  })
  @ApiOkResponse({ type: ModeratedPost })
  @ApiBadRequestResponse({ type: ErrorBody })
  @ApiNotFoundResponse({ type: ErrorBody, description: 'Post not found' })
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
