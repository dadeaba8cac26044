import { Body, Controller, HttpCode, HttpStatus, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  ApiConflictResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { ReportPost } from '../../domain/report/report.commands.js';
import { type Account, CurrentAccount, Verified } from '../http/current-account.js';
import { ErrorBody } from '../http/error-body.js';
import { PostId } from '../posts/posts.requests.js';
import { DONE, Done, ReportRequest } from './community.requests.js';
import { Facts } from './facts.service.js';

@ApiTags('community')
@Controller('api/posts/:id/report')
export class ReportsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly facts: Facts,
  ) {}

  @Post()
  @Verified()
  @HttpCode(HttpStatus.OK)
  @ApiOperation({ summary: 'Reports another user’s post.' })
  @ApiOkResponse({ type: Done })
  @ApiNotFoundResponse({ type: ErrorBody })
  @ApiConflictResponse({ type: ErrorBody, description: 'You have already reported this post.' })
  async reportPost(
    @PostId() id: string,
    @Body() { reason, category }: ReportRequest,
    @CurrentAccount() { id: reporterId }: Account,
  ): Promise<Done> {
    const post = await this.facts.post(id, reporterId);
    await this.commands.execute(new ReportPost({ post, reporterId, category, reason }));
    return DONE;
  }
}
