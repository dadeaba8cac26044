import { type EventsOf, event } from '../../kernel/event.js';
import { type TypeOf, id, named, nullable, oneOf, text } from '../../kernel/field.js';
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
  note: nullable(text),
};

const decision = { version: 1, personal: { subject: 'reporterId', fields: ['note'] } } as const;

const about = {
  'postId+reporterId': 'report',
  postId: 'post',
  ownerId: 'person',
  reporterId: 'person',
} as const;

export const reportEvents = {
  /** A user reported another user's post. */
  PostReported: event({
    version: 1,
    data: {
      ...ofReport,
      category: ReportCategory,
      /** In the reporter's own words; null once the reporter's key has been destroyed. */
      reason: nullable(text),
    },
    personal: { subject: 'reporterId', fields: ['reason'] },
    trail: {
      says: '{actor} filed {postId+reporterId} about {postId} ({category|reason}).',
      about,
      reason: 'category',
    },
  }),
  /** An admin agreed with the report. */
  ReportReviewed: event({
    ...decision,
    data: decided,
    trail: {
      says: '{actor} agreed with {postId+reporterId} about {postId}.',
      about: { ...about, actId: 'act' },
    },
  }),
  /** An admin found nothing wrong. */
  ReportDismissed: event({
    ...decision,
    data: decided,
    trail: {
      says: '{actor} dismissed {postId+reporterId} and found nothing wrong with {postId}.',
      about: { ...about, actId: 'act' },
    },
  }),
  /** A decision was undone: the report is pending again. */
  ReportReopened: event({
    version: 1,
    data: {
      ...ofReport,
      actId: id,
      /** For other admins; null once the reporter's key has been destroyed. */
      because: nullable(text),
    },
    personal: { subject: 'reporterId', fields: ['because'] },
    trail: {
      says: '{actor} undid {actId}, so that {postId+reporterId} about {postId} waited again.',
      about: { ...about, actId: 'act' },
    },
  }),
  /** An admin took the report, or gave it to another one; null: to nobody. */
  ReportAssigned: event({
    version: 1,
    data: {
      ...ofReport,
      assigneeId: nullable(id),
    },
    trail: {
      says: '{actor} gave {postId+reporterId} about {postId} to {assigneeId?nobody}.',
      about: { ...about, assigneeId: 'admin' },
    },
  }),
  /** An admin wrote a note for other admins; null once the reporter's key has been destroyed. */
  ReportNoted: event({
    version: 1,
    data: {
      ...ofReport,
      noteId: id,
      text: nullable(text),
    },
    personal: { subject: 'reporterId', fields: ['text'] },
    trail: { says: '{actor} wrote a note for other admins on {postId+reporterId}.', about },
  }),
  /** An admin put the report into another category. */
  ReportCategorised: event({
    version: 1,
    data: {
      ...ofReport,
      category: ReasonCode,
    },
    trail: {
      says: '{actor} moved {postId+reporterId} to another category ({category|reason}).',
      about,
      reason: 'category',
    },
  }),
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
