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

const about = {
  'postId+reporterId': 'report',
  postId: 'post',
  ownerId: 'person',
  reporterId: 'person',
} as const;

export const reportEvents: Catalogue<ReportEvents> = {
  PostReported: {
    version: 1,
    personal: { subject: 'reporterId', fields: ['reason'] },
    trail: {
      says: '{actor} filed {postId+reporterId} about {postId} ({category|reason}).',
      about,
      reason: 'category',
    },
  },
  ReportReviewed: {
    ...decision,
    trail: {
      says: '{actor} agreed with {postId+reporterId} about {postId}.',
      about: { ...about, actId: 'act' },
    },
  },
  ReportDismissed: {
    ...decision,
    trail: {
      says: '{actor} dismissed {postId+reporterId} and found nothing wrong with {postId}.',
      about: { ...about, actId: 'act' },
    },
  },
  ReportReopened: {
    version: 1,
    personal: { subject: 'reporterId', fields: ['because'] },
    trail: {
      says: '{actor} undid {actId}, so that {postId+reporterId} about {postId} waited again.',
      about: { ...about, actId: 'act' },
    },
  },
  ReportAssigned: {
    version: 1,
    trail: {
      says: '{actor} gave {postId+reporterId} about {postId} to {assigneeId?nobody}.',
      about: { ...about, assigneeId: 'admin' },
    },
  },
  ReportNoted: {
    version: 1,
    personal: { subject: 'reporterId', fields: ['text'] },
    trail: { says: '{actor} wrote a note for other admins on {postId+reporterId}.', about },
  },
  ReportCategorised: {
    version: 1,
    trail: {
      says: '{actor} moved {postId+reporterId} to another category ({category|reason}).',
      about,
      reason: 'category',
    },
  },
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
