import type { DomainEvents } from '../events.js';
import type { PostActType } from '../post/post-moderation.js';
import { reportIdOf } from '../report/report.js';
import { type ActDone, MODERATORS, OWNERS, PLAIN, type RowOf, undoneBy } from './row-facts.js';

const onPost = {
  ...PLAIN,
  subject: 'post',
  roles: MODERATORS,
  effect: 'changed',
  ifOwn: 'waits',
  undo: { event: 'PostActUndone', roles: MODERATORS, of: undoneBy },
  of: ({ postId, ownerId, actId, reason, note }: DomainEvents[PostActType | 'PostEscalated']): ActDone => ({
    actId,
    subjectId: postId,
    ownerId,
    reason,
    note,
  }),
} as const;

/** A decision about a report concerns who reported. */
const onReport = {
  ...PLAIN,
  subject: 'report',
  roles: MODERATORS,
  ifOwn: 'waits',
  undo: { event: 'ReportReopened', roles: MODERATORS, of: undoneBy },
  of: ({ postId, reporterId, actId, note }: DomainEvents['ReportReviewed']): ActDone => ({
    actId,
    subjectId: reportIdOf(postId, reporterId),
    ownerId: reporterId,
    reason: null,
    note,
  }),
} as const;

type ContentKind =
  | PostActType
  | 'PostEscalated'
  | 'ReportReviewed'
  | 'ReportDismissed'
  | 'CommentHidden'
  | 'RatingExcluded'
  | 'PictureUnblocked';

/** The acts on what people publish. */
export const CONTENT_ACTS = {
  PostApproved: { ...onPost, name: 'Post approved' },
  PostHidden: {
    ...onPost,
    name: 'Post hidden',
    effect: 'hidden',
    isAgainst: true,
    told: { as: 'hidden', sentence: 'Your post was hidden', appeal: 'post' },
  },
  PostShown: { ...onPost, name: 'Post shown', effect: 'shown' },
  PostRemoved: {
    ...onPost,
    name: 'Post removed',
    effect: 'hidden',
    isAgainst: true,
    told: { as: 'removed', sentence: 'Your post was removed', appeal: 'post' },
  },
  PostEscalated: {
    ...onPost,
    name: 'Post escalated',
    effect: 'hidden',
    isAgainst: true,
    undo: { event: 'LegalHoldLifted', roles: OWNERS, of: undoneBy },
  },
  ReportReviewed: {
    ...onReport,
    name: 'Report reviewed',
    told: { as: 'reportReviewed', sentence: 'Your report was right', appeal: null },
  },
  ReportDismissed: {
    ...onReport,
    name: 'Report dismissed',
    told: { as: 'reportDismissed', sentence: 'Your report was dismissed', appeal: 'report' },
  },
  CommentHidden: {
    ...PLAIN,
    name: 'Comment hidden',
    subject: 'comment',
    roles: MODERATORS,
    effect: 'changed',
    ifOwn: 'waits',
    undo: { event: 'CommentActUndone', roles: MODERATORS, of: undoneBy },
    told: { as: 'commentHidden', sentence: 'Your comment was hidden', appeal: 'comment' },
    of: ({ commentId, authorId, actId, reason, note }: DomainEvents['CommentHidden']) => ({
      actId,
      subjectId: commentId,
      ownerId: authorId,
      reason,
      note,
    }),
  },
  RatingExcluded: {
    ...PLAIN,
    name: 'Rating excluded',
    subject: 'rating',
    roles: MODERATORS,
    effect: 'changed',
    isByAdmin: true,
    undo: { event: 'RatingIncluded', roles: MODERATORS, isByAdmin: true, of: undoneBy },
    of: ({ postId, userId, actId, note }: DomainEvents['RatingExcluded']) => ({
      actId,
      subjectId: `${postId}-${userId}`,
      ownerId: userId,
      reason: null,
      note,
    }),
  },
  PictureUnblocked: {
    ...PLAIN,
    name: 'Picture unblocked',
    subject: 'picture',
    roles: MODERATORS,
    undo: { event: 'PictureUnblockingUndone', roles: MODERATORS, of: undoneBy },
    of: ({ imageHash, actId, reason, note }: DomainEvents['PictureUnblocked']) => ({
      actId,
      subjectId: imageHash,
      ownerId: null,
      reason,
      note,
    }),
  },
} as const satisfies { readonly [Kind in ContentKind]: RowOf<Kind> };
