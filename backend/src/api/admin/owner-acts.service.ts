import { Injectable } from '@nestjs/common';
import { type AdminRoles, existing, releaseOwner } from '../../domain/admin/admin-roles-state.js';
import { type Person, refuseSelf } from '../../domain/admin/person.js';
import type { AdminRole } from '../../domain/admin/admin-role.js';
import { Rejected } from '../../kernel/aggregate.js';
import { Admins } from '../http/admins.js';
import { Proposals, type Request, type AdminProposal } from './proposals.service.js';

/**
 * Acts by which an admin gets or leaves the role of an owner need two people. These methods ask for them; null: one person
 * may do it. The rule itself is in the aggregate.
 */
@Injectable()
export class OwnerActs {
  constructor(
    private readonly admins: Admins,
    private readonly proposals: Proposals,
  ) {}

  /** @throws Rejected for the own login and for the last owner */
  async proposeDismissal(adminId: string, note: string, by: Person): Promise<AdminProposal | null> {
    const request = { act: 'dismissOwner', subjectId: adminId, role: null, reason: null, note } as const;
    return this.propose(request, (roles) => owners(roles).filter(([id]) => id === adminId), by);
  }

  /** @throws Rejected for the own login and for the last owner */
  async proposeRole(
    adminId: string,
    role: AdminRole,
    note: string,
    by: Person,
  ): Promise<AdminProposal | null> {
    if (role === 'owner') return this.proposeOwner(adminId, note, by);
    const request = { act: 'changeOwnerRole', subjectId: adminId, role, reason: null, note } as const;
    return this.propose(request, (roles) => owners(roles).filter(([id]) => id === adminId), by);
  }

  /** @throws Rejected for the own login */
  async proposeReinstatement(adminId: string, note: string, by: Person): Promise<AdminProposal | null> {
    const roles = await this.admins.roles();
    const { role, isDismissed } = existing(roles, adminId);
    if (role !== 'owner' || !isDismissed) return null;
    refuseSelf(roles, adminId, by);
    const request = { act: 'reinstateOwner', subjectId: adminId, role, reason: null, note } as const;
    return this.proposals.propose(request, by);
  }

  private async proposeOwner(adminId: string, note: string, by: Person): Promise<AdminProposal | null> {
    const roles = await this.admins.roles();
    const { role, isDismissed } = existing(roles, adminId);
    // The aggregate does nothing, or rejects it.
    if (role === 'owner' || isDismissed) return null;
    refuseSelf(roles, adminId, by);
    const request = { act: 'makeOwner', subjectId: adminId, role: 'owner', reason: null, note } as const;
    return this.proposals.propose(request, by);
  }

  /** @throws Rejected for the own login and for the last owner */
  async proposeRevoke(accountId: string, note: string, by: Person): Promise<AdminProposal | null> {
    const request = { act: 'revokeOwner', subjectId: accountId, role: null, reason: null, note } as const;
    return this.propose(
      request,
      (roles) => owners(roles).filter(([, admin]) => admin.accountIds.includes(accountId)),
      by,
    );
  }

  /** @throws Rejected (notFound) for an unknown admin; (conflict) for a login that is linked to no account */
  async proposeUnlinking(adminId: string, note: string, by: Person): Promise<AdminProposal> {
    const { accountIds } = existing(await this.admins.roles(), adminId);
    if (accountIds.length === 0) throw new Rejected('conflict', 'This login is linked to no account.');
    const request = { act: 'unlinkAccount', subjectId: adminId, role: null, reason: null, note } as const;
    return this.proposals.propose(request, by);
  }

  private async propose(
    request: Request,
    concerned: (roles: AdminRoles) => ReturnType<typeof owners>,
    by: Person,
  ): Promise<AdminProposal | null> {
    const roles = await this.admins.roles();
    const leaving = concerned(roles).map(([adminId]) => adminId);
    if (leaving.length === 0) return null;
    // No owner should confirm what the aggregate will reject.
    for (const adminId of leaving) refuseSelf(roles, adminId, by);
    releaseOwner(roles, leaving, true);
    return this.proposals.propose(request, by);
  }
}

function owners({ admins }: AdminRoles) {
  return Object.entries(admins).filter(([, { role, isDismissed }]) => role === 'owner' && !isDismissed);
}
