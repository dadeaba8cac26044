import { Body, HttpStatus, Param, Res } from '@nestjs/common';
import { ApiAcceptedResponse } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Flag, Optional, SizedText } from '../../contract/fields.js';
import { noteOf, refuseOwn } from '../../domain/moderation/self-decision.js';
import { DecisionRequest } from '../acts/moderation.requests.js';
import { Accounts } from '../http/accounts.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { Route, Routes } from '../http/route.js';
import { Sessions } from '../http/sessions.js';
import { AdminRights } from './admin-rights.service.js';
import { REASON } from './admin.contract.js';
import { ManagedUsers, ManagedUser, personId } from './managed-users.service.js';
import { OwnerActs } from './owner-acts.service.js';
import { Proposals, AdminProposal } from './proposals.service.js';

class AdminRightsRequest {
  @Flag({ message: 'isAdmin must be true or false' }) readonly isAdmin!: boolean;
  @Optional(SizedText, REASON) readonly reason?: string;
}

@Routes('back office', 'api/rtm-sys/users', { who: ['owner'] })
export class UsersController {
  constructor(
    private readonly rights: AdminRights,
    private readonly proposals: Proposals,
    private readonly owners: OwnerActs,
    private readonly accounts: Accounts,
    private readonly users: ManagedUsers,
    private readonly sessions: Sessions,
  ) {}

  @Route('PATCH', ':id', {
    asksAgain: true,
    summary: 'Makes a person an admin, or revokes that.',
    description:
      'An admin sees the link to the back office, and is mailed an invitation to create a login of a moderator. Revoking ends the login and its sessions at once.',
    answer: ManagedUser,
    errors: { 404: 'User not found', 409: 'The address is not verified, or the last owner.' },
  })
  @ApiAcceptedResponse({ type: AdminProposal, description: 'The person is an owner: it needs two people.' })
  async changeAdminRights(
    @Param('id', personId) accountId: string,
    @Body() { isAdmin, reason }: AdminRightsRequest,
    @CurrentAdmin() by: AdminUser,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ManagedUser | AdminProposal> {
    if (isAdmin) await this.rights.grant(accountId, by.id);
    else {
      const because = reason ?? 'No longer an admin.';
      const proposal = await this.owners.proposeRevoke(accountId, because, by);
      if (proposal) {
        reply.status(HttpStatus.ACCEPTED);
        return proposal;
      }
      await this.rights.revoke(accountId, by, because);
    }
    return this.users.one(accountId);
  }

  @Route('DELETE', ':id/sessions', {
    asksAgain: true,
    summary: 'Signs a person out everywhere. They can sign in again.',
    errors: { 404: 'User not found' },
  })
  async endSessionsOfPerson(@Param('id', personId) accountId: string): Promise<void> {
    await this.accounts.present(accountId);
    await this.sessions.endAll(accountId);
  }

  @Route('DELETE', ':id', {
    asksAgain: true,
    summary: 'Asks for the deletion of a person, which needs two people and cannot be undone.',
    description: 'Once it is confirmed, the account and everything that belongs to it are erased at once.',
    status: 202,
    answer: AdminProposal,
    errors: { 404: 'User not found' },
  })
  async deletePerson(
    @Param('id', personId) subjectId: string,
    @Body() decision: DecisionRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<AdminProposal> {
    await this.accounts.present(subjectId);
    refuseOwn(admin, subjectId);
    const { reason } = decision;
    const request = { act: 'deletePerson', subjectId, role: null, reason, note: noteOf(decision) } as const;
    return this.proposals.propose(request, admin);
  }
}
