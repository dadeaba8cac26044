import { Injectable } from '@nestjs/common';
import type { ReasonCode } from '../../domain/moderation/reasons.js';
import type { Stored, ViewReader } from '../../kernel/document-store.js';
import { Views } from '../../kernel/projection.js';
import { type AdminList, containing, equal, filtered } from '../admin-list.js';
import { wholeList } from '../whole-list.js';
import { type ReportDocument, type ReportStatus, reports } from './reports.projection.js';

export const REPORT_SORTS = ['createdAt', '-createdAt'] as const;

/** Which reports a list shows; what is not given does not matter. */
export interface ReportFilters {
  readonly status?: ReportStatus | undefined;
  readonly category?: ReasonCode | undefined;
  /** Null for those that nobody has taken. */
  readonly assigneeId?: string | null | undefined;
  readonly postId?: string | undefined;
  readonly ownerId?: string | undefined;
  readonly reporterId?: string | undefined;
  /** A part of the reason, in any case. */
  readonly text?: string | undefined;
}

@Injectable()
export class ReportsReader {
  private readonly reports: ViewReader<ReportDocument>;

  constructor(views: Views) {
    this.reports = views.of(reports);
  }

  /** A report; null if it does not exist. */
  one(reportId: string): Promise<Stored<ReportDocument> | null> {
    return this.reports.get(reportId);
  }

  /** All reports on a post, oldest first. */
  on(postId: string): Promise<readonly Stored<ReportDocument>[]> {
    return wholeList(this.reports, { postId }, { reportedAt: 1 });
  }

  /** How many reports wait for a decision, without those on the posts `without`, which are few. */
  async pending(without: ReadonlySet<string>): Promise<number> {
    const [all, ...left] = await Promise.all([
      this.reports.count({ status: 'pending' }),
      ...[...without].map((postId) => this.on(postId)),
    ]);
    return all - left.flat().filter(({ status }) => status === 'pending').length;
  }

  list(
    { postId, reporterId, ownerId, assigneeId, category, status, text }: ReportFilters,
    sort: (typeof REPORT_SORTS)[number],
  ): AdminList<ReportDocument> {
    return filtered(
      {
        name: 'reports',
        view: this.reports,
        sort: { field: 'reportedAt', direction: sort === 'createdAt' ? 1 : -1, type: 'time' },
      },
      [
        ...equal<ReportDocument>({ postId, reporterId, ownerId, assigneeId, category, status }),
        containing<ReportDocument>(text, ({ reason }) => reason),
      ],
    );
  }
}
