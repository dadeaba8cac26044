import type { Comment } from './comment.js';

/** Deeper nesting than this could not be written as JSON for ever: the writer's stack ends somewhere. */
export const DEEPEST = 100;

/**
 * Puts replies under what they reply to: the newest comment first, replies oldest first. A reply whose chain of parents
 * is not whole is left out. What is nested deeper than {@link DEEPEST} levels stands on that level, under the last
 * comment above it. Never recurses, however long the chain.
 */
export function threadsOf(comments: readonly Comment[]): Comment[] {
  const repliesTo = Map.groupBy(comments.toSorted(older), ({ parentCommentId }) => parentCommentId);
  const roots = repliesTo.get(null) ?? [];
  const deepest = new Set<Comment[]>();
  const open = roots.map((comment) => ({ comment, depth: 1, replies: comment.replies }));
  for (let place = open.pop(); place; place = open.pop()) {
    const { comment, depth, replies } = place;
    const isLast = depth + 1 >= DEEPEST;
    if (isLast) deepest.add(replies);
    for (const reply of repliesTo.get(comment.id) ?? []) {
      replies.push(reply);
      open.push({ comment: reply, depth: depth + 1, replies: isLast ? replies : reply.replies });
    }
  }
  for (const replies of deepest) replies.sort(older);
  return roots.toReversed();
}

function older(one: Comment, other: Comment): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}
