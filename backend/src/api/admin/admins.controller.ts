import {
  Body,
  Controller,
  Get,
  HttpCode,
  HttpStatus,
  NotFoundException,
  Param,
  Post,
  Put,
  Res,
} from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  ApiAcceptedResponse,
  ApiConflictResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { ChangeAdminRole, DismissAdmin, ReinstateAdmin } from '../../domain/admin/admin-roles.commands.js';
import type { Command } from '../../kernel/aggregate.js';
import { ErrorBody } from '../http/error-body.js';
import { AdminSessions } from '../http/admin-sessions.js';
import { AdminRoleRequest, ReasonRequest } from './admin.requests.js';
import { AdminUser, Admins } from '../http/admins.js';
import type { FastifyReply } from 'fastify';
import { CurrentAdmin, ForAdmins } from '../http/current-admin.js';
import { OwnerActs } from './owner-acts.service.js';
import { AdminProposal } from './proposals.controller.js';

/** The admins and their roles, for owners. */
@ApiTags('back office')
@Controller('api/rtm-sys/admins')
@ForAdmins('owner')
export class AdminsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly admins: Admins,
    private readonly sessions: AdminSessions,
    private readonly owners: OwnerActs,
  ) {}

  @Get()
  @ApiOperation({ summary: 'All admins by name, dismissed ones last.' })
  @ApiOkResponse({ type: [AdminUser] })
  listAdmins(): Promise<AdminUser[]> {
    return this.admins.all();
  }

  @Put(':id/role')
  @ApiOperation({ summary: 'Gives an admin another role.' })
  @ApiOkResponse({ type: AdminUser })
  @ApiNotFoundResponse({ type: ErrorBody, description: 'Admin not found' })
  @ApiAcceptedResponse({
    type: AdminProposal,
    description: 'An owner leaves that role: it needs two people.',
  })
  @ApiConflictResponse({ type: ErrorBody, description: 'The admin is dismissed, or the last owner.' })
  async changeAdminRole(
    @Param('id') adminId: string,
    @Body() { role, reason }: AdminRoleRequest,
    @CurrentAdmin() { id: by }: AdminUser,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminUser | AdminProposal> {
    const proposal = await this.owners.proposeRole(adminId, role, reason, by);
    if (proposal) return accepted(reply, proposal);
    return this.after(adminId, new ChangeAdminRole({ adminId, role, by, reason }));
  }

  @Post(':id/dismiss')
  @HttpCode(HttpStatus.OK)
  @ApiOperation({ summary: 'Keeps an admin from signing in, and ends their sessions.' })
  @ApiOkResponse({ type: AdminUser })
  @ApiNotFoundResponse({ type: ErrorBody, description: 'Admin not found' })
  @ApiAcceptedResponse({ type: AdminProposal, description: 'An owner: it needs two people.' })
  @ApiConflictResponse({ type: ErrorBody, description: 'The last owner cannot be revoked.' })
  async dismissAdmin(
    @Param('id') adminId: string,
    @Body() { reason }: ReasonRequest,
    @CurrentAdmin() { id: by }: AdminUser,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminUser | AdminProposal> {
    const proposal = await this.owners.proposeDismissal(adminId, reason, by);
    if (proposal) return accepted(reply, proposal);
    const dismissed = await this.after(adminId, new DismissAdmin({ adminId, by, reason }));
    await this.sessions.endAll(adminId);
    return dismissed;
  }

  @Post(':id/reinstate')
  @HttpCode(HttpStatus.OK)
  @ApiOperation({ summary: 'Lets a dismissed admin sign in again.' })
  @ApiOkResponse({ type: AdminUser })
  @ApiNotFoundResponse({ type: ErrorBody, description: 'Admin not found' })
  reinstateAdmin(
    @Param('id') adminId: string,
    @Body() { reason }: ReasonRequest,
    @CurrentAdmin() { id: by }: AdminUser,
  ): Promise<AdminUser> {
    return this.after(adminId, new ReinstateAdmin({ adminId, by, reason }));
  }

  private async after(adminId: string, command: Command<object>): Promise<AdminUser> {
    await this.commands.execute(command);
    const admin = await this.admins.user(adminId);
    if (!admin) throw new NotFoundException('Admin not found');
    return admin;
  }
}

/** Answers 202 with what has to be confirmed. */
function accepted(reply: FastifyReply, proposal: AdminProposal): AdminProposal {
  reply.status(HttpStatus.ACCEPTED);
  return proposal;
}
