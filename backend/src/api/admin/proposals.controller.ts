import { Body, ForbiddenException, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OneOf, Optional } from '../../contract/fields.js';
import { answerDecision } from '../decisions/carrying-out.service.js';
import { AdminBrowsers } from '../http/admin-browsers.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { Route, Routes } from '../http/route.js';
import { IdentityRequest } from './admin.contract.js';
import { Proposals, AdminProposal } from './proposals.service.js';
import { Reauthentication } from './reauthentication.service.js';

class ProposalsQuery {
  @Optional(OneOf(['open']), {
    about: 'Only those that wait, the first due first.',
    message: 'status must be open',
  })
  readonly status?: 'open';
}

@Routes('back office', 'api/rtm-sys/proposals', { who: ['owner'] })
export class ProposalsController {
  constructor(
    private readonly proposals: Proposals,
    private readonly reauthentication: Reauthentication,
    private readonly browsers: AdminBrowsers,
  ) {}

  @Route('GET', '', {
    summary: 'Acts that need two people: those that wait, or the latest hundred.',
    answer: [AdminProposal],
  })
  listProposals(@Query() { status }: ProposalsQuery): Promise<AdminProposal[]> {
    return this.proposals.list(status === 'open');
  }

  @Route('POST', ':id/confirm', {
    limit: 'password',
    summary:
      'Confirms an act, which is then carried out. For an owner of 24 hours or more who did not ask for it.',
    description:
      'It takes a passkey, or the password and the code of an app if one is connected. The code `other_browser` of a 403 says that the one who asked has signed in in this browser, or that it is not known.',
    answer: AdminProposal,
    isDecision: true,
    errors: {
      400: 'Password, code or passkey is wrong, or missing.',
      404: 'Proposal not found',
      409: 'Another owner confirmed it already, it was withdrawn, or it has lapsed.',
    },
  })
  async confirmProposal(
    @Param('id') id: string,
    @Body() identity: IdentityRequest,
    @CurrentAdmin() admin: AdminUser,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminProposal> {
    await this.proposals.requireConfirmable(id, admin);
    await this.requireOtherBrowser(id, admin, request);
    await this.reauthentication.prove(admin, identity, request, reply);
    const isCarriedOut = await this.proposals.confirm(id, admin);
    return answerDecision(await this.proposals.one(id), isCarriedOut, reply);
  }

  @Route('POST', ':id/withdraw', {
    summary: 'Withdraws an act that was not confirmed yet.',
    answer: AdminProposal,
    errors: { 404: 'Proposal not found', 409: 'It was confirmed already.' },
  })
  withdrawProposal(@Param('id') id: string, @CurrentAdmin() by: AdminUser): Promise<AdminProposal> {
    return this.proposals.withdraw(id, by);
  }

  /** A browser with a session has a record of who signed in there. Without that, its cookie was deleted. */
  private async requireOtherBrowser(id: string, admin: AdminUser, request: FastifyRequest): Promise<void> {
    const isKnown = await this.browsers.knows(request, admin.id);
    const askers = await this.proposals.askersOf(id);
    const held = await Promise.all(askers.map((asker) => this.browsers.knows(request, asker)));
    if (isKnown && !held.includes(true)) return;
    throw new ForbiddenException({
      code: 'other_browser',
      message: isKnown
        ? 'Use another browser: the admin who asked for this has signed in in this one.'
        : 'Use another browser, or sign in again: it is not known who has signed in in this one.',
    });
  }
}
