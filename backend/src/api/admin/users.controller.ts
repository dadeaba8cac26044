import { ForbiddenException, Param, Query, Req, Res, Body, HttpStatus } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiAcceptedResponse } from '@nestjs/swagger';
import { CommandBus } from '@nestjs/cqrs';
import { ADMIN_ROLES } from '../../domain/admin/admin-role.js';
import { columnsOf, listOf, answerList, AdminListRequest } from '../http/admin-list.js';
import { type AdminUser, Admins } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import type { GeneratedFile } from '../http/generated-files.js';
import { SortedBy, YesOrNo } from '../http/list-filters.js';
import { Route, Routes } from '../http/route.js';
import { note } from '../http/security-notes.js';
import { EmailDisclosure } from './email-disclosure.controller.js';
import { ManagedUsers, ManagedUser, personId } from './managed-users.service.js';
import { Flag, Optional, SizedText } from '../../contract/fields.js';
import { noteOf, refuseOwn } from '../../domain/moderation/self-decision.js';
import { DecisionRequest } from '../acts/moderation.requests.js';
import { Accounts } from '../http/accounts.js';
import { Sessions } from '../http/sessions.js';
import { REASON } from './admin.contract.js';
import { OwnerActs } from './owner-acts.service.js';
import { Proposals, AdminProposal } from './proposals.service.js';
import { Account } from '../../domain/account/account.js';
import { AdminRoles } from '../../domain/admin/admin-roles.js';
import { Rejected } from '../../kernel/aggregate.js';
import { AdminSessions } from '../http/admin-sessions.js';
import { Invitations } from './invitations.controller.js';

const USER_SORTS = ['createdAt', '-createdAt'] as const;

/** Which people the list shows. `search` is a part of a name, a whole email address, or an id. */
class UsersRequest extends AdminListRequest {
  @YesOrNo('Whether they are suspended now.') readonly suspended?: boolean;
  @YesOrNo('Whether they see the link to the back office.') readonly isAdmin?: boolean;
  @YesOrNo('Whether their address is not verified.') readonly unverified?: boolean;
  @SortedBy(USER_SORTS, '-createdAt') readonly sort: (typeof USER_SORTS)[number] = '-createdAt';
}

/** The people of the site. All admins see them; only owners decide about them. */
@Routes('back office', 'api/rtm-sys/users', { who: ADMIN_ROLES })
export class UsersListController {
  constructor(
    private readonly users: ManagedUsers,
    private readonly disclosure: EmailDisclosure,
  ) {}

  @Route('GET', '', {
    summary: 'All people, the newest first. A search is for a part of a name, a whole address, or an id.',
    description:
      'Moderators may not search by address. The file has the addresses for owners only, and each such download is recorded.',
    answer: listOf(ManagedUser),
  })
  async listUsers(
    @Query() filters: UsersRequest,
    @CurrentAdmin() { role }: AdminUser,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly ManagedUser[] | GeneratedFile> {
    // Else a search would tell whose address it is.
    if (role === 'moderator' && filters.search?.includes('@')) {
      throw new ForbiddenException('Only owners and finance may search by email address.');
    }
    const isNewestFirst = filters.sort === '-createdAt';
    const isWhole = filters.format === 'csv' && role === 'owner';
    if (!isWhole) return this.answer(this.users.list(filters, isNewestFirst), filters, reply);
    note(request, { event: 'emails-exported' });
    await this.disclosure.recordList('users');
    const asTheyAre = (email: string) => email;
    return this.answer(this.users.list(filters, isNewestFirst, asTheyAre), filters, reply);
  }

  private answer(list: ReturnType<ManagedUsers['list']>, request: UsersRequest, reply: FastifyReply) {
    return answerList(request, reply, { ...list, columns: COLUMNS });
  }
}

const COLUMNS = columnsOf<ManagedUser>()(
  'id createdAt username displayUsername email emailVerified isAdmin strikes suspended suspendedUntil deletionDueAt',
  {
    username: 'anonymousUsername',
    suspended: ({ suspension }) => suspension?.reason ?? null,
    suspendedUntil: ({ suspension }) => suspension?.endsAt ?? null,
  },
);

class AdminRightsRequest {
  @Flag({ message: 'isAdmin must be true or false' }) readonly isAdmin!: boolean;
  @Optional(SizedText, REASON) readonly reason?: string;
}

@Routes('back office', 'api/rtm-sys/users', { who: ['owner'] })
export class UsersController {
  constructor(
    private readonly proposals: Proposals,
    private readonly owners: OwnerActs,
    private readonly accounts: Accounts,
    private readonly users: ManagedUsers,
    private readonly sessions: Sessions,
    private readonly commands: CommandBus,
    private readonly admins: Admins,
    private readonly adminSessions: AdminSessions,
    private readonly invitations: Invitations,
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
    // Each step can be repeated after a crash.
    if (isAdmin) {
      const { emailVerified } = await this.accounts.present(accountId);
      if (!emailVerified) throw new Rejected('conflict', 'This person has not verified their email address.');
      await this.commands.execute(Account.GrantAdminRights({ accountId }));
      await this.invitations.invite({ accountId }, 'moderator', by.id);
    } else {
      const because = reason ?? 'No longer an admin.';
      const proposal = await this.owners.proposeRevoke(accountId, because, by);
      if (proposal) {
        reply.status(HttpStatus.ACCEPTED);
        return proposal;
      }
      await this.accounts.present(accountId);
      await this.commands.execute(AdminRoles.DismissAccount({ accountId, by, reason: because }));
      await this.commands.execute(Account.RevokeAdminRights({ accountId }));
      // They are invalid already: the role is read with each request.
      for (const [adminId, { accountIds }] of Object.entries((await this.admins.roles()).admins)) {
        if (accountIds.includes(accountId)) await this.adminSessions.endAll(adminId);
      }
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
