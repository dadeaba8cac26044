import { RestoreAccount, UndoStrike } from '../account/account.commands.js';
import { HideComment, UndoCommentAct } from '../comment/comment.commands.js';
import { UndoUnblocking, UnblockPicture } from '../moderation/blocked-picture.commands.js';
import type { Decider } from '../moderation/decisions.js';
import type { GivenReason, ReasonCode } from '../moderation/reasons.js';
import { DeclineRefund, DismissFraudWarnings } from '../payment/payment.commands.js';
import { ResolveStripeEvent } from '../payment/stripe-event.commands.js';
import {
  ApprovePost,
  EscalatePost,
  HidePost,
  LiftLegalHold,
  RemovePost,
  ShowPost,
  UndoPostAct,
} from '../post/post.commands.js';
import { ExcludeRater, IncludeRater } from '../rating/rater.commands.js';
import { ExcludeRating, IncludeRating } from '../rating/rating.commands.js';
import { DecideReport, ReopenReport } from '../report/report.commands.js';
import { reportOf } from '../report/report.events.js';
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

const undoPostAct: Undo = (act) => new UndoPostAct({ ...postOf(act), because: act.because });
const reopenReport: Undo = (act) => new ReopenReport({ ...reportIn(act), because: act.because });
const decideReport =
  (status: 'reviewed' | 'dismissed'): Do =>
  (act) =>
    new DecideReport({ ...reportIn(act), status, note: act.note });

/** The commands of all acts. Each can be repeated: an act is done once and undone once. */
export const ACT_COMMANDS: { readonly [Kind in ActKind]: CommandsOf<Kind> } = {
  PostApproved: { do: (act) => new ApprovePost(postOf(act)), undo: undoPostAct },
  PostHidden: { do: (act) => new HidePost({ ...postOf(act), ...given(act) }), undo: undoPostAct },
  PostShown: {
    do: (act) => new ShowPost({ ...postOf(act), given: act.reason && given(act) }),
    undo: undoPostAct,
  },
  PostRemoved: { do: (act) => new RemovePost({ ...postOf(act), ...given(act) }), undo: undoPostAct },
  PostEscalated: {
    do: (act) => new EscalatePost({ ...postOf(act), adminId: act.adminId, ...given(act) }),
    undo: (act) => new LiftLegalHold({ ...postOf(act), adminId: act.adminId, because: act.because }),
  },
  ReportReviewed: { do: decideReport('reviewed'), undo: reopenReport },
  ReportDismissed: { do: decideReport('dismissed'), undo: reopenReport },
  CommentHidden: {
    do: (act) => new HideComment({ ...commentOf(act), ...given(act) }),
    undo: (act) => new UndoCommentAct({ ...commentOf(act), because: act.because }),
  },
  RatingExcluded: {
    do: (act) => new ExcludeRating({ ...ratingOf(act), note: act.note }),
    undo: (act) => new IncludeRating({ ...ratingOf(act), because: act.because }),
  },
  RaterExcluded: {
    do: (act) => new ExcludeRater({ ...raterOf(act), note: act.note }),
    undo: (act) => new IncludeRater({ ...raterOf(act), because: act.because }),
  },
  PictureUnblocked: {
    do: (act) => new UnblockPicture({ ...pictureOf(act), ...given(act) }),
    undo: (act) => new UndoUnblocking({ ...pictureOf(act), because: act.because }),
  },
  PaymentResolved: { do: null, undo: null },
  RefundStarted: { do: null, undo: null },
  RefundDeclined: {
    do: (act) => new DeclineRefund({ ...paymentOf(act), reason: act.note }),
    undo: null,
  },
  DisputeResolved: { do: null, undo: null },
  FraudWarningsDismissed: {
    do: (act) => new DismissFraudWarnings({ ...paymentOf(act), note: act.note }),
    undo: null,
  },
  StripeEventResolved: {
    do: ({ subjectId: stripeEventId, actId, note }) => new ResolveStripeEvent({ stripeEventId, actId, note }),
    undo: null,
  },
  StripeDifferenceSettled: { do: null, undo: null },
  EmailDisclosed: { do: null, undo: null },
  EmailsDisclosed: { do: null, undo: null },
  EventDisclosed: { do: null, undo: null },
  AccountStruck: {
    do: null,
    undo: ({ subjectId: accountId, actId, decider, because }) =>
      new UndoStrike({ accountId, actId, decider, because }),
  },
  AccountSuspended: {
    do: null,
    undo: ({ subjectId: accountId, actId: suspensionId, decider, because: reason }) =>
      new RestoreAccount({ accountId, suspensionId, reason, decider }),
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
