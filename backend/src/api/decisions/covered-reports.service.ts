import { Injectable } from '@nestjs/common';
import { reportOf } from '../../domain/report/report.js';
import { Reviews } from '../../domain/review/review.js';
import { Rejected } from '../../kernel/aggregate.js';
import { States } from '../../kernel/states.js';
import { ReportsReader } from '../../projections/reports.js';

interface Seen {
  readonly shown: readonly string[] | null;
  readonly adminId: string;
  readonly now: string | null;
}

/** Which reports a decision covers: what the admin saw. Later ones wait for another decision. */
@Injectable()
export class CoveredReports {
  constructor(
    private readonly states: States,
    private readonly reports: ReportsReader,
  ) {}

  /**
   * The reporters. `shown` are the ids of the reports that were shown; null for those that the queue had when the admin
   * claimed the subject, or for all that wait if they did not. A claim that had ended at `now` (ISO 8601) counts where that is
   * null.
   * @throws Rejected (invalid) if one is about something else
   */
  async on(subjectId: string, { shown, adminId, now }: Seen): Promise<readonly string[]> {
    if (shown === null) {
      const { claim } = await this.states.of(Reviews, subjectId);
      const isOwn = claim?.adminId === adminId && (now === null || claim.until > now);
      return (isOwn ? claim.reporters : null) ?? this.waiting(subjectId);
    }
    const own = shown.map((id) => reportOf(id)).filter((report) => report?.subjectId === subjectId);
    if (own.length < shown.length) {
      throw new Rejected('invalid', 'These reports are not about what you decide.');
    }
    return [...new Set(own.flatMap((report) => report?.reporterId ?? []))];
  }

  private async waiting(subjectId: string): Promise<readonly string[]> {
    const found = await this.reports.on(subjectId);
    return found.filter(({ status }) => status === 'pending').map(({ reporterId }) => reporterId);
  }
}
