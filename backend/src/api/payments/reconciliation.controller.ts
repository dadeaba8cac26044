import { NotFoundException, Query, Res, type StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ReconciliationsReader } from '../../projections/payments/reconciliations.reader.js';
import { SubjectId } from '../acts/moderation.requests.js';
import { AdminListRequest, answerList, listOf } from '../http/admin-list.js';
import { Route, Routes } from '../http/route.js';
import { AdminReconciliation, ReconciliationDetails } from './reconciliation.responses.js';

@Routes('back office', 'api/rtm-sys/payments/reconciliation', { who: ['finance', 'owner'] })
export class ReconciliationController {
  constructor(private readonly runs: ReconciliationsReader) {}

  @Route('GET', '', {
    summary: 'The comparisons of Stripe with the event log, the newest first.',
    answer: listOf(AdminReconciliation),
  })
  listReconciliations(
    @Query() request: AdminListRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<readonly AdminReconciliation[] | StreamableFile> {
    const list = this.runs.list();
    return answerList(
      { list, shown: (rows) => rows.map((row) => new AdminReconciliation(row)), columns: COLUMNS },
      request,
      reply,
    );
  }

  @Route('GET', ':id', {
    summary: 'A comparison, with what differs.',
    answer: ReconciliationDetails,
    errors: { 404: 'There is no such comparison.' },
  })
  async reconciliation(@SubjectId() id: string): Promise<ReconciliationDetails> {
    const run = await this.runs.run(id.toLowerCase());
    if (!run) throw new NotFoundException('There is no such comparison.');
    return new ReconciliationDetails(run);
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
