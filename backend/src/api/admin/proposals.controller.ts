import { Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { answerDecision } from '../decisions/carrying-out.service.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { Proposals } from './proposals.service.js';
import { Route, Routes } from '../http/route.js';
import { AdminProposal } from './admin.responses.js';
import { ProposalsQuery } from './admin.requests.js';

@Routes('back office', 'api/rtm-sys/proposals', { who: ['owner'] })
export class ProposalsController {
  constructor(private readonly proposals: Proposals) {}

  @Route('GET', '', {
    summary: 'Acts that need two people: those that wait, or the latest hundred.',
    answer: [AdminProposal],
  })
  listProposals(@Query() { status }: ProposalsQuery): Promise<AdminProposal[]> {
    return this.proposals.list(status === 'open');
  }

  @Route('POST', ':id/confirm', {
    summary: 'Confirms an act, which is then carried out. Not for the one who asked.',
    answer: AdminProposal,
    isDecision: true,
    errors: { 404: 'Proposal not found', 409: 'It was withdrawn or has lapsed.' },
  })
  async confirmProposal(
    @Param('id') id: string,
    @CurrentAdmin() admin: AdminUser,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminProposal> {
    const isCarriedOut = await this.proposals.confirm(id, admin.id);
    return answerDecision(await this.proposals.one(id), isCarriedOut, reply);
  }

  @Route('POST', ':id/withdraw', {
    summary: 'Withdraws an act that was not confirmed yet.',
    answer: AdminProposal,
    errors: { 404: 'Proposal not found', 409: 'It was confirmed already.' },
  })
  withdrawProposal(@Param('id') id: string, @CurrentAdmin() { id: by }: AdminUser): Promise<AdminProposal> {
    return this.proposals.withdraw(id, by);
  }
}
