import { Body, Param, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { OneOf, SizedText, Text } from '../../contract/fields.js';
import { ADMIN_ROLES, type AdminRole } from '../../domain/admin/admin-role.js';
import { SHORTEST_ADMIN_PASSWORD } from '../../domain/admin/admin.js';
import { Rejected } from '../../kernel/aggregate.js';
import { IsNewEmailAddress, IsStrongPassword, newPassword } from '../auth/auth.contract.js';
import { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { maskedEmail, normaliseEmail } from '../http/email-address.js';
import { Route, Routes } from '../http/route.js';
import { note } from '../http/security-notes.js';
import { AdminResets } from './admin-resets.service.js';
import { ROLE, LONGEST_NAME } from './admin.contract.js';
import { Invitations, AdminInvitation } from './invitations.service.js';

class InviteAdminRequest {
  @IsNewEmailAddress('Please enter a valid email')
  @SizedText({ format: 'email', max: 254, normalise: normaliseEmail })
  readonly email!: string;
  @OneOf(ADMIN_ROLES, ROLE) readonly role!: AdminRole;
}

class AcceptInvitationRequest {
  @SizedText({ max: 300, about: 'From the link of the mail.' }) readonly token!: string;

  @SizedText({
    min: 3,
    max: LONGEST_NAME,
    message: 'Username is required',
    tooLong: `A username has at most ${LONGEST_NAME} characters`,
  })
  readonly username!: string;

  @IsStrongPassword() @Text(newPassword(SHORTEST_ADMIN_PASSWORD)) readonly password!: string;
}

class NewAdminPasswordRequest {
  @SizedText({ max: 300, about: 'From the link that the terminal printed.' }) readonly token!: string;
  @IsStrongPassword() @Text(newPassword(SHORTEST_ADMIN_PASSWORD)) readonly password!: string;
}

@Routes('back office', 'api/rtm-sys')
export class InvitationsController {
  constructor(
    private readonly invitations: Invitations,
    private readonly resets: AdminResets,
  ) {}

  @Route('GET', 'admins/invitations', {
    who: ['owner'],
    summary: 'The invitations that nobody has accepted, the newest first.',
    answer: [AdminInvitation],
  })
  async listInvitations(): Promise<AdminInvitation[]> {
    return (await this.invitations.open()).map(masked);
  }

  @Route('POST', 'admins/invitations', {
    asksAgain: true,
    who: ['owner'],
    summary: 'Mails a link, valid for 24 hours, to create a login with a role.',
    description:
      'An owner has no rights until a second owner has confirmed the invitation, too: see the proposals.',
    status: 201,
    answer: AdminInvitation,
  })
  async inviteAdmin(
    @Body() { email, role }: InviteAdminRequest,
    @CurrentAdmin() by: AdminUser,
  ): Promise<AdminInvitation> {
    const invitation = await this.invitations.find(await this.invitations.inviteReader(email, role, by));
    if (!invitation) throw new Rejected('notFound', 'Invitation not found');
    return masked(invitation);
  }

  @Route('DELETE', 'admins/invitations/:id', {
    who: ['owner'],
    summary: 'Makes an invitation invalid.',
    errors: { 404: 'Invitation not found' },
  })
  async withdrawInvitation(@Param('id') id: string, @CurrentAdmin() by: AdminUser): Promise<void> {
    await this.invitations.withdraw(id, by);
  }

  @Route('POST', 'invitations/accept', {
    limit: 'invitation',
    summary: 'Creates the login that a mailed link invites to. The next step is to sign in.',
    description:
      'An owner can sign in once a second owner has confirmed the invitation: until then `isWaiting` is set.',
    status: 201,
    answer: AdminUser,
    errors: { 400: 'The link is not valid any more.', 409: 'This username is taken.' },
  })
  async acceptInvitation(
    @Body() { token, username, password }: AcceptInvitationRequest,
    @Req() request: FastifyRequest,
  ): Promise<AdminUser> {
    const admin = await this.invitations.accept(token, username, password);
    note(request, { account: admin.id });
    return admin;
  }

  @Route('POST', 'reset', {
    limit: 'adminSignIn',
    summary: 'Sets the password of a login that an operator has reset. The next step is to sign in.',
    errors: { 400: 'The link is not valid any more, or the password is easy to guess.' },
  })
  setNewAdminPassword(@Body() { token, password }: NewAdminPasswordRequest): Promise<void> {
    return this.resets.setPassword(token, password);
  }
}

function masked(invitation: AdminInvitation): AdminInvitation {
  return { ...invitation, email: invitation.email && maskedEmail(invitation.email) };
}
