import { Body, Controller, HttpCode, HttpStatus, Param, Post } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin, ForAdmins } from '../http/current-admin.js';
import { ErrorBody } from '../http/error-body.js';
import { ManagedUser } from './managed-user.js';
import { ManagedUsers } from './managed-users.service.js';
import { personId } from './person-id.js';
import { Sanctions } from './sanctions.service.js';
import { RestoreRequest, StrikeRequest, SuspendRequest } from './users.requests.js';

/** Suspensions and strikes, for owners. */
@ApiTags('back office')
@Controller('api/rtm-sys/users')
@ForAdmins('owner')
export class SanctionsController {
  constructor(
    private readonly sanctions: Sanctions,
    private readonly users: ManagedUsers,
  ) {}

  @Post(':id/suspend')
  @HttpCode(HttpStatus.OK)
  @ApiOperation({
    summary: 'Suspends a person: they read, but do not write.',
    description: 'They are mailed the reason and the end. It is an act, which can be undone.',
  })
  @ApiOkResponse({ type: ManagedUser })
  @ApiNotFoundResponse({ type: ErrorBody, description: 'User not found' })
  async suspendPerson(
    @Param('id', personId) accountId: string,
    @Body() { reason, note, endsAt, hidePosts: hidesPosts }: SuspendRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<ManagedUser> {
    await this.sanctions.suspend(accountId, { reason, note }, { endsAt, hidesPosts }, admin);
    return this.users.one(accountId);
  }

  @Post(':id/restore')
  @HttpCode(HttpStatus.OK)
  @ApiOperation({ summary: 'Lifts all suspensions by admins. Those for disputed payments stay.' })
  @ApiOkResponse({ type: ManagedUser })
  @ApiNotFoundResponse({ type: ErrorBody, description: 'User not found' })
  async restorePerson(
    @Param('id', personId) accountId: string,
    @Body() { reason }: RestoreRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<ManagedUser> {
    await this.sanctions.restore(accountId, reason, admin);
    return this.users.one(accountId);
  }

  @Post(':id/strikes')
  @ApiOperation({
    summary: 'Gives a person the next strike: a warning, seven days of suspension, one without an end.',
    description:
      'It is an act, which can be undone; the next strike then takes its step again. Requests with the same `attempt` are one strike.',
  })
  @ApiCreatedResponse({ type: ManagedUser })
  @ApiNotFoundResponse({ type: ErrorBody, description: 'User not found' })
  async strikePerson(
    @Param('id', personId) accountId: string,
    @Body() { reason, note, attempt }: StrikeRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<ManagedUser> {
    await this.sanctions.strike(accountId, { reason, note, attempt }, admin);
    return this.users.one(accountId);
  }
}
