import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Account } from '../../domain/account/account.js';
import { ALL_ADMINS, AdminRoles } from '../../domain/admin/admin-roles.js';
import { actingAdmin } from '../../domain/admin/admin-roles-state.js';
import { NOBODY, type Person, personOf } from '../../domain/admin/person.js';
import { Payment } from '../../domain/payment/payment.js';
import { Proposal } from '../../domain/proposal/proposal.js';
import type { ProposalFields, ProposedAct } from '../../domain/proposal/proposal-facts.js';
import { AdminSessionStore } from '../../infrastructure/sessions/session-store.port.js';
import { Rejected } from '../../kernel/aggregate.js';
import { actAs } from '../../kernel/causation.js';
import { Clock } from '../../kernel/clock.js';
import { States } from '../../kernel/states.js';
import { Goodbyes } from '../erasure/goodbyes.js';

const isConfirmed = true;

const reasonOf = ({ note }: ProposalFields) => note ?? '';

/**
 * Carries out acts that a second person has confirmed. Every step is idempotent, so an interrupted act is repeated from
 * the start. An act that a rule rejects by now is recorded as failed.
 */
@Injectable()
export class ProposedActs {
  constructor(
    private readonly commands: CommandBus,
    private readonly states: States,
    private readonly adminSessions: AdminSessionStore,
    private readonly goodbyes: Goodbyes,
    private readonly clock: Clock,
  ) {}

  async carryOut(proposalId: string): Promise<void> {
    const state = await this.states.of(Proposal, proposalId);
    if (state?.status !== 'confirmed') return;
    const problem = await this.acts[state.proposed.act](state.proposed, proposalId).then(
      () => null,
      (error: unknown) => {
        if (error instanceof Rejected) return error.message;
        throw error;
      },
    );
    await this.commands.execute(Proposal.CloseAct({ proposalId, problem }));
  }

  /** Takes back what was done before an act was withdrawn or lapsed. */
  async drop(proposalId: string): Promise<void> {
    const state = await this.states.of(Proposal, proposalId);
    if (state?.proposed.act !== 'inviteOwner') return;
    await this.commands.execute(AdminRoles.WithdrawInvitation({ invitationId: proposalId }));
  }

  private readonly acts: Readonly<
    Record<ProposedAct, (proposed: ProposalFields, proposalId: string) => Promise<void>>
  > = {
    dismissOwner: async (proposed) => {
      const { subjectId: adminId } = proposed;
      const by = await this.askerOf(proposed);
      await this.commands.execute(
        AdminRoles.DismissAdmin({ adminId, by, reason: reasonOf(proposed), isConfirmed }),
      );
      await this.adminSessions.removeAll(adminId, null);
    },
    changeOwnerRole: (proposed) => this.changeRole(proposed),
    makeOwner: (proposed) => this.changeRole(proposed),
    reinstateOwner: async (proposed) => {
      const { subjectId: adminId } = proposed;
      const by = await this.askerOf(proposed);
      await this.commands.execute(
        AdminRoles.ReinstateAdmin({ adminId, by, reason: reasonOf(proposed), isConfirmed }),
      );
    },
    inviteOwner: async (_, invitationId) => {
      const now = this.clock.now().toISOString();
      await this.commands.execute(AdminRoles.ConfirmInvitation({ invitationId, now }));
    },
    revokeOwner: async (proposed) => {
      const { subjectId: accountId } = proposed;
      const by = await this.askerOf(proposed);
      // Their sessions have ended with this: the role is read with each request.
      await this.commands.execute(
        AdminRoles.DismissAccount({ accountId, by, reason: reasonOf(proposed), isConfirmed }),
      );
      await this.commands.execute(Account.RevokeAdminRights({ accountId }));
    },
    unlinkAccount: async (proposed) => {
      const { subjectId: adminId } = proposed;
      await this.commands.execute(
        AdminRoles.UnlinkAccounts({ adminId, reason: reasonOf(proposed), isConfirmed }),
      );
    },
    deletePerson: async ({ subjectId: accountId }) => {
      const now = this.clock.now();
      // While the address can still be read.
      await this.goodbyes.store(accountId, now);
      try {
        await this.commands.execute(
          Account.DeleteAccount({ accountId, now: now.toISOString(), isConfirmed }),
        );
      } catch (error) {
        if (error instanceof Rejected) await this.goodbyes.takeBack(accountId);
        throw error;
      }
    },
    refundPayment: async ({ refund, by, note }, refundId) => {
      if (!refund) throw new Rejected('invalid', 'The refund is missing.');
      const { reference, amount, begun } = refund;
      const why = { reason: note, inTerminal: false, decider: NOBODY };
      // The provider knows what was paid for a payment that is not confirmed, and rejects more than that.
      const start = Payment.StartRefund({ reference, refundId, amount, paid: null, begun, ...why });
      const actor = actingAdmin(await this.states.of(AdminRoles, ALL_ADMINS), by);
      await actAs(actor, () => this.commands.execute(start));
    },
  };

  private async askerOf({ by }: ProposalFields): Promise<Person> {
    return personOf(by, await this.states.of(AdminRoles, ALL_ADMINS));
  }

  private async changeRole(proposed: ProposalFields): Promise<void> {
    const { subjectId: adminId, role } = proposed;
    if (role === null) throw new Rejected('invalid', 'The role is missing.');
    const by = await this.askerOf(proposed);
    await this.commands.execute(
      AdminRoles.ChangeAdminRole({ adminId, by, role, reason: reasonOf(proposed), isConfirmed }),
    );
  }
}
