import type { Comment } from '../../api/types.ts';
import { shownName } from '../../lib/wording.ts';

/** How many levels of replies are indented on the screen, whatever the depth in the data. */
const deepestLevel = 3;

/** A comment as it is shown. */
export interface Thread {
  comment: Comment;
  /** The name that it replies to, if it is not directly under that comment. */
  inReplyTo: string | undefined;
  replies: Thread[];
}

/**
 * Comments with replies to three levels; deeper ones are on the third level, after the comment that they reply to.
 */
export function threadsOf(comments: readonly Comment[], level = 1): Thread[] {
  if (level === deepestLevel) return comments.flatMap((comment) => onOneLevel(comment, undefined));
  return comments.map((comment) => ({
    comment,
    inReplyTo: undefined,
    replies: threadsOf(comment.replies, level + 1),
  }));
}

function onOneLevel(comment: Comment, inReplyTo: string | undefined): Thread[] {
  const name = shownName(comment);
  return [
    { comment, inReplyTo, replies: [] },
    ...comment.replies.flatMap((reply) => onOneLevel(reply, name)),
  ];
}

/** The ids of these comments and of all their replies. */
export function idsOf(comments: readonly Comment[]): string[] {
  return comments.flatMap(({ id, replies }) => [id, ...idsOf(replies)]);
}

/** The first `most` comments, and of the rest those with an open reply form, at any depth. */
export function shownOf(
  comments: readonly Comment[],
  most: number,
  answered: ReadonlySet<string>,
): readonly Comment[] {
  return comments.filter(
    (comment, index) =>
      index < most || (answered.size > 0 && idsOf([comment]).some((id) => answered.has(id))),
  );
}

/** The comment with this id, at any depth; undefined if it is not among them. */
export function findComment(comments: readonly Comment[], id: string): Comment | undefined {
  for (const comment of comments) {
    const found = comment.id === id ? comment : findComment(comment.replies, id);
    if (found) return found;
  }
  return undefined;
}

/** The number of replies to a comment, at any depth. */
export function countReplies({ replies }: Comment): number {
  return replies.reduce((sum, reply) => sum + 1 + countReplies(reply), 0);
}

/**
 * The comments with one of them changed (or removed, by null), at any depth; unchanged ones stay the same objects.
 */
export function changeComment(
  comments: readonly Comment[],
  id: string,
  change: (comment: Comment) => Comment | null,
): Comment[] {
  return comments.flatMap((comment) => {
    if (comment.id === id) return change(comment) ?? [];
    const replies = changeComment(comment.replies, id, change);
    const isSame =
      replies.length === comment.replies.length &&
      replies.every((reply, index) => reply === comment.replies[index]);
    return isSame ? comment : { ...comment, replies };
  });
}

/**
 * The maximum number of comments that the server lists. Beyond it the list is incomplete and cannot be compared with
 * the count.
 */
export const mostListed = 5000;

/**
 * How many comments were added since the list was read, without those sent from here (by their ids), which their
 * author knows.
 */
export function freshCount(total: number, listed: readonly Comment[], sent: readonly string[]): number {
  if (total > mostListed) return 0;
  const ids = new Set(idsOf(listed));
  const own = new Set(sent.filter((id) => id !== '' && !ids.has(id)));
  return Math.max(0, total - ids.size - own.size);
}
