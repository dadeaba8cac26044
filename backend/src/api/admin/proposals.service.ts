import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Flag, Id, Maybe, OneOf, Part, Text, When, Whole } from '../../contract/fields.js';
import { PROPOSED, refundInWords } from '../../domain/acts/proposed-acts.js';
import { ADMIN_ROLES, type AdminRole } from '../../domain/admin/admin-role.js';
import { type Person, personOf } from '../../domain/admin/person.js';
import { REASON_CODES, type ReasonCode } from '../../domain/moderation/reasons.js';
import {
  type ProposalFields,
  type ProposedRefund,
  PROPOSED_ACTS,
  type ProposedAct,
} from '../../domain/proposal/proposal-facts.js';
import { Proposal } from '../../domain/proposal/proposal.js';
import { Rejected } from '../../kernel/aggregate.js';
import { Clock, Ids } from '../../kernel/clock.js';
import type { Stored } from '../../kernel/document-store.js';
import { States } from '../../kernel/states.js';
import { type Undecodable, unlessUndecodable, unreadable } from '../../kernel/undecodable.js';
import { Price } from '../../projections/payments/shown-payments.js';
import { type ProposalDocument, ProposalsReader } from '../../projections/proposals.js';
import { CarryingOut } from '../decisions/carrying-out.service.js';
import { Accounts } from '../http/accounts.js';
import { Admins } from '../http/admins.js';
import { maskedEmail } from '../http/email-address.js';

const STATUSES = ['open', 'confirmed', 'withdrawn', 'lapsed', 'done', 'failed'] as const;

class AdminProposedRefund implements ProposedRefund {
  @Id('Of the payment.') readonly reference!: string;
  @Part(() => Price) readonly amount!: Price;
  @Maybe(Id, 'Who paid.') readonly userId!: string | null;
  @Maybe(Whole, 'How many refunds of the payment had been started before; null for older requests.')
  readonly begun!: number | null;
}

/** An act that needs two people. Addresses are masked, as in the list of invitations. */
export class AdminProposal implements ProposalFields {
  @Id() readonly id!: string;
  @OneOf(PROPOSED_ACTS) readonly act!: ProposedAct;
  @Text('The act in words.') readonly name!: string;
  @Text(
    'The admin, or the account for `deletePerson` and `revokeOwner`; for `refundPayment` and `inviteOwner` the admin who asked.',
  )
  readonly subjectId!: string;
  @Maybe(
    Text,
    'The name of the admin or of the person, null once they are deleted; the refund in words; or the masked address of the invitation.',
  )
  readonly subjectName!: string | null;
  @Maybe(OneOf(ADMIN_ROLES), 'The new role, where the act gives one.') readonly role!: AdminRole | null;
  @Maybe(Part(() => AdminProposedRefund), 'For `refundPayment`.')
  readonly refund!: ProposedRefund | null;
  @Maybe(Text, 'For `inviteOwner`, masked.') readonly email!: string | null;
  @Text('The admin who asked.') readonly by!: string;
  @Maybe(OneOf(REASON_CODES)) readonly reason!: ReasonCode | null;
  @Maybe(Text) readonly note!: string | null;
  @When('Until when another owner may confirm; when it takes effect if it is delayed.')
  readonly dueAt!: string;
  @Flag('Takes effect at `dueAt` unless it is withdrawn: no other owner may confirm it.')
  readonly isDelayed!: boolean;
  @OneOf(STATUSES) readonly status!: ProposalDocument['status'];
  @Maybe(When, 'When it was asked for, in lists.') readonly at!: string | null;
  @Maybe(Text, 'Who confirmed or withdrew it, in lists.') readonly decidedBy!: string | null;
  @Maybe(Text, 'Why it could not be carried out, in lists.') readonly problem!: string | null;
}

/** What an admin asks for. */
export type Request = Pick<ProposalFields, 'act' | 'subjectId' | 'role' | 'reason' | 'note'>;

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

  /** Asks for an act. While the same act waits, nothing more is asked for. */
  async propose(request: Request, by: Person): Promise<AdminProposal> {
    const waiting = await this.reader.waitingFor(request);
    const proposalId = waiting ?? this.ids.uuid();
    if (waiting === null) await this.ask(proposalId, { ...request, by: by.id });
    return this.shown(proposalId, null);
  }

  /** Asks for a refund. */
  async proposeRefund({ refundId, refund, reason: note }: RefundRequest, by: Person): Promise<void> {
    await this.ask(refundId, {
      act: 'refundPayment',
      subjectId: by.id,
      role: null,
      reason: null,
      note,
      refund,
      by: by.id,
    });
  }

  /** Asks for the confirmation of an owner's invitation, which has the same id. */
  async proposeInvitation(invitationId: string, email: string, by: Person): Promise<void> {
    const request = {
      act: 'inviteOwner',
      subjectId: by.id,
      role: 'owner',
      reason: null,
      note: null,
    } as const;
    await this.ask(invitationId, { ...request, email, by: by.id });
  }

  private async ask(
    proposalId: string,
    wanted: Request & Pick<ProposalFields, 'by'> & Partial<Pick<ProposalFields, 'refund' | 'email'>>,
  ): Promise<void> {
    const facts = { roles: await this.admins.roles(), now: this.now() };
    await this.commands.execute(
      Proposal.ProposeAct({ proposalId, refund: null, email: null, ...wanted, ...facts }),
    );
  }

  /** Confirms an act. Returns whether it is carried out. @throws Rejected as {@link requireConfirmable} */
  async confirm(proposalId: string, by: Person): Promise<boolean> {
    return this.carrying.decide(await this.confirmation(proposalId, by));
  }

  /** @throws Rejected if this admin may not confirm the act */
  async requireConfirmable(proposalId: string, by: Person): Promise<void> {
    await this.carrying.check(await this.confirmation(proposalId, by));
  }

  private async confirmation(
    proposalId: string,
    by: Person,
  ): Promise<ReturnType<typeof Proposal.ConfirmAct>> {
    return Proposal.ConfirmAct({ proposalId, by, roles: await this.admins.roles(), now: this.now() });
  }

  /** The logins of the person who asked. @throws Rejected (notFound) */
  async askersOf(proposalId: string): Promise<readonly string[]> {
    const state = await this.states.of(Proposal, proposalId);
    if (!state) throw notFound();
    return personOf(state.proposed.by, await this.admins.roles()).loginIds;
  }

  /** Withdraws an act. Every owner may, except for the one whom it is about. */
  async withdraw(proposalId: string, by: Person): Promise<AdminProposal> {
    await this.commands.execute(Proposal.WithdrawAct({ proposalId, by, roles: await this.admins.roles() }));
    return this.shown(proposalId, null);
  }

  private now(): string {
    return this.clock.now().toISOString();
  }

  /** Those that wait, or the latest of all. */
  async list(isOpen: boolean): Promise<AdminProposal[]> {
    const found = isOpen ? await this.reader.open() : await this.reader.latest();
    return Promise.all(
      found.map((document) =>
        unlessUndecodable(this.shown(document._id, document), (event) => quarantined(document, event)),
      ),
    );
  }

  /** @throws Rejected (notFound) */
  async one(id: string): Promise<AdminProposal> {
    return this.shown(id, await this.reader.one(id));
  }

  private async shown(id: string, document: Stored<ProposalDocument> | null): Promise<AdminProposal> {
    const state = await this.states.of(Proposal, id);
    if (!state) throw notFound();
    const { status } = state;
    const proposed = { ...state.proposed, email: state.proposed.email && maskedEmail(state.proposed.email) };
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

  private async nameOf({ act, subjectId, refund, email }: ProposalFields): Promise<string | null> {
    if (refund) return refundInWords(refund);
    if (PROPOSED[act].subject === 'address') return email;
    if (PROPOSED[act].subject === 'admin') {
      return this.admins.nameOf(subjectId);
    }
    const person = await this.accounts.user(subjectId);
    return person && (person.displayUsername ?? person.anonymousUsername);
  }
}

/** A proposal that can't be read, as far as the list knows it. */
function quarantined({ _id: id, ...document }: Stored<ProposalDocument>, event: Undecodable): AdminProposal {
  const { name } = PROPOSED[document.act];
  return { ...document, id, name, note: null, email: null, subjectName: null, problem: unreadable(event) };
}

function notFound(): Rejected {
  return new Rejected('notFound', 'Proposal not found');
}
