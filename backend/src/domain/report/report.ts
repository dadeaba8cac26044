import { type Aggregate, type EventOf, Rejected } from '../../kernel/aggregate.js';
import { requireVisible } from '../post/post-facts.js';
import * as commands from './report.commands.js';
import type { ReportEvents } from './report.events.js';

/** One person's report of one post. */
export interface Report {
  readonly isOpen: boolean;
}

/** In characters; an emoji counts as one. */
export const LONGEST_REASON = 1000;

const reportPost = (
  { post, reporterId, category, reason }: commands.ReportPost['data'],
  report: Report,
): EventOf<ReportEvents>[] => {
  requireVisible(post, reporterId);
  if (post.ownerId === reporterId) throw new Rejected('forbidden', 'You cannot report your own post');
  const trimmed = reason.trim();
  if (trimmed === '') {
    throw new Rejected('invalid', 'Please provide a reason for reporting this post');
  }
  if ([...trimmed].length > LONGEST_REASON) {
    throw new Rejected('invalid', `A reason has at most ${LONGEST_REASON} characters`);
  }
  if (report.isOpen) throw new Rejected('conflict', 'You have already reported this post.');
  const { postId, ownerId } = post;
  return [{ type: 'PostReported', data: { postId, ownerId, reporterId, category, reason: trimmed } }];
};

export const report: Aggregate<Report, ReportEvents, typeof commands> = {
  category: 'report',
  id: ({ post, reporterId }) => `${post.postId}-${reporterId}`,
  initial: { isOpen: false },
  commands,
  decide: { ReportPost: reportPost },
  evolve: { PostReported: () => ({ isOpen: true }) },
};
