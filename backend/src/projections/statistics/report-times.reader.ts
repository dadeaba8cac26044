import { Injectable } from '@nestjs/common';
import type { ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import { wholeList } from '../whole-list.js';
import { dayOf } from './days.js';
import { type ReportTime, type ReportTimesDocument, reportTimes } from './report-times.projection.js';
import type { Days } from './statistics.reader.js';

@Injectable()
export class ReportTimesReader {
  private readonly reports: ViewReader<ReportTimesDocument>;

  constructor(views: Views) {
    this.reports = views.of(reportTimes);
  }

  /** The times of all reports that were first decided on these days. */
  async decidedIn({ first, last }: Days): Promise<readonly ReportTime[]> {
    const where = { lastDecidedAt: { $gte: first } };
    const reports = await wholeList(this.reports, where, { lastDecidedAt: 1 });
    return reports
      .flatMap(({ decided }) => decided)
      .filter(({ at }) => dayOf(at) >= first && dayOf(at) <= last);
  }
}
