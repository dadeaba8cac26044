import { Body } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Command } from '../../kernel/aggregate.js';
import { ReactionProgress } from '../../kernel/reaction.js';
import {
  Report,
  LONGEST_REASON,
  REPORT_CATEGORIES,
  type ReportCategory,
} from '../../domain/report/report.js';
import { type Account, CurrentAccount } from '../http/current-account.js';
import { PostId } from '../posts/posts.contract.js';
import { DONE, Done } from './community.contract.js';
import { Facts } from './facts.service.js';
import { Route, Routes } from '../http/route.js';
import { OneOf, Optional, Text } from '../../contract/fields.js';
import { written } from '../../shared/visible-text.js';

class ReportRequest {
  @Text({
    min: 1,
    max: LONGEST_REASON,
    normalise: written,
    message: 'Please provide a reason for reporting this post',
    tooLong: `A reason has at most ${LONGEST_REASON} characters`,
  })
  readonly reason!: string;

  @Optional(OneOf(REPORT_CATEGORIES), { default: 'other', message: 'This category does not exist' })
  readonly category: ReportCategory = 'other';
}

@Routes('community', 'api/posts/:id/report')
export class ReportsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly facts: Facts,
    private readonly reactions: ReactionProgress,
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
    const { position } = await this.commands.execute<Command<object>, { readonly position: number }>(
      Report.ReportPost({ post, reporterId, category, reason }),
    );
    // It may hide the post at once.
    if (category === 'minor') await this.reactions.handled('minor-reports', position, 'report of a minor');
    return DONE;
  }
}
