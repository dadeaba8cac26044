import { Injectable } from '@nestjs/common';
import { ProposalFields, ProposalStatus } from '../domain/proposal/proposal-facts.js';
import type { Stored } from '../kernel/document-store.js';
import { type TypeOf, id, nullable, object, text, time } from '../kernel/field.js';
import { readerOf, view } from './view.js';

const { note: _, email: __, ...proposed } = ProposalFields.properties;

/** An act that needs two people, under the id of the proposal. The note and the address are in the stream only. */
const Proposal = object({
  ...proposed,
  at: time,
  status: ProposalStatus,
  /** Who confirmed or withdrew it. */
  decidedBy: nullable(id),
  /** Why it could not be carried out. */
  problem: nullable(text),
});
export type ProposalDocument = TypeOf<typeof Proposal>;

export const proposals = view('proposals', {
  version: 4,
  document: Proposal,
  indexes: ['status dueAt', '-at', 'refund.reference'],
})
  .createdBy('proposalId', {
    ActProposed: (_before, { proposalId: _id, note: _note, email: _email, ...facts }, { at }) => ({
      ...facts,
      at,
      status: 'open',
      decidedBy: null,
      problem: null,
    }),
  })
  .changedBy('proposalId', {
    ActRescheduled: (proposal, { isDelayed, dueAt }) => ({ ...proposal, status: 'open', isDelayed, dueAt }),
    ActConfirmed: (proposal, { by }) => ({ ...proposal, status: 'confirmed', decidedBy: by }),
    ActWithdrawn: (proposal, { by }) => ({ ...proposal, status: 'withdrawn', decidedBy: by }),
    ActLapsed: (proposal) => ({ ...proposal, status: 'lapsed' }),
    ActCarriedOut: (proposal) => ({ ...proposal, status: 'done' }),
    ActFailed: (proposal, { problem }) => ({ ...proposal, status: 'failed', problem }),
  });

/** How many of those that are over are listed. */
const MOST_PAST = 100;

/** Reads acts that need two people. */
@Injectable()
export class ProposalsReader extends readerOf(proposals) {
  /** Those that wait, the first due first. */
  open(): Promise<readonly Stored<ProposalDocument>[]> {
    return this.all({ status: 'open' }, { dueAt: 1 });
  }

  /** All, the newest first; 100 at most. */
  latest(): Promise<readonly Stored<ProposalDocument>[]> {
    return this.all({}, { at: -1 }, MOST_PAST);
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
    return this.documents.find({ where: { 'refund.reference': reference }, limit: MOST_PAST });
  }
}
