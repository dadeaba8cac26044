import type { Catalogue } from '../../kernel/event.js';

/** What may be wrong with a post. */
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
  /** Somebody thinks that something is wrong with somebody else's post. */
  PostReported: {
    postId: string;
    ownerId: string;
    reporterId: string;
    category: ReportCategory;
    /** In their words; null once the reporter's key has been destroyed. */
    reason: string | null;
  };
}

export const reportEvents: Catalogue<ReportEvents> = {
  PostReported: { version: 1, personal: { subject: 'reporterId', fields: ['reason'] } },
};
