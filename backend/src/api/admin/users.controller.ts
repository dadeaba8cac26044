import { Body, Controller, Inject, Param, Patch } from '@nestjs/common';
import {
  ApiConflictResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { Clock } from '../../kernel/clock.js';
import { Accounts } from '../http/accounts.js';
import { type AdminUser, Admins } from '../http/admins.js';
import { CurrentAdmin, ForAdmins } from '../http/current-admin.js';
import { ErrorBody } from '../http/error-body.js';
import { AdminRights } from './admin-rights.service.js';
import { AdminRightsRequest } from './admin.requests.js';
import { ManagedUser, managedUser } from './managed-user.js';
import { personId } from './person-id.js';

/** The people of the site, for owners. */
@ApiTags('back office')
@Controller('api/rtm-sys/users')
@ForAdmins('owner')
export class UsersController {
  constructor(
    @Inject(AdminRights) private readonly rights: AdminRights,
    @Inject(Accounts) private readonly accounts: Accounts,
    @Inject(Admins) private readonly admins: Admins,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  @Patch(':id')
  @ApiOperation({
    summary: 'Makes a person an admin, or revokes that.',
    description:
      'An admin sees the link to the back office, and is mailed an invitation to create a login of a moderator. Revoking ends the login and its sessions at once.',
  })
  @ApiOkResponse({ type: ManagedUser })
  @ApiNotFoundResponse({ type: ErrorBody, description: 'User not found' })
  @ApiConflictResponse({ type: ErrorBody, description: 'The address is not verified, or the last owner.' })
  async changeAdminRights(
    @Param('id', personId) accountId: string,
    @Body() { isAdmin, reason }: AdminRightsRequest,
    @CurrentAdmin() { id: by }: AdminUser,
  ): Promise<ManagedUser> {
    if (isAdmin) await this.rights.grant(accountId, by);
    else await this.rights.revoke(accountId, by, reason ?? 'No longer an admin.');
    return managedUser(await this.accounts.present(accountId), await this.admins.roles(), this.clock.now());
  }
}
