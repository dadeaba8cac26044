import type { Comment } from '../../api/generated/schema.d.ts';
import { shownName } from '../../lib/wording.ts';

/** How many levels of replies are indented on the screen, whatever the depth in the data. */
const deepestLevel = 3;

export interface Thread {
  comment: Comment;
  /** The name that it replies to, if it is not directly under that comment. */
  inReplyTo: string | undefined;
  replies: Thread[];
}

/** The comments that were read, and what is known of the others. */
export interface CommentList {
  comments: readonly Comment[];
  /** The number of all comments when the first page was read. */
  total: number;
  /** Whether all pages were read. */
  isComplete: boolean;
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

/** The depth to which the server nests replies; deeper ones are on that level, too. */
const deepestNesting = 50;

/** Where replies to a comment are. */
interface Place {
  replies: Comment[];
  depth: number;
}

const copyOf = (comment: Comment): Comment => ({ ...comment, replies: comment.replies.map(copyOf) });

/** A root comment with the replies of two pages: those that answer replies on the earlier page go under these. */
function joinThread(earlier: Comment, later: Comment): Comment {
  const root = copyOf(earlier);
  const places = new Map<string, Place>();
  const note = (comment: Comment, { replies, depth }: Place): void => {
    const isDeepest = depth >= deepestNesting;
    const below = isDeepest ? { replies, depth } : { replies: comment.replies, depth: depth + 1 };
    places.set(comment.id, below);
    for (const reply of comment.replies) note(reply, below);
  };
  const top = { replies: root.replies, depth: 2 };
  note(root, { replies: [], depth: 1 });
  for (const reply of later.replies.map(copyOf)) {
    if (places.has(reply.id)) continue;
    const place = places.get(reply.parentCommentId ?? root.id) ?? top;
    place.replies.push(reply);
    note(reply, place);
  }
  return root;
}

/** The comments of successive pages as one list. A root whose thread goes on over several pages comes once. */
export function joinPages(pages: readonly (readonly Comment[])[]): Comment[] {
  const joined: Comment[] = [];
  for (const page of pages) {
    for (const comment of page) {
      const last = joined.at(-1);
      if (last?.id === comment.id) joined.splice(-1, 1, joinThread(last, comment));
      else joined.push(comment);
    }
  }
  return joined;
}

/**
 * The threads with one of the answered comments that are in the list no longer, because newer ones moved them to a page that
 * is not loaded.
 */
export function movedAway(
  before: readonly Comment[],
  { comments, isComplete }: CommentList,
  answered: ReadonlySet<string>,
): readonly Comment[] {
  if (isComplete || answered.size === 0) return [];
  const listed = new Set(comments.map(({ id }) => id));
  return before.filter((thread) => !listed.has(thread.id) && idsOf([thread]).some((id) => answered.has(id)));
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
 * How many comments were added since the list was read, without those sent from here (by their ids), which their
 * author knows.
 */
export function freshCount(
  commentsCount: number,
  { comments, total, isComplete }: CommentList,
  sent: readonly string[],
): number {
  const ids = new Set(idsOf(comments));
  const own = new Set(sent.filter((id) => id !== '' && !ids.has(id)));
  return Math.max(0, commentsCount - (isComplete ? ids.size : total) - own.size);
}
