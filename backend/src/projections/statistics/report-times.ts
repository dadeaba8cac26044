import { Injectable } from '@nestjs/common';
import type { ReasonCode } from '../../domain/moderation/reasons.js';
import { reportIdOf } from '../../domain/report/report.js';
import { foldEach, projection } from '../projection.js';
import type { ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import { wholeList } from '../whole-list.js';
import { dayOf } from './days.js';
import type { Days } from './statistics.js';

/** How long a report waited for its first decision, undone or not. */
export interface ReportTime {
  /** When it was decided, ISO 8601. */
  readonly at: string;
  /** In which category it was then. */
  readonly category: ReasonCode;
  readonly milliseconds: number;
}

/** The reports of one post by one person, under the id of the report. */
export interface ReportTimesDocument {
  /** The report that was not decided yet; null for none. */
  readonly open: { readonly at: string; readonly category: ReasonCode } | null;
  /** Oldest first, the last {@link MOST_TIMES}: a person may report a post again after each decision. */
  readonly decided: readonly ReportTime[];
  /** ISO 8601; null before the first decision. */
  readonly lastDecidedAt: string | null;
}

const MOST_TIMES = 50;
const ofReport = ({ data }: { readonly data: { readonly postId: string; readonly reporterId: string } }) => [
  reportIdOf(data.postId, data.reporterId),
];

/** A document per report, with the single durations: a median is exact. */
export const reportTimes = projection<ReportTimesDocument>({
  name: 'report-times',
  version: 1,
  indexes: [{ fields: { lastDecidedAt: 1 } }],
  isGathered: true,
  on: {
    PostReported: {
      ids: ofReport,
      fold: (known, { data: { category }, metadata: { at } }) => ({
        ...(known ?? { decided: [], lastDecidedAt: null }),
        open: { at, category },
      }),
    },
    ReportCategorised: {
      ids: ofReport,
      fold: (report, { data: { category } }) =>
        report?.open ? { ...report, open: { ...report.open, category } } : report,
    },
    ...foldEach(['ReportReviewed', 'ReportDismissed'], () => ({
      ids: ofReport,
      fold: (report, { metadata: { at } }) => {
        if (!report?.open) return report;
        const { category, at: reportedAt } = report.open;
        // A clock that was set back does not make a decision come before its report.
        const milliseconds = Math.max(0, Date.parse(at) - Date.parse(reportedAt));
        const decided = [...report.decided, { at, category, milliseconds }].slice(-MOST_TIMES);
        return { open: null, decided, lastDecidedAt: at };
      },
    })),
  },
});

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
