import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ConfirmAct, ProposeAct, WithdrawAct } from '../../domain/proposal/proposal.commands.js';
import { proposal } from '../../domain/proposal/proposal.js';
import type { Proposal } from '../../domain/proposal/proposal.events.js';
import { Rejected } from '../../kernel/aggregate.js';
import { Clock, Ids } from '../../kernel/clock.js';
import type { Stored } from '../../kernel/document-store.js';
import { States } from '../../kernel/states.js';
import type { ProposalDocument } from '../../projections/proposals/proposals.projection.js';
import { ProposalsReader } from '../../projections/proposals/proposals.reader.js';
import { Accounts } from '../http/accounts.js';
import { type AdminUser, Admins } from '../http/admins.js';

const DAY_MS = 24 * 60 * 60_000;
/** One asks and another confirms. */
const NEEDED = 2;

export type ShownProposal = Proposal & {
  readonly id: string;
  readonly subjectName: string | null;
  readonly status: ProposalDocument['status'];
  readonly at: string | null;
  readonly decidedBy: string | null;
  readonly problem: string | null;
};

/** What an owner asks for. */
export type Request = Pick<Proposal, 'act' | 'subjectId' | 'role' | 'reason' | 'note'>;

/** Acts that need two people. They are carried out by `reactions/moderation/proposal-acts.ts`. */
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
  ) {}

  /**
   * Asks for an act. Another owner has a day to confirm it. Where fewer than two owners may decide about it, it takes
   * effect after a day instead. While the same act waits, nothing more is asked for.
   */
  async propose(request: Request, by: string): Promise<ShownProposal> {
    const waiting = await this.reader.waitingFor(request);
    const proposalId = waiting ?? this.ids.uuid();
    if (waiting === null) {
      const dueAt = new Date(this.clock.now().getTime() + DAY_MS).toISOString();
      const isDelayed = (await this.mayDecide(request.subjectId)) < NEEDED;
      await this.commands.execute(new ProposeAct({ proposalId, ...request, by, dueAt, isDelayed }));
    }
    return this.shown(proposalId, null);
  }

  /** Confirms an act. @throws Rejected for the one who asked, and for the one whom it concerns */
  async confirm(proposalId: string, { id: by, accountId }: AdminUser): Promise<ShownProposal> {
    const now = this.clock.now().toISOString();
    await this.commands.execute(new ConfirmAct({ proposalId, by, accountId, now }));
    return this.shown(proposalId, null);
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

  /** How many owners have a say: all but the one whom it concerns. */
  private async mayDecide(subjectId: string): Promise<number> {
    const { admins } = await this.admins.roles();
    return Object.entries(admins).filter(
      ([adminId, { role, isDismissed, accountId }]) =>
        role === 'owner' && !isDismissed && adminId !== subjectId && accountId !== subjectId,
    ).length;
  }

  private async shown(id: string, document: Stored<ProposalDocument> | null): Promise<ShownProposal> {
    const state = await this.states.of(proposal, id);
    if (!state) throw new Rejected('notFound', 'Proposal not found');
    const { proposed, status } = state;
    const { at = null, decidedBy = null, problem = null } = document ?? {};
    const subjectName = await this.nameOf(proposed);
    return { id, ...proposed, subjectName, status, at, decidedBy, problem };
  }

  private async nameOf({ act, subjectId }: Proposal): Promise<string | null> {
    if (act === 'dismissOwner' || act === 'changeOwnerRole') {
      return (await this.admins.user(subjectId))?.username ?? null;
    }
    const person = await this.accounts.user(subjectId);
    return person && (person.displayUsername ?? person.anonymousUsername);
  }
}
