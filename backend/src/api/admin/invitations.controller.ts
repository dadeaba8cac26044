import { Body, Param } from '@nestjs/common';
import { Rejected } from '../../kernel/aggregate.js';
import { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { AdminResets } from './admin-resets.service.js';
import { AcceptInvitationRequest, InviteAdminRequest, NewAdminPasswordRequest } from './admin.requests.js';
import { Invitations } from './invitations.service.js';
import { Route, Routes } from '../http/route.js';
import { AdminInvitation } from './admin.responses.js';

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
  listInvitations(): Promise<AdminInvitation[]> {
    return this.invitations.open();
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
    @CurrentAdmin() { id: by }: AdminUser,
  ): Promise<AdminInvitation> {
    const invitation = await this.invitations.find(await this.invitations.inviteReader(email, role, by));
    if (!invitation) throw new Rejected('notFound', 'Invitation not found');
    return invitation;
  }

  @Route('DELETE', 'admins/invitations/:id', {
    who: ['owner'],
    summary: 'Makes an invitation invalid.',
    errors: { 404: 'Invitation not found' },
  })
  async withdrawInvitation(@Param('id') id: string, @CurrentAdmin() { id: by }: AdminUser): Promise<void> {
    await this.invitations.withdraw(id, by);
  }

  @Route('POST', 'invitations/accept', {
    limit: 'adminSignIn',
    summary: 'Creates the login that a mailed link invites to. The next step is to sign in.',
    description:
      'An owner can sign in once a second owner has confirmed the invitation: until then `isWaiting` is set.',
    status: 201,
    answer: AdminUser,
    errors: { 400: 'The link is not valid any more.', 409: 'This username is taken.' },
  })
  acceptInvitation(@Body() { token, username, password }: AcceptInvitationRequest): Promise<AdminUser> {
    return this.invitations.accept(token, username, password);
  }

  @Route('POST', 'reset', {
    limit: 'adminSignIn',
    summary: 'Sets the password of a login that an operator has reset. The next step is to sign in.',
    errors: { 400: 'The link is not valid any more.' },
  })
  setNewAdminPassword(@Body() { token, password }: NewAdminPasswordRequest): Promise<void> {
    return this.resets.setPassword(token, password);
  }
}
