import type { AdminRole } from '../../domain/admin/admin-roles.events.js';
import type { Decider } from '../../domain/moderation/decisions.js';
import { RestoreAccount, UndoStrike } from '../../domain/account/account.commands.js';
import { UndoCommentAct } from '../../domain/comment/comment.commands.js';
import { UndoUnblocking } from '../../domain/moderation/blocked-picture.commands.js';
import { LiftLegalHold, UndoPostAct } from '../../domain/post/post.commands.js';
import { ReopenReport } from '../../domain/report/report.commands.js';
import { reportOf } from '../../domain/report/report.events.js';
import { IncludeRater } from '../../domain/rating/rater.commands.js';
import { IncludeRating } from '../../domain/rating/rating.commands.js';
import type { Command } from '../../kernel/aggregate.js';
import type { Stored } from '../../kernel/document-store.js';
import type { ActDocument, ActKind } from '../../projections/acts/acts.projection.js';

export interface Undoing {
  readonly act: Stored<ActDocument>;
  readonly adminId: string;
  readonly decider: Decider;
  readonly because: string;
}

interface Undo {
  readonly roles: readonly AdminRole[];
  readonly command: (undoing: Undoing) => Command<object>;
}

/** A rating is named by the ids of its post and of its person. */
const UUID_LENGTH = 36;

const ofPost: Undo = {
  roles: ['moderator', 'owner'],
  command: ({ act, decider, because }) =>
    new UndoPostAct({ postId: act.subject.id, actId: act._id, decider, because }),
};

const ofComment: Undo = {
  roles: ['moderator', 'owner'],
  command: ({ act, decider, because }) =>
    new UndoCommentAct({ commentId: act.subject.id, actId: act._id, decider, because }),
};

const ofReport: Undo = {
  roles: ['moderator', 'owner'],
  command: ({ act, decider, because }) => {
    const report = reportOf(act.subject.id);
    if (!report) throw new Error(`${act.subject.id} is not the id of a report`);
    return new ReopenReport({ ...report, actId: act._id, decider, because });
  },
};

/** The command that undoes each kind of act. The stream decides whether it still can be. */
export const UNDO: Readonly<Record<ActKind, Undo>> = {
  PostApproved: ofPost,
  PostHidden: ofPost,
  PostShown: ofPost,
  PostRemoved: ofPost,
  ReportReviewed: ofReport,
  ReportDismissed: ofReport,
  RatingExcluded: {
    roles: ['moderator', 'owner'],
    command: ({ act, decider, because }) => {
      const [postId, userId] = [act.subject.id.slice(0, UUID_LENGTH), act.subject.id.slice(UUID_LENGTH + 1)];
      return new IncludeRating({ postId, userId, actId: act._id, because, decider });
    },
  },
  RaterExcluded: {
    roles: ['moderator', 'owner'],
    command: ({ act, decider, because }) =>
      new IncludeRater({ userId: act.subject.id, actId: act._id, because, decider }),
  },
  AccountSuspended: {
    roles: ['owner'],
    command: ({ act, decider, because: reason }) =>
      new RestoreAccount({ accountId: act.subject.id, suspensionId: act._id, reason, decider }),
  },
  AccountStruck: {
    roles: ['owner'],
    command: ({ act, decider, because }) =>
      new UndoStrike({ accountId: act.subject.id, actId: act._id, decider, because }),
  },
  PostEscalated: {
    roles: ['owner'],
    command: ({ act, adminId, decider, because }) =>
      new LiftLegalHold({ postId: act.subject.id, actId: act._id, adminId, decider, because }),
  },
  CommentHidden: ofComment,
  PictureUnblocked: {
    roles: ['moderator', 'owner'],
    command: ({ act, adminId, because }) =>
      new UndoUnblocking({ imageHash: act.subject.id, actId: act._id, adminId, because }),
  },
};
