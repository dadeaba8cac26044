import type { DomainEvents } from '../../domain/events.js';
import type { ProposalFields, ProposalStatus } from '../../domain/proposal/proposal-facts.js';
import type { Proposal } from '../../domain/proposal/proposal.js';
import type { EventFold } from '../../kernel/projection.js';
import { projection } from '../projection.js';

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
