import { Body, NotFoundException, Param, ParseUUIDPipe } from '@nestjs/common';
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
import { Accounts } from '../http/accounts.js';
import { CommentId, DONE, Done } from './community.contract.js';
import { Facts } from './facts.service.js';
import { Route, Routes } from '../http/route.js';
import { OneOf, Optional, Text } from '../../contract/fields.js';
import { written } from '../../shared/visible-text.js';

const Why = (message: string) =>
  Text({
    min: 1,
    max: LONGEST_REASON,
    normalise: written,
    message,
    tooLong: `A reason has at most ${LONGEST_REASON} characters`,
  });

const Category = () =>
  Optional(OneOf(REPORT_CATEGORIES), { default: 'other', message: 'This category does not exist' });

class ReportRequest {
  @Why('Please provide a reason for reporting this post') readonly reason!: string;
  @Category() readonly category: ReportCategory = 'other';
}

/** A report of a comment or a profile. */
class OtherReportRequest {
  @Why('Please provide a reason for your report') readonly reason!: string;
  @Category() readonly category: ReportCategory = 'other';
}

@Routes('community', 'api', { who: 'verified' })
export class ReportsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly facts: Facts,
    private readonly reactions: ReactionProgress,
    private readonly accounts: Accounts,
  ) {}

  @Route('POST', 'posts/:id/report', {
    limit: 'report',
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

  @Route('POST', 'comments/:id/report', {
    limit: 'report',
    summary: 'Reports another user’s comment.',
    answer: Done,
    errors: { 404: '', 409: 'You have already reported this comment.' },
  })
  async reportComment(
    @CommentId() id: string,
    @Body() { reason, category }: OtherReportRequest,
    @CurrentAccount() { id: reporterId }: Account,
  ): Promise<Done> {
    const { comment } = await this.facts.commentOnPost(id, reporterId);
    await this.commands.execute(Report.ReportComment({ comment, reporterId, category, reason }));
    return DONE;
  }

  @Route('POST', 'users/:id/report', {
    limit: 'report',
    summary: 'Reports another user’s profile: its name, text, links or picture.',
    answer: Done,
    errors: { 404: '', 409: 'You have already reported this profile.' },
  })
  async reportProfile(
    @Param('id', new ParseUUIDPipe({ exceptionFactory: () => new NotFoundException('User not found') }))
    id: string,
    @Body() { reason, category }: OtherReportRequest,
    @CurrentAccount() { id: reporterId }: Account,
  ): Promise<Done> {
    const profileId = id.toLowerCase();
    await this.accounts.present(profileId);
    await this.commands.execute(Report.ReportProfile({ profileId, reporterId, category, reason }));
    return DONE;
  }
}
