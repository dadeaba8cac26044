import { Rejected, aggregate } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import { type TypeOf, id, named, nullable, oneOf, personal, text } from '../../kernel/field.js';
import { type Decider, refuseOwn, shortText, trimmedTo } from '../moderation/self-decision.js';
import { ReasonCode } from '../moderation/reasons.js';
import type { CommentFacts } from '../comment/comment.js';
import { type PostFacts, requireVisible } from '../post/post-facts.js';
import { type Subject, aboutPost, aboutSubject, ofSubject } from './subject.js';

/** The kinds of problem that a report can name. */
export const REPORT_CATEGORIES = [
  'not-feet',
  'not-theirs',
  'identifies',
  'explicit',
  'minor',
  'abuse',
  'spam',
  'other',
] as const;
export const ReportCategory = named('ReportCategory', oneOf(...REPORT_CATEGORIES));
export type ReportCategory = TypeOf<typeof ReportCategory>;

/** In characters; an emoji counts as one. */
export const LONGEST_REASON = 1000;

/** One person's report of one subject. After a decision they may report it again. */
export interface Report {
  readonly status: 'none' | 'pending' | 'reviewed' | 'dismissed';
  readonly subject: Subject;
  /** The post, or that of the comment; null for a profile. */
  readonly postId: string | null;
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
  subject: 'post',
  postId: null,
  ownerId: '',
  category: 'other',
  assigneeId: null,
  actId: null,
  undone: [],
  notes: [],
};

interface Saying {
  readonly reporterId: string;
  readonly category: ReportCategory;
  readonly reason: string;
}

interface OnPost extends Saying {
  readonly post: PostFacts;
}

interface OnComment extends Saying {
  readonly comment: CommentFacts;
}

interface OnProfile extends Saying {
  readonly profileId: string;
}

/** A report that an admin works on. */
interface OfReport {
  readonly subjectId: string;
  readonly reporterId: string;
  readonly decider: Decider;
}

/** Of which report an event is. `ownerId` is whose the post, comment or profile is. */
const ofReport = { ...ofSubject, ownerId: id, reporterId: id };
const sinceSubjects = { version: 2, upcast: { 1: aboutPost } };
const reporters = personal('reporterId', text);
const decided = {
  ...ofReport,
  actId: id,
  /** For the reporter; null once the reporter's key has been destroyed. */
  note: reporters,
};

const filed = {
  ownerId: id,
  reporterId: id,
  category: ReportCategory,
  /** In the reporter's own words; null once the reporter's key has been destroyed. */
  reason: reporters,
};

const people = { ownerId: 'person', reporterId: 'person' } as const;
const about = { 'subjectId+reporterId': 'report', ...aboutSubject, ...people } as const;
const aboutAct = { ...about, actId: 'act' } as const;

export const Report = aggregate('report', {
  id: (of: OnPost | OnComment | OnProfile | OfReport) => reportIdOf(subjectIn(of), of.reporterId),
  initial: none,
  events: {
    /** A user reported another user's post. */
    PostReported: event(
      { postId: id, ...filed },
      '{actor} filed {postId+reporterId} about {postId} ({category|reason}).',
      { 'postId+reporterId': 'report', postId: 'post', ...people },
    ),
    /** A user reported a comment of another user. */
    CommentReported: event(
      { commentId: id, postId: id, ...filed },
      '{actor} filed {commentId+reporterId} about {commentId} ({category|reason}).',
      { 'commentId+reporterId': 'report', commentId: 'comment', postId: 'post', ...people },
    ),
    /** A user reported the public profile of another user. */
    ProfileReported: event(
      filed,
      '{actor} filed {ownerId+reporterId} about the profile of {ownerId} ({category|reason}).',
      { 'ownerId+reporterId': 'report', ...people },
    ),
    /** An admin agreed with the report. */
    ReportReviewed: event(
      decided,
      '{actor} agreed with {subjectId+reporterId} about {subjectId}.',
      aboutAct,
      sinceSubjects,
    ),
    /** An admin found nothing wrong. */
    ReportDismissed: event(
      decided,
      '{actor} dismissed {subjectId+reporterId} and found nothing wrong with {subjectId}.',
      aboutAct,
      sinceSubjects,
    ),
    /** A decision was undone: the report is pending again. */
    ReportReopened: event(
      {
        ...ofReport,
        actId: id,
        /** For other admins; null once the reporter's key has been destroyed. */
        because: reporters,
      },
      '{actor} undid {actId}, so that {subjectId+reporterId} about {subjectId} waited again.',
      aboutAct,
      sinceSubjects,
    ),
    /** An admin took the report, or gave it to another one; null: to nobody. */
    ReportAssigned: event(
      { ...ofReport, assigneeId: nullable(id) },
      '{actor} gave {subjectId+reporterId} about {subjectId} to {assigneeId?nobody}.',
      { ...about, assigneeId: 'admin' },
      sinceSubjects,
    ),
    /** An admin wrote a note for other admins; null once the reporter's key has been destroyed. */
    ReportNoted: event(
      { ...ofReport, noteId: id, text: reporters },
      '{actor} wrote a note for other admins on {subjectId+reporterId}.',
      about,
      sinceSubjects,
    ),
    /** An admin put the report into another category. */
    ReportCategorised: event(
      { ...ofReport, category: ReasonCode },
      '{actor} moved {subjectId+reporterId} to another category ({category|reason}).',
      about,
      sinceSubjects,
    ),
  },
}).rules({
  evolve: {
    PostReported: (report, { postId, ...filing }) => waiting(report, 'post', postId, filing),
    CommentReported: (report, { postId, ...filing }) => waiting(report, 'comment', postId, filing),
    ProfileReported: (report, filing) => waiting(report, 'profile', null, filing),
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
    ReportPost({ post, ...saying }: OnPost, report) {
      requireVisible(post, saying.reporterId);
      const { postId, ownerId } = post;
      return [{ type: 'PostReported', data: { postId, ...said('post', ownerId, saying, report) } }];
    },
    /** Report a problem with a comment that the person sees. */
    ReportComment({ comment: { commentId, postId, authorId }, ...saying }: OnComment, report) {
      const data = said('comment', authorId, saying, report);
      return [{ type: 'CommentReported', data: { commentId, postId, ...data } }];
    },
    /** Report a problem with a public profile: its name, text, links or picture. */
    ReportProfile({ profileId, ...saying }: OnProfile, report) {
      return [{ type: 'ProfileReported', data: said('profile', profileId, saying, report) }];
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
        throw new Rejected('conflict', 'The person has reported it again since then.');
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

function subjectIn(of: OnPost | OnComment | OnProfile | OfReport): string {
  if ('post' in of) return of.post.postId;
  if ('comment' in of) return of.comment.commentId;
  return 'profileId' in of ? of.profileId : of.subjectId;
}

/** What a person reports. @throws Rejected if they may not */
function said(
  subject: Subject,
  ownerId: string,
  { reporterId, category, reason }: Saying,
  { status }: Report,
) {
  if (ownerId === reporterId) throw new Rejected('forbidden', `You cannot report your own ${subject}`);
  const trimmed = trimmedTo(LONGEST_REASON, reason, 'A reason');
  if (trimmed === '') {
    throw new Rejected('invalid', `Please provide a reason for reporting this ${subject}`);
  }
  if (status === 'pending') {
    throw new Rejected('conflict', `You have already reported this ${subject}.`);
  }
  return { ownerId, reporterId, category, reason: trimmed };
}

/** A report that was filed, the first time or again. */
function waiting(
  report: Report,
  subject: Subject,
  postId: string | null,
  { ownerId, category }: Pick<Report, 'ownerId' | 'category'>,
): Report {
  return { ...report, subject, postId, ownerId, category, status: 'pending', assigneeId: null, actId: null };
}

/** Of which report an event is. @throws Rejected if nobody reported this, or it concerns the admin */
function existing({ subjectId, reporterId, decider }: OfReport, report: Report) {
  const { status, subject, postId, ownerId } = report;
  if (status === 'none') throw new Rejected('notFound', 'Report not found');
  refuseOwn(decider, reporterId, ownerId);
  return { subject, subjectId, postId, ownerId, reporterId };
}

function pending(of: OfReport, report: Report) {
  const data = existing(of, report);
  requirePending(report);
  return data;
}

function requirePending({ status }: Report): void {
  if (status !== 'pending') throw new Rejected('conflict', 'This report has been decided.');
}

/** The id of a person's report of a post, comment or profile. */
export function reportIdOf(subjectId: string, reporterId: string): string {
  return `${subjectId}-${reporterId}`;
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const REPORT_ID = new RegExp(`^(${UUID})-(${UUID})$`);

/** What was reported, and by whom, in the report with this id; null if it is not one. */
export function reportOf(
  reportId: string,
): { readonly subjectId: string; readonly reporterId: string } | null {
  const [, subjectId, reporterId] = REPORT_ID.exec(reportId.toLowerCase()) ?? [];
  return subjectId !== undefined && reporterId !== undefined ? { subjectId, reporterId } : null;
}
