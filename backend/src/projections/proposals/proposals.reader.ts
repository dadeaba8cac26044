import { Injectable } from '@nestjs/common';
import type { ProposalFields } from '../../domain/proposal/proposal-facts.js';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import { wholeList } from '../whole-list.js';
import { type ProposalDocument, proposals } from './proposals.projection.js';

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
