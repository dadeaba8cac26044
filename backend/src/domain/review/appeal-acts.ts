import { RestoreAccount, UndoStrike } from '../account/account.commands.js';
import { UndoCommentAct } from '../comment/comment.commands.js';
import type { Decider } from '../moderation/decisions.js';
import { UndoPostAct } from '../post/post.commands.js';
import { ReopenReport } from '../report/report.commands.js';
import { reportOf } from '../report/report.events.js';
import type { Command } from '../../kernel/aggregate.js';
import type { Appealed, OfAppeal } from './appeal.events.js';

interface Undoing {
  readonly subjectId: string;
  readonly actId: string;
  readonly decider: Decider;
  readonly because: string;
}

const UNDO: Readonly<Record<Appealed, (undoing: Undoing) => Command<object>>> = {
  post: ({ subjectId, ...undoing }) => new UndoPostAct({ postId: subjectId, ...undoing }),
  comment: ({ subjectId, ...undoing }) => new UndoCommentAct({ commentId: subjectId, ...undoing }),
  report: ({ subjectId, ...undoing }) => {
    const report = reportOf(subjectId);
    if (!report) throw new Error(`${subjectId} is not the id of a report`);
    return new ReopenReport({ ...report, ...undoing });
  },
  suspension: ({ subjectId, actId, decider, because }) =>
    new RestoreAccount({ accountId: subjectId, suspensionId: actId, reason: because, decider }),
  strike: ({ subjectId, ...undoing }) => new UndoStrike({ accountId: subjectId, ...undoing }),
};

/** The command that a granted appeal leads to. It can be repeated: the act is undone once. */
export function undoOfAppealed(
  { actId, about, subjectId }: Pick<OfAppeal, 'actId' | 'about' | 'subjectId'>,
  decider: Decider,
): Command<object> {
  return UNDO[about]({ subjectId, actId, decider, because: 'The appeal was granted.' });
}
