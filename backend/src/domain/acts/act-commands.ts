import { Account } from '../account/account.js';
import { Comment } from '../comment/comment.js';
import { PictureBlock } from '../moderation/blocked-picture.js';
import type { Decider } from '../moderation/decisions.js';
import type { GivenReason, ReasonCode } from '../moderation/reasons.js';
import { Payment } from '../payment/payment.js';
import { StripeEvent } from '../payment/stripe-event.js';
import { Post } from '../post/post.js';
import { Rater } from '../rating/rater.js';
import { Rating } from '../rating/rating.js';
import { Report, reportOf } from '../report/report.js';
import { type Command, Rejected } from '../../kernel/aggregate.js';
import type { ACTS, ActKind } from './act-facts.js';

interface OfAct {
  readonly subjectId: string;
  readonly actId: string;
  readonly adminId: string;
  readonly decider: Decider;
}

/** An act that an admin asks for. */
export interface Doing extends OfAct {
  readonly reason: ReasonCode | null;
  readonly note: string;
}

export interface Undoing extends OfAct {
  readonly because: string;
}

type Do = (doing: Doing) => Command<object>;
type Undo = (undoing: Undoing) => Command<object>;

/** The commands of an act. Acts that stay have none that undoes them; those that need more than a reason have none here. */
type CommandsOf<Kind extends ActKind> = {
  readonly do: Do | null;
  readonly undo: (typeof ACTS)[Kind]['undo'] extends { readonly event: null } ? null : Undo;
};

/** A rating is named by the ids of its post and of its person. */
const UUID_LENGTH = 36;

const postOf = ({ subjectId: postId, actId, decider }: OfAct) => ({ postId, actId, decider });
const pictureOf = ({ subjectId: imageHash, actId, adminId, decider }: OfAct) => ({
  imageHash,
  actId,
  adminId,
  decider,
});
const paymentOf = ({ subjectId: reference, actId, decider }: OfAct) => ({ reference, actId, decider });
const raterOf = ({ subjectId: userId, actId, decider }: OfAct) => ({ userId, actId, decider });
const commentOf = ({ subjectId: commentId, actId, decider }: OfAct) => ({ commentId, actId, decider });

function ratingOf({ subjectId, actId, decider }: OfAct) {
  const postId = subjectId.slice(0, UUID_LENGTH);
  return { postId, userId: subjectId.slice(UUID_LENGTH + 1), actId, decider };
}

function reportIn({ subjectId, actId, decider }: OfAct) {
  const report = reportOf(subjectId);
  if (!report) throw new Error(`${subjectId} is not the id of a report`);
  return { ...report, actId, decider };
}

/** @throws Rejected (invalid) without a reason */
function given({ reason, note }: Doing): GivenReason {
  if (reason === null) throw new Rejected('invalid', 'Please choose a reason from the list');
  return { reason, note };
}

const undoPostAct: Undo = (act) => Post.UndoPostAct({ ...postOf(act), because: act.because });
const reopenReport: Undo = (act) => Report.ReopenReport({ ...reportIn(act), because: act.because });
const decideReport =
  (status: 'reviewed' | 'dismissed'): Do =>
  (act) =>
    Report.DecideReport({ ...reportIn(act), status, note: act.note });

/** The commands of all acts. Each can be repeated: an act is done once and undone once. */
export const ACT_COMMANDS: { readonly [Kind in ActKind]: CommandsOf<Kind> } = {
  PostApproved: { do: (act) => Post.ApprovePost(postOf(act)), undo: undoPostAct },
  PostHidden: { do: (act) => Post.HidePost({ ...postOf(act), ...given(act) }), undo: undoPostAct },
  PostShown: {
    do: (act) => Post.ShowPost({ ...postOf(act), given: act.reason && given(act) }),
    undo: undoPostAct,
  },
  PostRemoved: { do: (act) => Post.RemovePost({ ...postOf(act), ...given(act) }), undo: undoPostAct },
  PostEscalated: {
    do: (act) => Post.EscalatePost({ ...postOf(act), adminId: act.adminId, ...given(act) }),
    undo: (act) => Post.LiftLegalHold({ ...postOf(act), adminId: act.adminId, because: act.because }),
  },
  ReportReviewed: { do: decideReport('reviewed'), undo: reopenReport },
  ReportDismissed: { do: decideReport('dismissed'), undo: reopenReport },
  CommentHidden: {
    do: (act) => Comment.HideComment({ ...commentOf(act), ...given(act) }),
    undo: (act) => Comment.UndoCommentAct({ ...commentOf(act), because: act.because }),
  },
  RatingExcluded: {
    do: (act) => Rating.ExcludeRating({ ...ratingOf(act), note: act.note }),
    undo: (act) => Rating.IncludeRating({ ...ratingOf(act), because: act.because }),
  },
  RaterExcluded: {
    do: (act) => Rater.ExcludeRater({ ...raterOf(act), note: act.note }),
    undo: (act) => Rater.IncludeRater({ ...raterOf(act), because: act.because }),
  },
  PictureUnblocked: {
    do: (act) => PictureBlock.UnblockPicture({ ...pictureOf(act), ...given(act) }),
    undo: (act) => PictureBlock.UndoUnblocking({ ...pictureOf(act), because: act.because }),
  },
  PaymentResolved: { do: null, undo: null },
  RefundStarted: { do: null, undo: null },
  RefundDeclined: {
    do: (act) => Payment.DeclineRefund({ ...paymentOf(act), reason: act.note }),
    undo: null,
  },
  DisputeResolved: { do: null, undo: null },
  FraudWarningsDismissed: {
    do: (act) => Payment.DismissFraudWarnings({ ...paymentOf(act), note: act.note }),
    undo: null,
  },
  StripeEventResolved: {
    do: ({ subjectId: stripeEventId, actId, note }) =>
      StripeEvent.ResolveStripeEvent({ stripeEventId, actId, note }),
    undo: null,
  },
  StripeDifferenceSettled: { do: null, undo: null },
  EmailDisclosed: { do: null, undo: null },
  EmailsDisclosed: { do: null, undo: null },
  EventDisclosed: { do: null, undo: null },
  AccountStruck: {
    do: null,
    undo: ({ subjectId: accountId, actId, decider, because }) =>
      Account.UndoStrike({ accountId, actId, decider, because }),
  },
  AccountSuspended: {
    do: null,
    undo: ({ subjectId: accountId, actId: suspensionId, decider, because: reason }) =>
      Account.RestoreAccount({ accountId, suspensionId, reason, decider }),
  },
};

/** @throws Error for an act that needs more than a reason */
export function commandOf(kind: ActKind, doing: Doing): Command<object> {
  const command = ACT_COMMANDS[kind].do?.(doing);
  if (!command) throw new Error(`${kind} needs more than a reason`);
  return command;
}

/** The command that undoes an act; null for an act that stays. */
export function undoOf(kind: ActKind, undoing: Undoing): Command<object> | null {
  const undo: Undo | null = ACT_COMMANDS[kind].undo;
  return undo && undo(undoing);
}
