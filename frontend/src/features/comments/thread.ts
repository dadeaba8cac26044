import type { Comment } from '../../api/types.ts';
import { shownName } from '../../lib/wording.ts';

/** How many levels of comments stand under each other on the screen, whatever is under them in the data. */
const deepestLevel = 3;

/** A comment as it stands on the screen. */
export interface Thread {
  comment: Comment;
  /** Whom it answers, where it does not stand under what it answers. */
  inReplyTo: string | undefined;
  replies: Thread[];
}

/** Comments under each other to three levels; what lies deeper stands on the third, after what it answers. */
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

/** The ids of these comments and of all replies to them. */
export function idsOf(comments: readonly Comment[]): string[] {
  return comments.flatMap(({ id, replies }) => [id, ...idsOf(replies)]);
}

/** The first so many comments, and of the others those that are being answered, at any depth. */
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

/** The comment with this id, at any depth; undefined when it is not among them. */
export function findComment(comments: readonly Comment[], id: string): Comment | undefined {
  for (const comment of comments) {
    const found = comment.id === id ? comment : findComment(comment.replies, id);
    if (found) return found;
  }
  return undefined;
}

/** How many replies there are under a comment, at any depth. */
export function countReplies({ replies }: Comment): number {
  return replies.reduce((sum, reply) => sum + 1 + countReplies(reply), 0);
}

/** The comments with one of them changed (or taken out, by null), at any depth; those it does not touch are the same objects. */
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

/** The most comments of a post that the server lists: of more, some are never read, so that the count tells nothing of new ones. */
export const mostListed = 5000;

/**
 * How many comments a post has beyond those that were read, without those that were sent from here (by their ids) and are not
 * among them yet: their author knows of them.
 */
export function freshCount(total: number, listed: readonly Comment[], sent: readonly string[]): number {
  if (total > mostListed) return 0;
  const ids = new Set(idsOf(listed));
  const own = new Set(sent.filter((id) => id !== '' && !ids.has(id)));
  return Math.max(0, total - ids.size - own.size);
}
