import { Body, Controller, Get, HttpCode, HttpStatus, Inject, Post, Query, Res } from '@nestjs/common';
import {
  ApiConflictResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { AppealsReader } from '../../projections/moderation/appeals.reader.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin, ForAdmins } from '../http/current-admin.js';
import { ErrorBody } from '../http/error-body.js';
import { decodeCursor, encodeCursor } from '../http/paging.js';
import { AppealDesk } from './appeal-desk.service.js';
import { AdminAppeal, AppealDecisionRequest, AppealsRequest } from './decisions.responses.js';
import { SubjectId } from './moderation.requests.js';

/** Appeals against decisions. An admin decides neither about their own decision nor about their own post. */
@ApiTags('back office')
@Controller('api/rtm-sys/appeals')
@ForAdmins('moderator', 'owner')
export class AppealsController {
  constructor(
    @Inject(AppealsReader) private readonly appeals: AppealsReader,
    @Inject(AppealDesk) private readonly desk: AppealDesk,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'The appeals that wait for a decision, oldest first, or the decided ones, newest first.',
    description: 'The next page is in the Link header, the number of all in X-Total-Count.',
  })
  @ApiOkResponse({ type: [AdminAppeal] })
  async listAppeals(
    @Query() { decided, limit, cursor }: AppealsRequest,
    @CurrentAdmin() admin: AdminUser,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly AdminAppeal[]> {
    const list = ['appeals', String(decided)];
    const after = cursor ? decodeCursor(cursor, list, 2) : null;
    const [found, count] = await Promise.all([
      this.appeals.page(!decided, { limit: limit + 1, after }),
      this.appeals.count(!decided),
    ]);
    const page = found.slice(0, limit);
    const last = page.at(-1);
    reply.header('x-total-count', String(count));
    if (last && found.length > limit) {
      const next = encodeCursor(list, [last.filedAt, last._id]);
      reply.header(
        'link',
        `</api/rtm-sys/appeals?decided=${decided}&limit=${limit}&cursor=${next}>; rel="next"`,
      );
    }
    return this.desk.shown(
      page.map(({ _id }) => _id),
      admin,
    );
  }

  @Post(':id/decide')
  @HttpCode(HttpStatus.OK)
  @ApiOperation({
    summary: 'Decides an appeal. Granting it undoes the decision. Repeating it changes nothing.',
  })
  @ApiOkResponse({ type: AdminAppeal })
  @ApiNotFoundResponse({ type: ErrorBody, description: 'Appeal not found' })
  @ApiConflictResponse({ type: ErrorBody, description: 'This appeal was decided already.' })
  decideAppeal(
    @SubjectId() actId: string,
    @Body() { granted, note }: AppealDecisionRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<AdminAppeal> {
    return this.desk.decide(actId.toLowerCase(), admin, granted, note);
  }
}
