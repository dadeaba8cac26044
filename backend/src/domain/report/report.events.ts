import { type EventsOf, event } from '../../kernel/event.js';
import { type TypeOf, id, named, nullable, oneOf, text, personal } from '../../kernel/field.js';
import { ReasonCode } from '../moderation/reasons.js';

/** The kinds of problem that a report can name. */
export const REPORT_CATEGORIES = [
  'not-feet',
  'not-theirs',
  'identifies',
  'explicit',
  'spam',
  'other',
] as const;
export const ReportCategory = named('ReportCategory', oneOf(...REPORT_CATEGORIES));
export type ReportCategory = TypeOf<typeof ReportCategory>;

/** Of which report an event is. */
const ofReport = {
  postId: id,
  ownerId: id,
  reporterId: id,
};

const decided = {
  ...ofReport,
  actId: id,
  /** For the reporter; null once the reporter's key has been destroyed. */
  note: personal('reporterId', text),
};

const about = {
  'postId+reporterId': 'report',
  postId: 'post',
  ownerId: 'person',
  reporterId: 'person',
} as const;

export const reportEvents = {
  /** A user reported another user's post. */
  PostReported: event(
    {
      ...ofReport,
      category: ReportCategory,
      /** In the reporter's own words; null once the reporter's key has been destroyed. */
      reason: personal('reporterId', text),
    },
    '{actor} filed {postId+reporterId} about {postId} ({category|reason}).',
    about,
  ),
  /** An admin agreed with the report. */
  ReportReviewed: event(decided, '{actor} agreed with {postId+reporterId} about {postId}.', {
    ...about,
    actId: 'act',
  }),
  /** An admin found nothing wrong. */
  ReportDismissed: event(
    decided,
    '{actor} dismissed {postId+reporterId} and found nothing wrong with {postId}.',
    { ...about, actId: 'act' },
  ),
  /** A decision was undone: the report is pending again. */
  ReportReopened: event(
    {
      ...ofReport,
      actId: id,
      /** For other admins; null once the reporter's key has been destroyed. */
      because: personal('reporterId', text),
    },
    '{actor} undid {actId}, so that {postId+reporterId} about {postId} waited again.',
    { ...about, actId: 'act' },
  ),
  /** An admin took the report, or gave it to another one; null: to nobody. */
  ReportAssigned: event(
    {
      ...ofReport,
      assigneeId: nullable(id),
    },
    '{actor} gave {postId+reporterId} about {postId} to {assigneeId?nobody}.',
    { ...about, assigneeId: 'admin' },
  ),
  /** An admin wrote a note for other admins; null once the reporter's key has been destroyed. */
  ReportNoted: event(
    {
      ...ofReport,
      noteId: id,
      text: personal('reporterId', text),
    },
    '{actor} wrote a note for other admins on {postId+reporterId}.',
    about,
  ),
  /** An admin put the report into another category. */
  ReportCategorised: event(
    {
      ...ofReport,
      category: ReasonCode,
    },
    '{actor} moved {postId+reporterId} to another category ({category|reason}).',
    about,
  ),
};

export type ReportEvents = EventsOf<typeof reportEvents>;

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
