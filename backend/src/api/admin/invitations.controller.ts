import { Body, Controller, Delete, Get, HttpCode, HttpStatus, Param, Post } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiConflictResponse,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProperty,
  ApiTags,
} from '@nestjs/swagger';
import { ADMIN_ROLES, type AdminRole } from '../../domain/admin/admin-roles.events.js';
import { Rejected } from '../../kernel/aggregate.js';
import { AdminUser } from '../http/admins.js';
import { CurrentAdmin, ForAdmins } from '../http/current-admin.js';
import { ErrorBody } from '../http/error-body.js';
import { Limited } from '../http/limits.js';
import { AcceptInvitationRequest, InviteAdminRequest } from './admin.requests.js';
import { Invitations, type OpenInvitation } from './invitations.service.js';

class AdminInvitation implements OpenInvitation {
  @ApiProperty({ format: 'uuid' })
  readonly id!: string;

  @ApiProperty({ enum: ADMIN_ROLES })
  readonly role!: AdminRole;

  @ApiProperty({ type: String, nullable: true, description: 'The person of the site who was invited.' })
  readonly accountId!: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'Where the link was mailed to.' })
  readonly email!: string | null;

  @ApiProperty({ description: 'The admin who invited.' })
  readonly invitedBy!: string;

  @ApiProperty({ format: 'date-time' })
  readonly expiresAt!: string;
}

/** Invitations to create a login of the back office. */
@ApiTags('back office')
@Controller('api/rtm-sys')
export class InvitationsController {
  constructor(private readonly invitations: Invitations) {}

  @Get('admins/invitations')
  @ForAdmins('owner')
  @ApiOperation({ summary: 'The invitations that nobody has accepted, the newest first.' })
  @ApiOkResponse({ type: [AdminInvitation] })
  listInvitations(): Promise<AdminInvitation[]> {
    return this.invitations.open();
  }

  @Post('admins/invitations')
  @ForAdmins('owner')
  @ApiOperation({ summary: 'Mails a link, valid for 24 hours, to create a login with a role.' })
  @ApiCreatedResponse({ type: AdminInvitation })
  async inviteAdmin(
    @Body() { email, role }: InviteAdminRequest,
    @CurrentAdmin() { id: by }: AdminUser,
  ): Promise<AdminInvitation> {
    const invitation = await this.invitations.find(await this.invitations.invite({ email }, role, by));
    if (!invitation) throw new Rejected('notFound', 'Invitation not found');
    return invitation;
  }

  @Delete('admins/invitations/:id')
  @ForAdmins('owner')
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiOperation({ summary: 'Makes an invitation invalid.' })
  @ApiNoContentResponse()
  @ApiNotFoundResponse({ type: ErrorBody, description: 'Invitation not found' })
  async withdrawInvitation(@Param('id') id: string): Promise<void> {
    await this.invitations.withdraw(id);
  }

  @Post('invitations/accept')
  @Limited('adminSignIn')
  @ApiOperation({ summary: 'Creates the login that a mailed link invites to. The next step is to sign in.' })
  @ApiCreatedResponse({ type: AdminUser })
  @ApiBadRequestResponse({ type: ErrorBody, description: 'The link is not valid any more.' })
  @ApiConflictResponse({ type: ErrorBody, description: 'This username is taken.' })
  acceptInvitation(@Body() { token, username, password }: AcceptInvitationRequest): Promise<AdminUser> {
    return this.invitations.accept(token, username, password);
  }
}
