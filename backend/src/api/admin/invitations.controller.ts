import { Injectable, Body, Param, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { Flag, Id, Maybe, OneOf, Text, When, SizedText } from '../../contract/fields.js';
import { type AdminRole, ADMIN_ROLES } from '../../domain/admin/admin-role.js';
import { ALL_ADMINS, AdminRoles } from '../../domain/admin/admin-roles.js';
import { INVALID_INVITATION } from '../../domain/admin/invitations.js';
import type { Person } from '../../domain/admin/person.js';
import type { DomainEvents } from '../../domain/events.js';
import { Proposal } from '../../domain/proposal/proposal.js';
import { Rejected } from '../../kernel/aggregate.js';
import { Clock, Ids } from '../../kernel/clock.js';
import { History } from '../../kernel/history.js';
import { States } from '../../kernel/states.js';
import { unlessUndecodable } from '../../kernel/undecodable.js';
import { InvitationTokens } from '../../site/invitation-tokens.js';
import { Accounts } from '../http/accounts.js';
import { AdminUser, Admins } from '../http/admins.js';
import { AdminCredentials } from './admin-credentials.service.js';
import { Proposals } from './proposals.service.js';
import { SHORTEST_ADMIN_PASSWORD } from '../../domain/admin/admin.js';
import { IsNewEmailAddress, IsStrongPassword, newPassword } from '../auth/auth.contract.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { maskedEmail, normaliseEmail } from '../http/email-address.js';
import { Route, Routes } from '../http/route.js';
import { note } from '../http/security-notes.js';
import { AdminResets } from './admin-resets.service.js';
import { ROLE, LONGEST_NAME } from './admin.contract.js';

/** An invitation that can still be accepted, or has expired. */
export class AdminInvitation {
  @Id() readonly id!: string;
  @OneOf(ADMIN_ROLES) readonly role!: AdminRole;
  @Maybe(Text, 'The person of the site who was invited.') readonly accountId!: string | null;
  @Maybe(Text, 'Where the link was mailed to, masked.') readonly email!: string | null;
  @Text('The admin who invited.') readonly invitedBy!: string;
  @When() readonly expiresAt!: string;
  @Flag('Whether a login was created with it, which waits for a second owner.')
  readonly isAccepted!: boolean;
}

const LIFE_MS = 24 * 60 * 60_000;

/** Invitations to create a login of the back office. The mail is sent by `reactions/mails/admin-mails.ts`. */
@Injectable()
export class Invitations {
  constructor(
    private readonly commands: CommandBus,
    private readonly admins: Admins,
    private readonly accounts: Accounts,
    private readonly credentials: AdminCredentials,
    private readonly proposals: Proposals,
    private readonly states: States,
    private readonly tokens: InvitationTokens,
    private readonly history: History,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Invites the reader of an address. An owner has no rights until a second owner has confirmed the invitation, too. */
  async inviteReader(email: string, role: AdminRole, by: Person): Promise<string> {
    const invitationId = await this.invite({ email }, role, by.id);
    if (role === 'owner') await this.proposals.proposeInvitation(invitationId, email, by);
    return invitationId;
  }

  /**
   * Invites the person of an account, or the reader of an address, for 24 hours. Returns the id of the invitation. An
   * account with a login or an open invitation gets no other one.
   */
  async invite(
    to: { readonly accountId: string } | { readonly email: string },
    role: AdminRole,
    by: string,
  ): Promise<string> {
    const invitationId = this.ids.uuid();
    const tokenHash = this.tokens.hashOf(this.tokens.issue(invitationId));
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + LIFE_MS).toISOString();
    const addressee = { accountId: null, email: null, ...to };
    await this.commands.execute(
      AdminRoles.InviteAdmin({
        invitationId,
        role,
        ...addressee,
        by,
        tokenHash,
        expiresAt,
        now: now.toISOString(),
      }),
    );
    return invitationId;
  }

  /** The invitations that were neither accepted nor withdrawn, the newest first. */
  async open(): Promise<AdminInvitation[]> {
    const { invitations } = await this.admins.roles();
    const known = await Promise.all(Object.keys(invitations).map((id) => this.find(id)));
    return known
      .filter((invitation) => invitation !== null)
      .toSorted((one, other) => (one.expiresAt < other.expiresAt ? 1 : -1));
  }

  /** The invitation with this id, or null if it is not open. */
  async find(id: string): Promise<AdminInvitation | null> {
    const invitation = (await this.admins.roles()).invitations[id];
    if (!invitation) return null;
    const { role, accountId, by: invitedBy, expiresAt, acceptedBy } = invitation;
    const email = await unlessUndecodable(this.addressOf(id, accountId), () => null);
    return { id, role, accountId, email, invitedBy, expiresAt, isAccepted: acceptedBy !== null };
  }

  /** Makes an invitation invalid, with the request to confirm it. @throws Rejected (notFound) if it is not open */
  async withdraw(invitationId: string, by: Person): Promise<void> {
    const { invitations } = await this.admins.roles();
    if (!invitations[invitationId]) throw new Rejected('notFound', 'Invitation not found');
    const asked = await this.states.of(Proposal, invitationId);
    if (asked?.status === 'open') await this.proposals.withdraw(invitationId, by);
    await this.commands.execute(AdminRoles.WithdrawInvitation({ invitationId }));
  }

  /** Creates the login of the person who was mailed this token. @throws Rejected (invalid) for an invalid token */
  async accept(token: string, username: string, password: string): Promise<AdminUser> {
    const invitationId = this.tokens.invitationOf(token);
    if (invitationId === null) throw new Rejected('invalid', INVALID_INVITATION);
    const roles = await this.admins.roles();
    const accepted = Object.values(roles.admins).find((admin) => admin.invitationId === invitationId);
    const invited = roles.invitations[invitationId];
    const role = invited?.role ?? accepted?.role;
    // An earlier version sent invitations of owners that nobody has to confirm.
    const isAsked = role !== 'owner' || (await this.states.of(Proposal, invitationId)) !== null;
    if (!role || !isAsked) throw new Rejected('invalid', INVALID_INVITATION);
    const email = await this.addressOf(
      invitationId,
      invited ? invited.accountId : (accepted?.accountIds[0] ?? null),
    );
    if (email === null) throw new Rejected('invalid', INVALID_INVITATION);
    const tokenHash = this.tokens.hashOf(token);
    const now = this.clock.now().toISOString();
    return this.credentials.createAppointed({ username, email, password }, (adminId) =>
      this.commands.execute(AdminRoles.AcceptInvitation({ invitationId, tokenHash, adminId, now })),
    );
  }

  /** The verified address of the account, else the one that was typed in; null if it is no longer known. */
  private async addressOf(invitationId: string, accountId: string | null): Promise<string | null> {
    if (accountId !== null) return (await this.accounts.state(accountId))?.registered.email ?? null;
    const events = await this.history.of(`${AdminRoles.category}-${ALL_ADMINS}`);
    const sent = events.find(
      ({ type, data }) =>
        type === 'AdminInvited' && (data as DomainEvents['AdminInvited']).invitationId === invitationId,
    );
    return (sent?.data as DomainEvents['AdminInvited'] | undefined)?.email ?? null;
  }
}

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
