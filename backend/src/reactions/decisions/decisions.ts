import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type ImpliedAct, actOfAppeal, actOfOwn, actsOfReview } from '../../domain/acts/implied-acts.js';
import { ALL_ADMINS, AdminRoles } from '../../domain/admin/admin-roles.js';
import { actingAdmin } from '../../domain/admin/admin-roles-state.js';
import { Decision } from '../../domain/moderation-saga/decision.js';
import { NOBODY } from '../../domain/admin/person.js';
import { Rejected } from '../../kernel/aggregate.js';
import { actAs } from '../../kernel/causation.js';
import type { Actor } from '../../kernel/event.js';
import { States } from '../../kernel/states.js';
import type { Reaction } from '../reaction.js';
import { ProposedActs } from './proposed-acts.js';
import { SuspendedPosts } from './suspended-posts.js';

interface Decision {
  readonly id: string;
  readonly metadata: { readonly actor: Actor };
  readonly data: { readonly adminId: string };
}

/**
 * Carries out what admins decide: every act that a review, an appeal, an act on one's own, a confirmed proposal or a
 * suspension implies. Each
 * act can be repeated, and the admin was checked when they decided, so an interrupted decision starts again. An act that a rule rejects by now becomes an event.
 */
@Injectable()
export class Decisions implements Reaction {
  constructor(
    private readonly commands: CommandBus,
    private readonly states: States,
    private readonly proposed: ProposedActs,
    private readonly posts: SuspendedPosts,
  ) {}

  readonly name = 'decisions';
  readonly on: Reaction['on'] = {
    ReviewDecided: (event) => this.carryOut(event, actsOfReview(event.data, NOBODY)),
    AppealDecided: (event) =>
      this.carryOut(event, event.data.isGranted ? [actOfAppeal(event.data, NOBODY)] : []),
    OwnActDue: (event) => this.carryOut(event, [actOfOwn(event.data)]),
    ActConfirmed: ({ data: { proposalId } }) => this.proposed.carryOut(proposalId),
    ActWithdrawn: ({ data: { proposalId } }) => this.proposed.drop(proposalId),
    ActLapsed: ({ data: { proposalId } }) => this.proposed.drop(proposalId),
    AccountSuspended: ({ data, position }) => this.posts.hide(data, position),
    AccountRestored: ({ data, position }) => this.posts.show(data, position),
  };

  /** The acts are the admin's own. */
  private async carryOut(
    { id: decisionId, data: { adminId }, metadata }: Decision,
    acts: readonly ImpliedAct[],
  ): Promise<void> {
    const actor = await this.deciderOf(adminId, metadata.actor);
    for (const { command, ...act } of acts) {
      try {
        await actAs(actor, () => this.commands.execute(command));
      } catch (error) {
        if (!(error instanceof Rejected)) throw error;
        const { code, message: problem } = error;
        await this.commands.execute(Decision.RecordRefusal({ decisionId, adminId, ...act, code, problem }));
      }
    }
  }

  /** The admin with the role that they decided in. An act on one's own comes due by the clock, in the role of that time. */
  private async deciderOf(adminId: string, actor: Actor): Promise<Actor> {
    const isKnown = actor.id === adminId && actor.role !== undefined;
    return isKnown ? actor : actingAdmin(await this.states.of(AdminRoles, ALL_ADMINS), adminId);
  }
}
