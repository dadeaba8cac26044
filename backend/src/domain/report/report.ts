import { Rejected, aggregate } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import { type TypeOf, id, named, nullable, oneOf, personal, text } from '../../kernel/field.js';
import { type Decider, refuseOwn, shortText, trimmedTo } from '../moderation/self-decision.js';
import { ReasonCode } from '../moderation/reasons.js';
import { type PostFacts, requireVisible } from '../post/post-facts.js';

/** The kinds of problem that a report can name. */
export const REPORT_CATEGORIES = [
  'not-feet',
  'not-theirs',
  'identifies',
  'explicit',
  'minor',
  'spam',
  'other',
] as const;
export const ReportCategory = named('ReportCategory', oneOf(...REPORT_CATEGORIES));
export type ReportCategory = TypeOf<typeof ReportCategory>;

/** In characters; an emoji counts as one. */
export const LONGEST_REASON = 1000;

/** One person's report of one post. After a decision they may report it again. */
export interface Report {
  readonly status: 'none' | 'pending' | 'reviewed' | 'dismissed';
  readonly ownerId: string;
  readonly category: ReasonCode;
  readonly assigneeId: string | null;
  /** The decision, while it is not undone. */
  readonly actId: string | null;
  /** The decisions that were undone. */
  readonly undone: readonly string[];
  readonly notes: readonly string[];
}

const none: Report = {
  status: 'none',
  ownerId: '',
  category: 'other',
  assigneeId: null,
  actId: null,
  undone: [],
  notes: [],
};

interface NewReport {
  readonly post: PostFacts;
  readonly reporterId: string;
  readonly category: ReportCategory;
  readonly reason: string;
}

/** A report that an admin works on. */
interface OfReport {
  readonly postId: string;
  readonly reporterId: string;
  readonly decider: Decider;
}

/** Of which report an event is. */
const ofReport = { postId: id, ownerId: id, reporterId: id };
const reporters = personal('reporterId', text);
const decided = {
  ...ofReport,
  actId: id,
  /** For the reporter; null once the reporter's key has been destroyed. */
  note: reporters,
};

const about = {
  'postId+reporterId': 'report',
  postId: 'post',
  ownerId: 'person',
  reporterId: 'person',
} as const;
const aboutAct = { ...about, actId: 'act' } as const;

export const Report = aggregate('report', {
  id: (of: NewReport | OfReport) => reportIdOf('post' in of ? of.post.postId : of.postId, of.reporterId),
  initial: none,
  events: {
    /** A user reported another user's post. */
    PostReported: event(
      {
        ...ofReport,
        category: ReportCategory,
        /** In the reporter's own words; null once the reporter's key has been destroyed. */
        reason: reporters,
      },
      '{actor} filed {postId+reporterId} about {postId} ({category|reason}).',
      about,
    ),
    /** An admin agreed with the report. */
    ReportReviewed: event(decided, '{actor} agreed with {postId+reporterId} about {postId}.', aboutAct),
    /** An admin found nothing wrong. */
    ReportDismissed: event(
      decided,
      '{actor} dismissed {postId+reporterId} and found nothing wrong with {postId}.',
      aboutAct,
    ),
    /** A decision was undone: the report is pending again. */
    ReportReopened: event(
      {
        ...ofReport,
        actId: id,
        /** For other admins; null once the reporter's key has been destroyed. */
        because: reporters,
      },
      '{actor} undid {actId}, so that {postId+reporterId} about {postId} waited again.',
      aboutAct,
    ),
    /** An admin took the report, or gave it to another one; null: to nobody. */
    ReportAssigned: event(
      { ...ofReport, assigneeId: nullable(id) },
      '{actor} gave {postId+reporterId} about {postId} to {assigneeId?nobody}.',
      { ...about, assigneeId: 'admin' },
    ),
    /** An admin wrote a note for other admins; null once the reporter's key has been destroyed. */
    ReportNoted: event(
      { ...ofReport, noteId: id, text: reporters },
      '{actor} wrote a note for other admins on {postId+reporterId}.',
      about,
    ),
    /** An admin put the report into another category. */
    ReportCategorised: event(
      { ...ofReport, category: ReasonCode },
      '{actor} moved {postId+reporterId} to another category ({category|reason}).',
      about,
    ),
  },
}).rules({
  evolve: {
    PostReported: (report, { ownerId, category }) => ({
      ...report,
      status: 'pending',
      ownerId,
      category,
      assigneeId: null,
      actId: null,
    }),
    ReportReviewed: (report, { actId }) => ({ ...report, status: 'reviewed', actId }),
    ReportDismissed: (report, { actId }) => ({ ...report, status: 'dismissed', actId }),
    ReportReopened: (report, { actId }) => ({
      ...report,
      status: 'pending',
      actId: null,
      undone: [...report.undone, actId],
    }),
    ReportAssigned: (report, { assigneeId }) => ({ ...report, assigneeId }),
    ReportNoted: (report, { noteId }) => ({ ...report, notes: [...report.notes, noteId] }),
    ReportCategorised: (report, { category }) => ({ ...report, category }),
  },
  decide: {
    /** Report a problem with a post. */
    ReportPost({ post, reporterId, category, reason }: NewReport, { status }) {
      requireVisible(post, reporterId);
      const { postId, ownerId } = post;
      if (ownerId === reporterId) throw new Rejected('forbidden', 'You cannot report your own post');
      const trimmed = trimmedTo(LONGEST_REASON, reason, 'A reason');
      if (trimmed === '') {
        throw new Rejected('invalid', 'Please provide a reason for reporting this post');
      }
      if (status === 'pending') throw new Rejected('conflict', 'You have already reported this post.');
      return [{ type: 'PostReported', data: { postId, ownerId, reporterId, category, reason: trimmed } }];
    },
    /** Say that a report was right, or that nothing is wrong. `actId` is the id of the act. */
    DecideReport(
      {
        status,
        actId,
        note,
        ...of
      }: OfReport & {
        readonly actId: string;
        readonly status: 'reviewed' | 'dismissed';
        readonly note: string;
      },
      report,
    ) {
      const data = { ...existing(of, report), actId };
      // A late retry of a decision that was undone must not decide again.
      if (report.status === status || report.undone.includes(actId)) return [];
      requirePending(report);
      const type = status === 'reviewed' ? 'ReportReviewed' : 'ReportDismissed';
      return [{ type, data: { ...data, note: shortText(note) } }];
    },
    /** Undo a decision: the report is pending again. */
    ReopenReport(
      { actId, because, ...of }: OfReport & { readonly actId: string; readonly because: string },
      report,
    ) {
      const data = { ...existing(of, report), actId, because };
      if (report.undone.includes(actId)) return [];
      if (report.actId !== actId) {
        throw new Rejected('conflict', 'The person has reported the post again since then.');
      }
      return [{ type: 'ReportReopened', data }];
    },
    /** Give a pending report to an admin, or to nobody. */
    AssignReport({ assigneeId, ...of }: OfReport & { readonly assigneeId: string | null }, report) {
      const data = { ...pending(of, report), assigneeId };
      return report.assigneeId === assigneeId ? [] : [{ type: 'ReportAssigned', data }];
    },
    /** Write a note about a pending report, for other admins. Idempotent by its id. */
    NoteOnReport(
      { noteId, text: note, ...of }: OfReport & { readonly noteId: string; readonly text: string },
      report,
    ) {
      const data = { ...pending(of, report), noteId, text: shortText(note) };
      if (data.text === '') throw new Rejected('invalid', 'Please write something first.');
      return report.notes.includes(noteId) ? [] : [{ type: 'ReportNoted', data }];
    },
    /** Put a pending report into another category. */
    CategoriseReport({ category, ...of }: OfReport & { readonly category: ReasonCode }, report) {
      const data = { ...pending(of, report), category };
      return report.category === category ? [] : [{ type: 'ReportCategorised', data }];
    },
  },
});

/** Of which report an event is. @throws Rejected if nobody reported this, or it concerns the admin */
function existing({ postId, reporterId, decider }: OfReport, { status, ownerId }: Report) {
  if (status === 'none') throw new Rejected('notFound', 'Report not found');
  refuseOwn(decider, reporterId, ownerId);
  return { postId, ownerId, reporterId };
}

function pending(of: OfReport, report: Report) {
  const data = existing(of, report);
  requirePending(report);
  return data;
}

function requirePending({ status }: Report): void {
  if (status !== 'pending') throw new Rejected('conflict', 'This report has been decided.');
}

/** The id of a person's report of a post. */
export function reportIdOf(postId: string, reporterId: string): string {
  return `${postId}-${reporterId}`;
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const REPORT_ID = new RegExp(`^(${UUID})-(${UUID})$`);

/** The post and the reporter of the report with this id; null if it is not one. */
export function reportOf(reportId: string): { readonly postId: string; readonly reporterId: string } | null {
  const [, postId, reporterId] = REPORT_ID.exec(reportId.toLowerCase()) ?? [];
  return postId !== undefined && reporterId !== undefined ? { postId, reporterId } : null;
}
