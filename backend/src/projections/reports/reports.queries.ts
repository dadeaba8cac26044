import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Stored, ViewReader } from '../../infrastructure/document-store/document-store.port.js';
import { Views } from '../projection.js';
import { wholeList } from '../whole-list.js';
import { type ReportDocument, reports } from './reports.projection.js';

/** Every report that a person has made, oldest first. */
export class FindReportsOf extends Query<readonly Stored<ReportDocument>[]> {
  constructor(readonly reporterId: string) {
    super();
  }
}

@QueryHandler(FindReportsOf)
export class FindReportsOfHandler implements IQueryHandler<FindReportsOf> {
  private readonly reports: ViewReader<ReportDocument>;

  constructor(@Inject(Views) views: Views) {
    this.reports = views.of(reports);
  }

  execute({ reporterId }: FindReportsOf) {
    return wholeList(this.reports, { reporterId }, { reportedAt: 1 });
  }
}
