import type { CommandBus } from '@nestjs/cqrs';
import { DeleteAccount, RevokeAdminRights } from '../../domain/account/account.commands.js';
import { ChangeAdminRole, DismissAccount, DismissAdmin } from '../../domain/admin/admin-roles.commands.js';
import { CloseAct } from '../../domain/proposal/proposal.commands.js';
import { proposal } from '../../domain/proposal/proposal.js';
import type { Proposal, ProposedAct } from '../../domain/proposal/proposal.events.js';
import type { AdminSessionStore } from '../../infrastructure/sessions/session-store.port.js';
import { Rejected } from '../../kernel/aggregate.js';
import type { Clock } from '../../kernel/clock.js';
import type { States } from '../../kernel/states.js';
import type { Goodbyes } from '../erasure/goodbyes.js';
import type { Reaction } from '../reaction.js';

/** What the reaction works with. */
export interface ProposalActParts {
  readonly commands: Pick<CommandBus, 'execute'>;
  readonly states: Pick<States, 'of'>;
  readonly adminSessions: Pick<AdminSessionStore, 'removeAll'>;
  readonly goodbyes: Pick<Goodbyes, 'store' | 'takeBack'>;
  readonly clock: Clock;
}

/**
 * Carries out acts that a second person has confirmed. Every step is idempotent, so an interrupted act is repeated from
 * the start. An act that a rule rejects by now is recorded as failed.
 */
export function proposalActs(parts: ProposalActParts): Reaction {
  const { commands, states } = parts;
  const acts = actsWith(parts);
  return {
    name: 'proposal-acts',
    on: {
      ActConfirmed: async ({ data: { proposalId } }) => {
        const state = await states.of(proposal, proposalId);
        if (state?.status !== 'confirmed') return;
        const problem = await acts[state.proposed.act](state.proposed).then(
          () => null,
          (error: unknown) => {
            if (error instanceof Rejected) return error.message;
            throw error;
          },
        );
        await commands.execute(new CloseAct({ proposalId, problem }));
      },
    },
  };
}

type CarryOut = (proposed: Proposal) => Promise<void>;

function actsWith({
  commands,
  adminSessions,
  goodbyes,
  clock,
}: ProposalActParts): Readonly<Record<ProposedAct, CarryOut>> {
  const isConfirmed = true;
  const reasonOf = ({ note }: Proposal) => note ?? '';
  return {
    dismissOwner: async (proposed) => {
      const { subjectId: adminId, by } = proposed;
      await commands.execute(new DismissAdmin({ adminId, by, reason: reasonOf(proposed), isConfirmed }));
      await adminSessions.removeAll(adminId, null);
    },
    changeOwnerRole: async (proposed) => {
      const { subjectId: adminId, by, role } = proposed;
      if (role === null) throw new Rejected('invalid', 'The role is missing.');
      await commands.execute(
        new ChangeAdminRole({ adminId, by, role, reason: reasonOf(proposed), isConfirmed }),
      );
    },
    revokeOwner: async (proposed) => {
      const { subjectId: accountId, by } = proposed;
      // Their sessions have ended with this: the role is read with each request.
      await commands.execute(new DismissAccount({ accountId, by, reason: reasonOf(proposed), isConfirmed }));
      await commands.execute(new RevokeAdminRights({ accountId }));
    },
    deletePerson: async ({ subjectId: accountId }) => {
      const now = clock.now();
      // While the address can still be read.
      await goodbyes.store(accountId, now);
      try {
        await commands.execute(new DeleteAccount({ accountId, now: now.toISOString(), isConfirmed }));
      } catch (error) {
        if (error instanceof Rejected) await goodbyes.takeBack(accountId);
        throw error;
      }
    },
  };
}
