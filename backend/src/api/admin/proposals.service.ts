import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { PROPOSED, refundInWords } from '../../domain/acts/proposed-facts.js';
import { ConfirmAct, ProposeAct, WithdrawAct } from '../../domain/proposal/proposal.commands.js';
import { proposal } from '../../domain/proposal/proposal.js';
import type { Proposal, ProposedRefund } from '../../domain/proposal/proposal.events.js';
import { Rejected } from '../../kernel/aggregate.js';
import { Clock, Ids } from '../../kernel/clock.js';
import type { Stored } from '../../kernel/document-store.js';
import { States } from '../../kernel/states.js';
import type { ProposalDocument } from '../../projections/proposals/proposals.projection.js';
import { ProposalsReader } from '../../projections/proposals/proposals.reader.js';
import { CarryingOut } from '../decisions/carrying-out.service.js';
import { Accounts } from '../http/accounts.js';
import { type AdminUser, Admins } from '../http/admins.js';

const DAY_MS = 24 * 60 * 60_000;

export type ShownProposal = Proposal & {
  readonly id: string;
  readonly name: string;
  readonly subjectName: string | null;
  readonly status: ProposalDocument['status'];
  readonly at: string | null;
  readonly decidedBy: string | null;
  readonly problem: string | null;
};

/** What an admin asks for. */
export type Request = Pick<Proposal, 'act' | 'subjectId' | 'role' | 'reason' | 'note'>;

/** A refund that an admin asks for, with its id. */
export interface RefundRequest {
  readonly refundId: string;
  readonly refund: ProposedRefund;
  readonly reason: string;
}

/** Acts that need two people. They are carried out by `reactions/decisions/proposed-acts.ts`. */
@Injectable()
export class Proposals {
  constructor(
    private readonly commands: CommandBus,
    private readonly reader: ProposalsReader,
    private readonly states: States,
    private readonly admins: Admins,
    private readonly accounts: Accounts,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly carrying: CarryingOut,
  ) {}

  /**
   * Asks for an act. Another owner has a day to confirm it. Where no other owner may decide about it, it takes effect
   * after a day instead. While the same act waits, nothing more is asked for.
   */
  async propose(request: Request, by: string): Promise<ShownProposal> {
    const waiting = await this.reader.waitingFor(request);
    const proposalId = waiting ?? this.ids.uuid();
    if (waiting === null) await this.ask(proposalId, { ...request, refund: null, by });
    return this.shown(proposalId, null);
  }

  /** Asks for a refund. An owner has a day to confirm it, or it takes effect after a day, as for any other act. */
  async proposeRefund({ refundId, refund, reason: note }: RefundRequest, by: string): Promise<void> {
    const act = 'refundPayment';
    await this.ask(refundId, { act, subjectId: by, role: null, reason: null, note, refund, by });
  }

  private async ask(proposalId: string, wanted: Omit<Proposal, 'dueAt' | 'isDelayed'>): Promise<void> {
    const dueAt = new Date(this.clock.now().getTime() + DAY_MS).toISOString();
    const isDelayed = !PROPOSED[wanted.act].needsSecond && (await this.otherDeciders(wanted)) === 0;
    await this.commands.execute(new ProposeAct({ proposalId, ...wanted, dueAt, isDelayed }));
  }

  /**
   * Confirms an act. Returns whether it is carried out.
   * @throws Rejected for the one who asked, for the one whom it concerns, and if a rule rejects the act by now
   */
  async confirm(proposalId: string, { id: by, accountIds }: AdminUser): Promise<boolean> {
    const now = this.clock.now().toISOString();
    return this.carrying.decide(new ConfirmAct({ proposalId, by, accountIds, now }));
  }

  /** Withdraws an act. Every owner may. */
  async withdraw(proposalId: string, by: string): Promise<ShownProposal> {
    await this.commands.execute(new WithdrawAct({ proposalId, by }));
    return this.shown(proposalId, null);
  }

  /** Those that wait, or the latest of all. */
  async list(isOpen: boolean): Promise<ShownProposal[]> {
    const found = isOpen ? await this.reader.open() : await this.reader.latest();
    return Promise.all(found.map((document) => this.shown(document._id, document)));
  }

  /** How many owners can confirm it: all but the one who asks, and whom it concerns. */
  private async otherDeciders({
    by,
    subjectId,
    refund,
  }: Pick<Proposal, 'by' | 'subjectId' | 'refund'>): Promise<number> {
    const { admins } = await this.admins.roles();
    const concerned = new Set<string | null>([by, subjectId, ...(refund?.userId ? [refund.userId] : [])]);
    return Object.entries(admins).filter(
      ([adminId, { role, isDismissed, accountIds }]) =>
        role === 'owner' && !isDismissed && ![adminId, ...accountIds].some((id) => concerned.has(id)),
    ).length;
  }

  /** @throws Rejected (notFound) */
  async one(id: string): Promise<ShownProposal> {
    return this.shown(id, await this.reader.one(id));
  }

  private async shown(id: string, document: Stored<ProposalDocument> | null): Promise<ShownProposal> {
    const state = await this.states.of(proposal, id);
    if (!state) throw new Rejected('notFound', 'Proposal not found');
    const { proposed, status } = state;
    const { at = null, decidedBy = null, problem = null } = document ?? {};
    const subjectName = await this.nameOf(proposed);
    return {
      id,
      ...proposed,
      name: PROPOSED[proposed.act].name,
      subjectName,
      status,
      at,
      decidedBy,
      problem,
    };
  }

  private async nameOf({ act, subjectId, refund }: Proposal): Promise<string | null> {
    if (refund) return refundInWords(refund);
    if (PROPOSED[act].subject === 'admin') {
      return (await this.admins.user(subjectId))?.username ?? null;
    }
    const person = await this.accounts.user(subjectId);
    return person && (person.displayUsername ?? person.anonymousUsername);
  }
}
