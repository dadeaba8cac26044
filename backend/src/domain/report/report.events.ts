import type { Catalogue } from '../../kernel/event.js';
import type { ReasonCode } from '../moderation/reasons.js';

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

/** Of which report an event is. */
interface OfReport {
  postId: string;
  ownerId: string;
  reporterId: string;
}

interface Decision extends OfReport {
  actId: string;
  /** For the reporter; null once the reporter's key has been destroyed. */
  note: string | null;
}

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
  /** An admin agreed with the report. */
  ReportReviewed: Decision;
  /** An admin found nothing wrong. */
  ReportDismissed: Decision;
  /** A decision was undone: the report is pending again. */
  ReportReopened: OfReport & {
    actId: string;
    /** For other admins; null once the reporter's key has been destroyed. */
    because: string | null;
  };
  /** An admin took the report, or gave it to another one; null: to nobody. */
  ReportAssigned: OfReport & { assigneeId: string | null };
  /** An admin wrote a note for other admins; null once the reporter's key has been destroyed. */
  ReportNoted: OfReport & { noteId: string; text: string | null };
  /** An admin put the report into another category. */
  ReportCategorised: OfReport & { category: ReasonCode };
}

const decision = { version: 1, personal: { subject: 'reporterId', fields: ['note'] } } as const;

export const reportEvents: Catalogue<ReportEvents> = {
  PostReported: { version: 1, personal: { subject: 'reporterId', fields: ['reason'] } },
  ReportReviewed: decision,
  ReportDismissed: decision,
  ReportReopened: { version: 1, personal: { subject: 'reporterId', fields: ['because'] } },
  ReportAssigned: { version: 1 },
  ReportNoted: { version: 1, personal: { subject: 'reporterId', fields: ['text'] } },
  ReportCategorised: { version: 1 },
};

/** The id of a person's report of a post. */
export function reportIdOf(postId: string, reporterId: string): string {
  return `${postId}-${reporterId}`;
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const REPORT_ID = new RegExp(`^(${UUID})-(${UUID})$`);

/** The post and the reporter of the report with this id; null if it is not one. */
export function reportOf(id: string): { readonly postId: string; readonly reporterId: string } | null {
  const [, postId, reporterId] = REPORT_ID.exec(id.toLowerCase()) ?? [];
  return postId !== undefined && reporterId !== undefined ? { postId, reporterId } : null;
}
