import type { Command } from '../../kernel/aggregate.js';
import { ApprovePost, HidePost, RemovePost, UndoPostAct } from '../post/post.commands.js';
import { DecideReport, ReopenReport } from '../report/report.commands.js';
import type { Decider } from '../moderation/decisions.js';
import type { ReviewEvents } from './review.events.js';

/** The acts that a decision of a review consists of. Each can be repeated: it is done once. */
export function actsOf(decided: ReviewEvents['ReviewDecided'], decider: Decider): Command<object>[] {
  const { postId, decision } = decided;
  const status = decision === 'hide' || decision === 'remove' ? 'reviewed' : 'dismissed';
  const reports = decided.reports.map(
    (report) => new DecideReport({ postId, ...report, decider, status, note: '' }),
  );
  return [...actsOnPost(decided, decider), ...reports];
}

/** The commands that undo a decision: the act on the post, and those on the reports. */
export function undosOf(
  postId: string,
  { decision, actId, reports }: Pick<ReviewEvents['ReviewDecided'], 'decision' | 'actId' | 'reports'>,
  how: { readonly decider: Decider; readonly because: string },
): Command<object>[] {
  const reopened = reports.map((report) => new ReopenReport({ postId, ...report, ...how }));
  return decision === 'dismiss' ? reopened : [new UndoPostAct({ postId, actId, ...how }), ...reopened];
}

/** The act on the post alone, if there is one. */
export function actsOnPost(
  { postId, actId, decision, reason, note }: ReviewEvents['ReviewDecided'],
  decider: Decider,
): Command<object>[] {
  const act = { postId, actId, decider };
  const given = { reason: reason ?? 'other', note: note ?? '' };
  switch (decision) {
    case 'approve':
      return [new ApprovePost(act)];
    case 'hide':
      return [new HidePost({ ...act, ...given })];
    case 'remove':
      return [new RemovePost({ ...act, ...given })];
    case 'dismiss':
      return [];
  }
}
