import { Flag, Id, Maybe, OneOf, Optional, Text, When } from '../../contract/fields.js';
import { Param, Query } from '@nestjs/common';
import { ADMIN_ROLES, type AdminRole } from '../../domain/admin/admin-roles.events.js';
import { REASON_CODES, type ReasonCode } from '../../domain/moderation/reasons.js';
import { PROPOSED_ACTS, type ProposedAct } from '../../domain/proposal/proposal.events.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import { Proposals, type ShownProposal } from './proposals.service.js';
import { Route, Routes } from '../http/route.js';

const STATUSES = ['open', 'confirmed', 'withdrawn', 'lapsed', 'done', 'failed'] as const;

/** An act that needs two people. */
export class AdminProposal implements ShownProposal {
  @Id() readonly id!: string;
  @OneOf(PROPOSED_ACTS) readonly act!: ProposedAct;
  @Text('The admin, or the account for `deletePerson` and `revokeOwner`.') readonly subjectId!: string;
  @Maybe(Text, 'The name of the admin or of the person; null once they are deleted.')
  readonly subjectName!: string | null;
  @Maybe(OneOf(ADMIN_ROLES), 'The new role, for `changeOwnerRole`.') readonly role!: AdminRole | null;
  @Text('The admin who asked.') readonly by!: string;
  @Maybe(OneOf(REASON_CODES)) readonly reason!: ReasonCode | null;
  @Maybe(Text) readonly note!: string | null;
  @When('Until when another owner may confirm; when it takes effect if it is delayed.')
  readonly dueAt!: string;
  @Flag('Takes effect at `dueAt` unless it is withdrawn: no other owner can confirm it.')
  readonly isDelayed!: boolean;
  @OneOf(STATUSES) readonly status!: ShownProposal['status'];
  @Maybe(When, 'When it was asked for, in lists.') readonly at!: string | null;
  @Maybe(Text, 'Who confirmed or withdrew it, in lists.') readonly decidedBy!: string | null;
  @Maybe(Text, 'Why it could not be carried out, in lists.') readonly problem!: string | null;
}

class ProposalsQuery {
  @Optional(OneOf(['open']), {
    about: 'Only those that wait, the first due first.',
    message: 'The status must be open',
  })
  readonly status?: 'open';
}

/** Acts that need two people, for owners. */
@Routes('back office', 'api/rtm-sys/proposals', { who: ['owner'] })
export class ProposalsController {
  constructor(private readonly proposals: Proposals) {}

  @Route('GET', '', {
    summary: 'Acts that need two people: those that wait, or the latest hundred.',
    answer: [AdminProposal],
  })
  listProposals(@Query() { status }: ProposalsQuery): Promise<AdminProposal[]> {
    return this.proposals.list(status === 'open');
  }

  @Route('POST', ':id/confirm', {
    summary: 'Confirms an act, which is then carried out. Not for the one who asked.',
    answer: AdminProposal,
    errors: { 404: 'Proposal not found', 409: 'It was withdrawn or has lapsed.' },
  })
  confirmProposal(@Param('id') id: string, @CurrentAdmin() admin: AdminUser): Promise<AdminProposal> {
    return this.proposals.confirm(id, admin);
  }

  @Route('POST', ':id/withdraw', {
    summary: 'Withdraws an act that was not confirmed yet.',
    answer: AdminProposal,
    errors: { 404: 'Proposal not found', 409: 'It was confirmed already.' },
  })
  withdrawProposal(@Param('id') id: string, @CurrentAdmin() { id: by }: AdminUser): Promise<AdminProposal> {
    return this.proposals.withdraw(id, by);
  }
}
