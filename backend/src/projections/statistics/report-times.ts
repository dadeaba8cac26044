import { Injectable } from '@nestjs/common';
import { ReasonCode } from '../../domain/moderation/reasons.js';
import type { EventMetadata } from '../../kernel/event.js';
import { type TypeOf, list, nullable, number, object, time } from '../../kernel/field.js';
import { readerOf, view } from '../view.js';
import { dayOf } from './days.js';
import type { Days } from './statistics.js';

/** How long a report waited for its first decision, undone or not. */
const Time = object({
  /** When it was decided. */
  at: time,
  /** In which category it was then. */
  category: ReasonCode,
  milliseconds: number,
});
export type ReportTime = TypeOf<typeof Time>;

/** The reports of one post, comment or profile by one person, under the id of the report. */
const ReportTimes = object({
  /** The report that was not decided yet; null for none. */
  open: nullable(object({ at: time, category: ReasonCode })),
  /** Oldest first, the last {@link MOST_TIMES}: a person may report it again after each decision. */
  decided: list(Time),
  /** Null before the first decision. */
  lastDecidedAt: nullable(time),
});

const MOST_TIMES = 50;

/** A document per report, with the single durations: a median is exact. */
export const reportTimes = view('report-times', {
  version: 1,
  document: ReportTimes,
  isGathered: true,
  indexes: ['lastDecidedAt'],
})
  .createdBy('postId+reporterId', { PostReported: filed })
  .createdBy('commentId+reporterId', { CommentReported: filed })
  .createdBy('ownerId+reporterId', { ProfileReported: filed })
  .changedBy('subjectId+reporterId', {
    ReportCategorised: (report, { category }) =>
      report.open ? { ...report, open: { ...report.open, category } } : report,
  })
  .changedBy('subjectId+reporterId', ['ReportReviewed', 'ReportDismissed'], (report, _, { at }) => {
    if (!report.open) return report;
    const { category, at: reportedAt } = report.open;
    // A clock that was set back does not make a decision come before its report.
    const milliseconds = Math.max(0, Date.parse(at) - Date.parse(reportedAt));
    const decided = [...report.decided, { at, category, milliseconds }].slice(-MOST_TIMES);
    return { open: null, decided, lastDecidedAt: at };
  });

function filed(
  known: TypeOf<typeof ReportTimes> | null,
  { category }: { readonly category: ReasonCode },
  { at }: EventMetadata,
): TypeOf<typeof ReportTimes> {
  return { ...(known ?? { decided: [], lastDecidedAt: null }), open: { at, category } };
}

@Injectable()
export class ReportTimesReader extends readerOf(reportTimes) {
  /** The times of all reports that were first decided on these days. */
  async decidedIn({ first, last }: Days): Promise<readonly ReportTime[]> {
    const reports = await this.all({ lastDecidedAt: { $gte: first } }, { lastDecidedAt: 1 });
    return reports
      .flatMap(({ decided }) => decided)
      .filter(({ at }) => dayOf(at) >= first && dayOf(at) <= last);
  }
}
