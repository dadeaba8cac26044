import { Body, Controller, Get, Post } from '@nestjs/common';
import {
  ApiConflictResponse,
  ApiCreatedResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { type Account, CurrentAccount, SignedIn } from '../http/current-account.js';
import { ErrorBody } from '../http/error-body.js';
import { AppealRequest, OwnDecision } from './decisions.responses.js';
import { SubjectId } from '../acts/moderation.requests.js';
import { OwnDecisions } from './own-decisions.service.js';

/** What admins decided about the signed-in person. Suspended people may appeal, too. */
@ApiTags('account')
@Controller('api/user/decisions')
@SignedIn()
export class OwnDecisionsController {
  constructor(private readonly decisions: OwnDecisions) {}

  @Get()
  @ApiOperation({
    summary: 'What admins decided about you, your content and your reports, newest first, with your appeals.',
  })
  @ApiOkResponse({ type: [OwnDecision] })
  listOwnDecisions(@CurrentAccount() { id }: Account): Promise<readonly OwnDecision[]> {
    return this.decisions.of(id);
  }

  @Post(':id/appeal')
  @ApiOperation({ summary: 'Appeals a decision, once. Another admin decides.' })
  @ApiCreatedResponse({ type: OwnDecision })
  @ApiNotFoundResponse({ type: ErrorBody, description: 'Decision not found' })
  @ApiConflictResponse({
    type: ErrorBody,
    description: 'You have already appealed, or it is no longer in force.',
  })
  appealDecision(
    @SubjectId() actId: string,
    @Body() { text }: AppealRequest,
    @CurrentAccount() { id }: Account,
  ): Promise<OwnDecision> {
    return this.decisions.appeal(actId.toLowerCase(), id, text);
  }
}
