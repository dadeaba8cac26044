import { aggregate, type EventOf, Rejected } from '../../kernel/aggregate.js';
import { refuseOwn, shortText, trimmedTo } from '../moderation/decisions.js';
import type { ReasonCode } from '../moderation/reasons.js';
import { requireVisible } from '../post/post-facts.js';
import type * as commands from './report.commands.js';
import { reportEvents, reportIdOf } from './report.events.js';

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

/** In characters; an emoji counts as one. */
export const LONGEST_REASON = 1000;

type Decision = EventOf<typeof reportEvents>[];

const reportPost = (
  { post, reporterId, category, reason }: commands.ReportPost,
  report: Report,
): Decision => {
  requireVisible(post, reporterId);
  if (post.ownerId === reporterId) throw new Rejected('forbidden', 'You cannot report your own post');
  const trimmed = trimmedTo(LONGEST_REASON, reason, 'A reason');
  if (trimmed === '') {
    throw new Rejected('invalid', 'Please provide a reason for reporting this post');
  }
  if (report.status === 'pending') throw new Rejected('conflict', 'You have already reported this post.');
  const { postId, ownerId } = post;
  return [{ type: 'PostReported', data: { postId, ownerId, reporterId, category, reason: trimmed } }];
};

const decideReport = ({ status, actId, note, ...of }: commands.DecideReport, report: Report): Decision => {
  const about = existing(of, report);
  // A late retry of a decision that was undone must not decide again.
  if (report.status === status || report.undone.includes(actId)) return [];
  requirePending(report);
  const data = { ...about, actId, note: shortText(note) };
  return [{ type: status === 'reviewed' ? 'ReportReviewed' : 'ReportDismissed', data }];
};

const reopenReport = ({ actId, because, ...of }: commands.ReopenReport, report: Report): Decision => {
  const about = existing(of, report);
  if (report.undone.includes(actId)) return [];
  if (report.actId !== actId) {
    throw new Rejected('conflict', 'The person has reported the post again since then.');
  }
  return [{ type: 'ReportReopened', data: { ...about, actId, because } }];
};

const assignReport = ({ assigneeId, ...of }: commands.AssignReport, report: Report): Decision => {
  const about = pending(of, report);
  return report.assigneeId === assigneeId ? [] : [{ type: 'ReportAssigned', data: { ...about, assigneeId } }];
};

const noteOnReport = ({ noteId, text, ...of }: commands.NoteOnReport, report: Report): Decision => {
  const about = pending(of, report);
  const trimmed = shortText(text);
  if (trimmed === '') throw new Rejected('invalid', 'Please write something first.');
  if (report.notes.includes(noteId)) return [];
  return [{ type: 'ReportNoted', data: { ...about, noteId, text: trimmed } }];
};

const categoriseReport = ({ category, ...of }: commands.CategoriseReport, report: Report): Decision => {
  const about = pending(of, report);
  return report.category === category ? [] : [{ type: 'ReportCategorised', data: { ...about, category } }];
};

/** Of which report an event is. @throws Rejected if nobody reported this, or it concerns the admin */
function existing(
  { postId, reporterId, decider }: Pick<commands.AssignReport, 'postId' | 'reporterId' | 'decider'>,
  { status, ownerId }: Report,
) {
  if (status === 'none') throw new Rejected('notFound', 'Report not found');
  refuseOwn(decider, reporterId, ownerId);
  return { postId, ownerId, reporterId };
}

function pending(...[of, report]: Parameters<typeof existing>) {
  const about = existing(of, report);
  requirePending(report);
  return about;
}

function requirePending({ status }: Report): void {
  if (status !== 'pending') throw new Rejected('conflict', 'This report has been decided.');
}

const decided =
  (status: Report['status']) =>
  (report: Report, { actId }: { readonly actId: string }): Report => ({ ...report, status, actId });

type Key =
  | commands.ReportPost
  | commands.DecideReport
  | commands.ReopenReport
  | commands.AssignReport
  | commands.NoteOnReport
  | commands.CategoriseReport;

const initial: Report = {
  status: 'none',
  ownerId: '',
  category: 'other',
  assigneeId: null,
  actId: null,
  undone: [],
  notes: [],
};

export const Report = aggregate('report', {
  id: (data: Key) => reportIdOf('post' in data ? data.post.postId : data.postId, data.reporterId),
  initial,
  events: reportEvents,
}).rules({
  evolve: {
    PostReported: (state, { ownerId, category }) => ({
      ...state,
      status: 'pending',
      ownerId,
      category,
      assigneeId: null,
      actId: null,
    }),
    ReportReviewed: decided('reviewed'),
    ReportDismissed: decided('dismissed'),
    ReportReopened: (state, { actId }) => ({
      ...state,
      status: 'pending',
      actId: null,
      undone: [...state.undone, actId],
    }),
    ReportAssigned: (state, { assigneeId }) => ({ ...state, assigneeId }),
    ReportNoted: (state, { noteId }) => ({ ...state, notes: [...state.notes, noteId] }),
    ReportCategorised: (state, { category }) => ({ ...state, category }),
  },
  decide: {
    ReportPost: reportPost,
    DecideReport: decideReport,
    ReopenReport: reopenReport,
    AssignReport: assignReport,
    NoteOnReport: noteOnReport,
    CategoriseReport: categoriseReport,
  },
});
