import { Body, Controller, ForbiddenException, HttpCode, HttpStatus, Inject, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiNotFoundResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ActsReader } from '../../projections/acts/acts.reader.js';
import type { AdminUser } from '../http/admins.js';
import { DONE, Done } from '../community/community.requests.js';
import { CurrentAdmin, ForAdmins } from '../http/current-admin.js';
import { ErrorBody } from '../http/error-body.js';
import { SubjectId, UndoRequest, actNotFound, deciderOf } from './moderation.requests.js';
import { UNDO } from './undo-commands.js';

/** What admins did, and undoing it. */
@ApiTags('back office')
@Controller('api/rtm-sys/acts')
@ForAdmins('moderator', 'owner')
export class ActsController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(ActsReader) private readonly acts: ActsReader,
  ) {}

  @Post(':id/undo')
  @HttpCode(HttpStatus.OK)
  @ApiOperation({ summary: 'Undoes an act. What later acts did stays. Repeating it changes nothing.' })
  @ApiOkResponse({ type: Done })
  @ApiNotFoundResponse({ type: ErrorBody, description: 'The act, or what it was about, does not exist.' })
  async undoAct(
    @SubjectId() actId: string,
    @Body() { reason: because }: UndoRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<Done> {
    const act = await this.acts.one(actId.toLowerCase());
    if (!act) throw actNotFound();
    const { roles, command } = UNDO[act.kind];
    if (!roles.includes(admin.role)) throw new ForbiddenException('Your role does not allow this.');
    await this.commands.execute(command({ act, decider: deciderOf(admin), because }));
    return DONE;
  }
}
