import { Body, NotFoundException, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ReconciliationsReader } from '../../projections/payments/reconciliations.js';
import { SubjectId } from '../acts/moderation.requests.js';
import { DONE, Done } from '../community/community.contract.js';
import { AdminListRequest, answerList, listOf } from '../http/admin-list.js';
import type { AdminUser } from '../http/admins.js';
import { CurrentAdmin } from '../http/current-admin.js';
import type { GeneratedFile } from '../http/generated-files.js';
import { Route, Routes } from '../http/route.js';
import { Differences } from './differences.service.js';
import { DifferenceRequest, SettleDifferenceRequest } from './payments.requests.js';
import { AdminReconciliation, ReconciliationDetails } from './reconciliation.responses.js';

@Routes('back office', 'api/rtm-sys/payments/reconciliation', { who: ['finance', 'owner'] })
export class ReconciliationController {
  constructor(
    private readonly runs: ReconciliationsReader,
    private readonly differences: Differences,
  ) {}

  @Route('GET', '', {
    summary: 'The comparisons of Stripe with the event log, the newest first.',
    answer: listOf(AdminReconciliation),
  })
  listReconciliations(
    @Query() request: AdminListRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly AdminReconciliation[] | GeneratedFile> {
    const list = this.runs.list();
    return answerList(request, reply, {
      list,
      shown: (rows) => rows.map((row) => new AdminReconciliation(row)),
      columns: COLUMNS,
    });
  }

  @Route('GET', ':id', {
    summary: 'A comparison, with what differs.',
    answer: ReconciliationDetails,
    errors: { 404: 'There is no such comparison.' },
  })
  async reconciliation(@SubjectId() id: string): Promise<ReconciliationDetails> {
    const run = await this.runs.one(id.toLowerCase());
    if (!run) throw new NotFoundException('There is no such comparison.');
    const settled = await Promise.all(run.listed.map((difference) => this.differences.isSettled(difference)));
    return new ReconciliationDetails(run, settled);
  }

  @Route('POST', ':id/observe', {
    summary: 'Asks Stripe again for an object that differs. The next comparison shows what followed.',
    answer: Done,
    errors: { 404: 'It is not listed.', 409: 'Asking again would change nothing.' },
  })
  async observeDifference(@SubjectId() id: string, @Body() { objectId }: DifferenceRequest): Promise<Done> {
    await this.differences.observe(id.toLowerCase(), objectId);
    return DONE;
  }

  @Route('POST', ':id/settle', {
    summary: 'Settles a difference that was resolved outside Footnote. It comes back if one side changes.',
    answer: Done,
    errors: { 404: 'It is not listed.', 409: 'It cannot be settled here, or was settled already.' },
  })
  async settleDifference(
    @SubjectId() id: string,
    @Body() { objectId, reason }: SettleDifferenceRequest,
    @CurrentAdmin() admin: AdminUser,
  ): Promise<Done> {
    await this.differences.settle(id.toLowerCase(), objectId, reason, admin);
    return DONE;
  }
}

const COLUMNS = {
  id: (run: AdminReconciliation) => run.id,
  at: (run: AdminReconciliation) => run.at,
  since: (run: AdminReconciliation) => run.since,
  mode: (run: AdminReconciliation) => run.mode,
  differences: (run: AdminReconciliation) => run.differences,
  pending: (run: AdminReconciliation) => run.pending,
  foreign: (run: AdminReconciliation) => run.foreign,
  settled: (run: AdminReconciliation) => run.settled,
};
