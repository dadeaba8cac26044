import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Flag, Id, Maybe, OneOf, Text, When } from '../../contract/fields.js';
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
import { type AdminUser, Admins } from '../http/admins.js';
import { AdminCredentials } from './admin-credentials.service.js';
import { Proposals } from './proposals.service.js';

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
