import type { ReportCategory } from '../../domain/report/report.events.js';
import { projection } from '../projection.js';

/** That somebody has reported a post: under `{postId}-{reporterId}`. Their words stay in the log. */
export interface ReportDocument {
  readonly postId: string;
  readonly reporterId: string;
  readonly category: ReportCategory;
  readonly reportedAt: string;
}

export const reports = projection<ReportDocument>({
  name: 'reports',
  version: 1,
  indexes: [{ fields: { reporterId: 1, reportedAt: 1 } }],
  on: {
    PostReported: {
      ids: ({ data }) => [`${data.postId}-${data.reporterId}`],
      fold: (_, { data: { postId, reporterId, category }, metadata }) => ({
        postId,
        reporterId,
        category,
        reportedAt: metadata.at,
      }),
    },
  },
});
