import { Body, HttpStatus, NotFoundException, Param, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiAcceptedResponse } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { OneOf } from '../../contract/fields.js';
import { ADMIN_ROLES, type AdminRole } from '../../domain/admin/admin-role.js';
import { AdminRoles } from '../../domain/admin/admin-roles.js';
import type { Command } from '../../kernel/aggregate.js';
import { AdminSessions } from '../http/admin-sessions.js';
import { AdminUser, Admins } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { maskedEmail } from '../http/email-address.js';
import { Route, Routes } from '../http/route.js';
import { ReasonRequest, ROLE } from './admin.contract.js';
import { OwnerActs } from './owner-acts.service.js';
import { AdminProposal } from './proposals.service.js';

class AdminRoleRequest extends ReasonRequest {
  @OneOf(ADMIN_ROLES, ROLE) readonly role!: AdminRole;
}

@Routes('back office', 'api/rtm-sys/admins', { who: ['owner'] })
export class AdminsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly admins: Admins,
    private readonly sessions: AdminSessions,
    private readonly owners: OwnerActs,
  ) {}

  @Route('GET', '', { summary: 'All admins by name, dismissed ones last.', answer: [AdminUser] })
  async listAdmins(): Promise<AdminUser[]> {
    return (await this.admins.all()).map(masked);
  }

  @Route('PUT', ':id/role', {
    asksAgain: true,
    summary: 'Gives an admin another role.',
    answer: AdminUser,
    errors: { 404: 'Admin not found', 409: 'The admin is dismissed, or the last owner.' },
  })
  @ApiAcceptedResponse({
    type: AdminProposal,
    description: 'Of an owner, or to that role: it needs two people.',
  })
  async changeAdminRole(
    @Param('id') adminId: string,
    @Body() { role, reason }: AdminRoleRequest,
    @CurrentAdmin() by: AdminUser,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminUser | AdminProposal> {
    const proposal = await this.owners.proposeRole(adminId, role, reason, by);
    if (proposal) return accepted(reply, proposal);
    return this.after(adminId, AdminRoles.ChangeAdminRole({ adminId, role, by, reason }));
  }

  @Route('POST', ':id/dismiss', {
    asksAgain: true,
    summary: 'Keeps an admin from signing in, and ends their sessions.',
    answer: AdminUser,
    errors: { 404: 'Admin not found', 409: 'The last owner cannot be revoked.' },
  })
  @ApiAcceptedResponse({ type: AdminProposal, description: 'An owner: it needs two people.' })
  async dismissAdmin(
    @Param('id') adminId: string,
    @Body() { reason }: ReasonRequest,
    @CurrentAdmin() by: AdminUser,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminUser | AdminProposal> {
    const proposal = await this.owners.proposeDismissal(adminId, reason, by);
    if (proposal) return accepted(reply, proposal);
    const dismissed = await this.after(adminId, AdminRoles.DismissAdmin({ adminId, by, reason }));
    await this.sessions.endAll(adminId);
    return dismissed;
  }

  @Route('POST', ':id/reinstate', {
    asksAgain: true,
    summary: 'Lets a dismissed admin sign in again.',
    answer: AdminUser,
    errors: { 404: 'Admin not found' },
  })
  @ApiAcceptedResponse({ type: AdminProposal, description: 'An owner: it needs two people.' })
  async reinstateAdmin(
    @Param('id') adminId: string,
    @Body() { reason }: ReasonRequest,
    @CurrentAdmin() by: AdminUser,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminUser | AdminProposal> {
    const proposal = await this.owners.proposeReinstatement(adminId, reason, by);
    if (proposal) return accepted(reply, proposal);
    return this.after(adminId, AdminRoles.ReinstateAdmin({ adminId, by, reason }));
  }

  @Route('POST', ':id/unlink', {
    asksAgain: true,
    summary:
      'Asks that a login is unlinked from the account of the same person. A second owner has to confirm it.',
    status: HttpStatus.ACCEPTED,
    answer: AdminProposal,
    errors: { 404: 'Admin not found', 409: 'This login is linked to no account.' },
  })
  unlinkAccount(
    @Param('id') adminId: string,
    @Body() { reason }: ReasonRequest,
    @CurrentAdmin() by: AdminUser,
  ): Promise<AdminProposal> {
    return this.owners.proposeUnlinking(adminId, reason, by);
  }

  @Route('DELETE', ':id/sessions', {
    asksAgain: true,
    summary: 'Ends all sessions of an admin. They can sign in again.',
    errors: { 404: 'Admin not found' },
  })
  async endSessionsOfAdmin(@Param('id') adminId: string): Promise<void> {
    if (!(await this.admins.user(adminId))) throw new NotFoundException('Admin not found');
    await this.sessions.endAll(adminId);
  }

  private async after(adminId: string, command: Command<object>): Promise<AdminUser> {
    await this.commands.execute(command);
    const admin = await this.admins.user(adminId);
    if (!admin) throw new NotFoundException('Admin not found');
    return masked(admin);
  }
}

function masked(admin: AdminUser): AdminUser {
  return { ...admin, email: admin.email && maskedEmail(admin.email) };
}

/** Answers 202 with what has to be confirmed. */
function accepted(reply: FastifyReply, proposal: AdminProposal): AdminProposal {
  reply.status(HttpStatus.ACCEPTED);
  return proposal;
}
