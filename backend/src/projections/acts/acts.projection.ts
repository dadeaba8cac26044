import { POST_ACTS, type PostActEvents, type PostActType } from '../../domain/post/post-acts.events.js';
import type { BlockedPictureEvents } from '../../domain/moderation/blocked-picture.events.js';
import type { LegalHoldEvents } from '../../domain/post/legal-hold.events.js';
import type { CommentEvents } from '../../domain/comment/comment.events.js';
import { type ReportEvents, reportIdOf } from '../../domain/report/report.events.js';
import type { RaterEvents } from '../../domain/rating/rater.events.js';
import type { RatingEvents } from '../../domain/rating/rating.events.js';
import type { Recorded } from '../../kernel/event.js';
import type { EventFold } from '../../kernel/projection.js';
import { projection } from '../projection.js';

/** What an act is about. */
export const SUBJECT_KINDS = ['post', 'report', 'comment', 'rating', 'rater', 'account', 'picture'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** The events that are acts. */
export const ACT_KINDS = [
  ...POST_ACTS,
  'ReportReviewed',
  'ReportDismissed',
  'CommentHidden',
  'RatingExcluded',
  'RaterExcluded',
  'AccountSuspended',
  'AccountStruck',
  'PictureUnblocked',
  'PostEscalated',
] as const;
export type ActKind = (typeof ACT_KINDS)[number];

/** What an admin did to content or people, under the id of the act. */
export interface ActDocument {
  readonly kind: ActKind;
  readonly subject: { readonly kind: SubjectKind; readonly id: string };
  /** Whom it concerns; null for a picture on the block list. */
  readonly ownerId: string | null;
  /** The admin; null if the server itself did it. */
  readonly adminId: string | null;
  readonly at: string;
  readonly reason: string | null;
  /** For the person concerned, or for other admins if there is none; null once the key has been destroyed. */
  readonly note: string | null;
  readonly undone: Undone | null;
}

interface Undone {
  readonly at: string;
  readonly by: string | null;
  readonly because: string | null;
}

interface ActData {
  readonly actId: string;
  readonly note: string | null;
}

/** What an event of this kind is about, whom it concerns, and its reason. */
interface About {
  readonly subject: { readonly kind: SubjectKind; readonly id: string };
  readonly ownerId: string | null;
  readonly reason: string | null;
}

export const acts = projection<ActDocument>({
  name: 'acts',
  version: 7,
  indexes: [
    { fields: { at: 1 } },
    { fields: { 'subject.id': 1, at: 1 } },
    { fields: { ownerId: 1, at: 1 } },
    { fields: { adminId: 1, at: 1 } },
    { fields: { kind: 1, at: 1 } },
  ],
  on: {
    PostApproved: done(onPost),
    PostHidden: done(onPost),
    PostShown: done(onPost),
    PostRemoved: done(onPost),
    PostActUndone: undone(),
    PostEscalated: done(onPost),
    LegalHoldLifted: undone(),
    ReportReviewed: done(onReport),
    ReportDismissed: done(onReport),
    ReportReopened: undone(),
    RatingExcluded: byAdmin(done(onRating)),
    RatingIncluded: byAdmin(undone()),
    RaterExcluded: done(onRater),
    RaterIncluded: undone(),
    AccountStruck: {
      ids: ({ data }) => [data.actId],
      fold: (_, { data: { accountId, reason, note }, type, metadata }) =>
        ofAccount(type, accountId, { reason, note }, metadata),
    },
    StrikeUndone: undone(),
    AccountSuspended: {
      // Disputes suspend without an admin.
      ids: ({ data }) => (data.cause === 'moderation' ? [data.suspensionId] : []),
      // A suspension by a strike is part of it.
      fold: (act, { data: { accountId, code, note }, type, metadata }) =>
        act ?? ofAccount(type, accountId, { reason: code, note }, metadata),
    },
    AccountRestored: {
      ids: ({ data }) => [data.suspensionId],
      fold: (act, { data: { reason }, metadata }) => {
        const by = adminIn(metadata);
        // A suspension that has ended is recorded without an admin.
        if (act?.kind !== 'AccountSuspended' || by === null) return act;
        return { ...act, undone: { at: metadata.at, by, because: reason } };
      },
    },
    CommentHidden: done(onComment),
    CommentActUndone: undone(),
    PictureUnblocked: done(onPicture),
    PictureUnblockingUndone: undone(),
  },
});

const UUID_LENGTH = 36;

/** The post that an act is about, or that a report or a rating is about; null for other acts. */
export function postOf({ subject: { kind, id } }: Pick<ActDocument, 'subject'>): string | null {
  // The id of a report or a rating begins with that of the post.
  return kind === 'post' || kind === 'report' || kind === 'rating' ? id.slice(0, UUID_LENGTH) : null;
}

function onPost({
  postId,
  ownerId,
  reason,
}: PostActEvents[PostActType] | LegalHoldEvents['PostEscalated']): About {
  return { subject: { kind: 'post', id: postId }, ownerId, reason };
}

function onPicture({ imageHash, reason }: BlockedPictureEvents['PictureUnblocked']): About {
  return { subject: { kind: 'picture', id: imageHash }, ownerId: null, reason };
}

function onComment({ commentId, authorId, reason }: CommentEvents['CommentHidden']): About {
  return { subject: { kind: 'comment', id: commentId }, ownerId: authorId, reason };
}

/** A decision about a report concerns who reported. */
function onReport({ postId, reporterId }: ReportEvents['ReportReviewed']): About {
  return {
    subject: { kind: 'report', id: reportIdOf(postId, reporterId) },
    ownerId: reporterId,
    reason: null,
  };
}

function onRating({ postId, userId }: RatingEvents['RatingExcluded']): About {
  return { subject: { kind: 'rating', id: `${postId}-${userId}` }, ownerId: userId, reason: null };
}

function onRater({ userId }: RaterEvents['RaterExcluded']): About {
  return { subject: { kind: 'rater', id: userId }, ownerId: userId, reason: null };
}

/** Only what an admin did: the server excludes each rating of an excluded person, as a part of that act. */
function byAdmin<Type extends string, Data>(
  fold: EventFold<ActDocument, Type, Data>,
): EventFold<ActDocument, Type, Data> {
  return { ...fold, ids: (event) => (adminIn(event.metadata) === null ? [] : fold.ids(event)) };
}

function done<Type extends ActKind, Data extends ActData>(
  aboutOf: (data: Data) => About,
): EventFold<ActDocument, Type, Data> {
  return {
    ids: ({ data }) => [data.actId],
    fold: (_, { type, data, metadata }) => ({
      kind: type,
      ...aboutOf(data),
      adminId: adminIn(metadata),
      at: metadata.at,
      note: data.note,
      undone: null,
    }),
  };
}

function ofAccount(
  kind: ActKind,
  id: string,
  given: Pick<ActDocument, 'reason' | 'note'>,
  metadata: Recorded['metadata'],
): ActDocument {
  const adminId = adminIn(metadata);
  return {
    kind,
    subject: { kind: 'account', id },
    ownerId: id,
    adminId,
    at: metadata.at,
    ...given,
    undone: null,
  };
}

/** The end of an act. */
function undone<
  Type extends string,
  Data extends { readonly actId: string; readonly because: string | null },
>(): EventFold<ActDocument, Type, Data> {
  return {
    ids: ({ data }) => [data.actId],
    fold: (act, { data: { because }, metadata }) =>
      act && { ...act, undone: { at: metadata.at, by: adminIn(metadata), because } },
  };
}

function adminIn({ actor }: Recorded['metadata']): string | null {
  return actor.kind === 'admin' ? actor.id : null;
}
