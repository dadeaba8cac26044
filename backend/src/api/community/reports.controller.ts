import { Body } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Report } from '../../domain/report/report.js';
import { type Account, CurrentAccount } from '../http/current-account.js';
import { PostId } from '../posts/posts.contract.js';
import { DONE, Done } from './community.responses.js';
import { ReportRequest } from './community.requests.js';
import { Facts } from './facts.service.js';
import { Route, Routes } from '../http/route.js';

@Routes('community', 'api/posts/:id/report')
export class ReportsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly facts: Facts,
  ) {}

  @Route('POST', '', {
    who: 'verified',
    summary: 'Reports another user’s post.',
    answer: Done,
    errors: { 404: '', 409: 'You have already reported this post.' },
  })
  async reportPost(
    @PostId() id: string,
    @Body() { reason, category }: ReportRequest,
    @CurrentAccount() { id: reporterId }: Account,
  ): Promise<Done> {
    const post = await this.facts.post(id, reporterId);
    await this.commands.execute(Report.ReportPost({ post, reporterId, category, reason }));
    return DONE;
  }
}
