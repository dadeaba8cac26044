import { aggregate, type EventOf, Rejected } from '../../kernel/aggregate.js';
import { noteOf, refuseOwn, trimmedTo } from '../moderation/decisions.js';
import { requireVisible } from '../post/post-facts.js';
import type * as commands from './comment.commands.js';
import { DEEPEST_COMMENT } from './comment-facts.js';
import { commentEvents, type CommentEvents } from './comment.events.js';

export interface Comment {
  readonly posted: CommentEvents['CommentPosted'] | null;
  /** ISO 8601; null before the comment is posted. */
  readonly postedAt: string | null;
  readonly deleted: boolean;
  /** The act that hides it; null if none does. */
  readonly hiddenBy: string | null;
  /** The acts that were undone. */
  readonly undone: readonly string[];
}

/** In characters: an emoji counts as one. */
export const LONGEST_COMMENT = 500;

/** Whether this repeats the posted comment: same text, author, post and parent. */
function isSame(
  { post, authorId, parent, text }: commands.PostComment,
  posted: CommentEvents['CommentPosted'],
): boolean {
  return (
    posted.authorId === authorId &&
    posted.postId === post.postId &&
    posted.parent?.commentId === parent?.commentId &&
    posted.text === text.trim()
  );
}

const postComment = (data: commands.PostComment, { posted }: Comment): EventOf<typeof commentEvents>[] => {
  const { commentId, post, authorId, parent, text } = data;
  if (posted) {
    if (isSame(data, posted)) return [];
    throw new Rejected('conflict', 'Another comment already has this id.');
  }
  requireVisible(post, authorId);
  if (parent && parent.postId !== post.postId) throw new Rejected('notFound', 'Comment not found');
  if (parent && parent.depth >= DEEPEST_COMMENT) {
    throw new Rejected('invalid', 'This thread is as deep as it gets. Please reply to an earlier comment.');
  }
  const trimmed = trimmedTo(LONGEST_COMMENT, text, 'A comment');
  if (trimmed === '') throw new Rejected('invalid', 'Please write something first.');
  return [
    {
      type: 'CommentPosted',
      data: {
        commentId,
        postId: post.postId,
        postOwnerId: post.ownerId,
        authorId,
        parent: parent && { commentId: parent.commentId, authorId: parent.authorId },
        text: trimmed,
      },
    },
  ];
};

const deleteComment = (
  { commentId, by, because }: commands.DeleteComment,
  comment: Comment,
): EventOf<typeof commentEvents>[] => {
  if (!comment.posted) throw new Rejected('notFound', 'Comment not found');
  const { postId, postOwnerId, authorId, parent } = comment.posted;
  if (because === 'author' && authorId !== by) {
    throw new Rejected('forbidden', 'You can only delete your own comments.');
  }
  if (comment.deleted) return [];
  const wasHidden = comment.hiddenBy !== null;
  return [
    {
      type: 'CommentDeleted',
      data: { commentId, postId, postOwnerId, authorId, parent, because, wasHidden },
    },
  ];
};

const hideComment = (
  { actId, decider, ...given }: commands.HideComment,
  comment: Comment,
): EventOf<typeof commentEvents>[] => {
  const about = existing(comment, decider);
  if (comment.hiddenBy !== null) return [];
  return [{ type: 'CommentHidden', data: { ...about, actId, reason: given.reason, note: noteOf(given) } }];
};

const undoCommentAct = (
  { actId, decider, because }: commands.UndoCommentAct,
  comment: Comment,
): EventOf<typeof commentEvents>[] => {
  const about = existing(comment, decider);
  if (comment.undone.includes(actId)) return [];
  if (comment.hiddenBy !== actId) throw new Rejected('notFound', 'Act not found');
  return [{ type: 'CommentActUndone', data: { ...about, actId, because } }];
};

/** Of which comment an act is. @throws Rejected if it does not exist, or is the admin's own */
function existing({ posted, deleted }: Comment, decider: commands.HideComment['decider']) {
  if (!posted || deleted) throw new Rejected('notFound', 'Comment not found');
  const { text: _, ...about } = posted;
  refuseOwn(decider, about.authorId);
  return about;
}

type Key = commands.PostComment | commands.DeleteComment | commands.HideComment | commands.UndoCommentAct;

const initial: Comment = { posted: null, postedAt: null, deleted: false, hiddenBy: null, undone: [] };

export const Comment = aggregate('comment', {
  id: ({ commentId }: Key) => commentId,
  initial,
  events: commentEvents,
}).rules({
  evolve: {
    CommentPosted: (state, posted, at) => ({ ...state, posted, postedAt: at }),
    CommentDeleted: (state) => ({ ...state, deleted: true }),
    CommentHidden: (state, { actId }) => ({ ...state, hiddenBy: actId }),
    CommentActUndone: (state, { actId }) => ({
      ...state,
      hiddenBy: null,
      undone: [...state.undone, actId],
    }),
  },
  decide: {
    PostComment: postComment,
    DeleteComment: deleteComment,
    HideComment: hideComment,
    UndoCommentAct: undoCommentAct,
  },
});
