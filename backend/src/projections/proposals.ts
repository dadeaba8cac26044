import { Injectable } from '@nestjs/common';
import type { DomainEvents } from '../domain/events.js';
import type { ProposalFields, ProposalStatus } from '../domain/proposal/proposal-facts.js';
import type { Proposal } from '../domain/proposal/proposal.js';
import { type EventFold, Views } from '../kernel/projection.js';
import { projection } from './projection.js';
import type { Stored, ViewReader } from '../kernel/document-store.js';
import { wholeList } from './whole-list.js';

/** An act that needs two people, under the id of the proposal. The note and the address are in the stream only. */
export interface ProposalDocument extends Omit<ProposalFields, 'note' | 'email'> {
  readonly at: string;
  readonly status: ProposalStatus;
  /** Who confirmed or withdrew it. */
  readonly decidedBy: string | null;
  /** Why it could not be carried out. */
  readonly problem: string | null;
}

export const proposals = projection<ProposalDocument>({
  name: 'proposals',
  version: 4,
  indexes: [
    { fields: { status: 1, dueAt: 1 } },
    { fields: { at: -1 } },
    { fields: { 'refund.reference': 1 } },
  ],
  on: {
    ActProposed: {
      ids: ({ data }) => [data.proposalId],
      fold: (_, { data: { proposalId: __, note: ___, email: ____, ...proposed }, metadata: { at } }) => ({
        ...proposed,
        at,
        status: 'open',
        decidedBy: null,
        problem: null,
      }),
    },
    ActRescheduled: becoming('open', ({ isDelayed, dueAt }) => ({ isDelayed, dueAt })),
    ActConfirmed: becoming('confirmed', ({ by }) => ({ decidedBy: by })),
    ActWithdrawn: becoming('withdrawn', ({ by }) => ({ decidedBy: by })),
    ActLapsed: becoming('lapsed'),
    ActCarriedOut: becoming('done'),
    ActFailed: becoming('failed', ({ problem }) => ({ problem })),
  },
});

function becoming<Type extends Exclude<keyof typeof Proposal.events, 'ActProposed'>>(
  status: ProposalStatus,
  change: (data: DomainEvents[Type]) => Partial<ProposalDocument> = () => ({}),
): EventFold<ProposalDocument, Type, DomainEvents[Type]> {
  return {
    ids: ({ data }) => [data.proposalId],
    fold: (document, { data }) => document && { ...document, status, ...change(data) },
  };
}

/** How many of those that are over are listed. */
const MOST_PAST = 100;

/** Reads acts that need two people. */
@Injectable()
export class ProposalsReader {
  private readonly proposals: ViewReader<ProposalDocument>;

  constructor(views: Views) {
    this.proposals = views.of(proposals);
  }

  /** Those that wait, the first due first. */
  open(): Promise<readonly Stored<ProposalDocument>[]> {
    return wholeList(this.proposals, { status: 'open' }, { dueAt: 1 });
  }

  /** All, the newest first; 100 at most. */
  latest(): Promise<readonly Stored<ProposalDocument>[]> {
    return this.proposals.find({ where: {}, sort: { at: -1 }, limit: MOST_PAST });
  }

  one(proposalId: string): Promise<Stored<ProposalDocument> | null> {
    return this.proposals.get(proposalId);
  }

  /** The id of the open proposal of the same act, or null if nobody has asked for it. */
  async waitingFor({
    act,
    subjectId,
    role,
  }: Pick<ProposalFields, 'act' | 'subjectId' | 'role'>): Promise<string | null> {
    const same = (await this.open()).find(
      (one) => one.act === act && one.subjectId === subjectId && one.role === role,
    );
    return same?._id ?? null;
  }

  /** The refunds of a payment that an owner was asked for, 100 at most. */
  refundsOf(reference: string): Promise<readonly Stored<ProposalDocument>[]> {
    return this.proposals.find({ where: { 'refund.reference': reference }, limit: MOST_PAST });
  }
}
