import type { Catalogue } from '../../kernel/event.js';

/** The kinds of problem that a report can name. */
export const REPORT_CATEGORIES = [
  'not-feet',
  'not-theirs',
  'identifies',
  'explicit',
  'spam',
  'other',
] as const;
export type ReportCategory = (typeof REPORT_CATEGORIES)[number];

export interface ReportEvents {
  /** A user reported another user's post. */
  PostReported: {
    postId: string;
    ownerId: string;
    reporterId: string;
    category: ReportCategory;
    /** In the reporter's own words; null once the reporter's key has been destroyed. */
    reason: string | null;
  };
}

export const reportEvents: Catalogue<ReportEvents> = {
  PostReported: { version: 1, personal: { subject: 'reporterId', fields: ['reason'] } },
};
