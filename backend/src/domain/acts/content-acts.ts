import type { Command } from '../../kernel/aggregate.js';
import type { DomainEvents } from '../events.js';
import type { PostActType } from '../post/post-moderation.js';
import { Comment } from '../comment/comment.js';
import { PictureBlock } from '../moderation/blocked-picture.js';
import { Post } from '../post/post.js';
import { Rating } from '../rating/rating.js';
import { Report, reportIdOf, reportOf } from '../report/report.js';
import {
  type ActDone,
  type Doing,
  MODERATORS,
  type OfAct,
  OWNERS,
  PLAIN,
  type RowOf,
  type Undoing,
  given,
  undoneBy,
} from './act.js';

/** A rating is named by the ids of its post and of its person. */
const UUID_LENGTH = 36;

const postOf = ({ subjectId: postId, actId, decider }: OfAct) => ({ postId, actId, decider });
const commentOf = ({ subjectId: commentId, actId, decider }: OfAct) => ({ commentId, actId, decider });
const pictureOf = ({ subjectId: imageHash, actId, adminId, decider }: OfAct) => ({
  imageHash,
  actId,
  adminId,
  decider,
});

function ratingOf({ subjectId, actId, decider }: OfAct) {
  const postId = subjectId.slice(0, UUID_LENGTH);
  return { postId, userId: subjectId.slice(UUID_LENGTH + 1), actId, decider };
}

function reportIn({ subjectId, actId, decider }: OfAct) {
  const report = reportOf(subjectId);
  if (!report) throw new Error(`${subjectId} is not the id of a report`);
  return { ...report, actId, decider };
}

const decideReport =
  (status: 'reviewed' | 'dismissed') =>
  (act: Doing): Command =>
    Report.DecideReport({ ...reportIn(act), status, note: act.note });

const onPost = {
  ...PLAIN,
  subject: 'post',
  roles: MODERATORS,
  effect: 'changed',
  ifOwn: 'waits',
  undo: {
    event: 'PostActUndone',
    roles: MODERATORS,
    of: undoneBy,
    do: ({ because, isByAppeal, ...act }: Undoing): Command =>
      Post.UndoPostAct({ ...postOf(act), because, ...(isByAppeal && { isByAppeal }) }),
  },
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
  undo: {
    event: 'ReportReopened',
    roles: MODERATORS,
    of: undoneBy,
    do: (act: Undoing): Command => Report.ReopenReport({ ...reportIn(act), because: act.because }),
  },
  of: ({ subjectId, postId, reporterId, actId, note }: DomainEvents['ReportReviewed']): ActDone => ({
    actId,
    postId,
    subjectId: reportIdOf(subjectId, reporterId),
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
  PostApproved: {
    ...onPost,
    name: 'Post approved',
    do: (act): Command => Post.ApprovePost({ ...postOf(act), shown: act.shown ?? null }),
  },
  PostHidden: {
    ...onPost,
    name: 'Post hidden',
    effect: 'hidden',
    isAgainst: true,
    told: {
      as: 'hidden',
      sentence: 'Your post was hidden',
      means: 'Only you can see your post now. It stays hidden until the decision is undone.',
      appeal: 'post',
    },
    do: (act): Command => Post.HidePost({ ...postOf(act), ...given(act) }),
  },
  PostShown: {
    ...onPost,
    name: 'Post shown',
    effect: 'shown',
    do: (act): Command => Post.ShowPost({ ...postOf(act), given: act.reason && given(act) }),
  },
  PostRemoved: {
    ...onPost,
    name: 'Post removed',
    effect: 'hidden',
    isAgainst: true,
    told: {
      as: 'removed',
      sentence: 'Your post was removed',
      means:
        'Only you can see your post now. Its picture is deleted after 30 days, or after an appeal that is still open then.',
      appeal: 'post',
    },
    do: (act): Command => Post.RemovePost({ ...postOf(act), ...given(act) }),
  },
  PostEscalated: {
    ...onPost,
    name: 'Post escalated',
    effect: 'hidden',
    isAgainst: true,
    do: (act): Command => Post.EscalatePost({ ...postOf(act), adminId: act.adminId, ...given(act) }),
    undo: {
      event: 'LegalHoldLifted',
      roles: OWNERS,
      of: undoneBy,
      do: (act): Command =>
        Post.LiftLegalHold({ ...postOf(act), adminId: act.adminId, because: act.because }),
    },
  },
  ReportReviewed: {
    ...onReport,
    name: 'Report reviewed',
    told: {
      as: 'reportReviewed',
      sentence: 'Your report was right',
      means: 'We looked at what you reported, and agree with you. Thank you for telling us.',
      appeal: null,
    },
    do: decideReport('reviewed'),
  },
  ReportDismissed: {
    ...onReport,
    name: 'Report dismissed',
    told: {
      as: 'reportDismissed',
      sentence: 'Your report was dismissed',
      means: 'We looked at what you reported, and found nothing against our Terms of Service. It stays.',
      appeal: 'report',
    },
    do: decideReport('dismissed'),
  },
  CommentHidden: {
    ...PLAIN,
    name: 'Comment hidden',
    subject: 'comment',
    roles: MODERATORS,
    effect: 'changed',
    ifOwn: 'waits',
    do: (act): Command => Comment.HideComment({ ...commentOf(act), ...given(act) }),
    undo: {
      event: 'CommentActUndone',
      roles: MODERATORS,
      of: undoneBy,
      do: (act): Command => Comment.UndoCommentAct({ ...commentOf(act), because: act.because }),
    },
    told: {
      as: 'commentHidden',
      sentence: 'Your comment was hidden',
      means: 'Nobody else can read your comment now. It stays hidden until the decision is undone.',
      appeal: 'comment',
    },
    of: ({ commentId, postId, authorId, actId, reason, note }: DomainEvents['CommentHidden']) => ({
      actId,
      postId,
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
    do: (act): Command => Rating.ExcludeRating({ ...ratingOf(act), note: act.note }),
    undo: {
      event: 'RatingIncluded',
      roles: MODERATORS,
      isByAdmin: true,
      of: undoneBy,
      do: (act): Command => Rating.IncludeRating({ ...ratingOf(act), because: act.because }),
    },
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
    do: (act): Command => PictureBlock.UnblockPicture({ ...pictureOf(act), ...given(act) }),
    undo: {
      event: 'PictureUnblockingUndone',
      roles: MODERATORS,
      of: undoneBy,
      do: (act): Command => PictureBlock.UndoUnblocking({ ...pictureOf(act), because: act.because }),
    },
    of: ({ imageHash, actId, reason, note }: DomainEvents['PictureUnblocked']) => ({
      actId,
      subjectId: imageHash,
      ownerId: null,
      reason,
      note,
    }),
  },
} as const satisfies { readonly [Kind in ContentKind]: RowOf<Kind> };
