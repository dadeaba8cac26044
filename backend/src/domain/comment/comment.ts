import { type Aggregate, type EventOf, Rejected } from '../../kernel/aggregate.js';
import { requireVisible } from '../post/post-facts.js';
import * as commands from './comment.commands.js';
import { DEEPEST_COMMENT } from './comment-facts.js';
import type { CommentEvents } from './comment.events.js';

/** A comment. */
export interface Comment {
  readonly posted: CommentEvents['CommentPosted'] | null;
  /** ISO 8601; null before the comment is posted. */
  readonly postedAt: string | null;
  readonly deleted: boolean;
}

/** In characters: an emoji counts as one. */
export const LONGEST_COMMENT = 500;

/** Whether this repeats the posted comment: same text, author, post and parent. */
function isSame(
  { post, authorId, parent, text }: commands.PostComment['data'],
  posted: CommentEvents['CommentPosted'],
): boolean {
  return (
    posted.authorId === authorId &&
    posted.postId === post.postId &&
    posted.parent?.commentId === parent?.commentId &&
    posted.text === text.trim()
  );
}

const postComment = (data: commands.PostComment['data'], { posted }: Comment): EventOf<CommentEvents>[] => {
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
  const trimmed = text.trim();
  if (trimmed === '') throw new Rejected('invalid', 'Please write something first.');
  if ([...trimmed].length > LONGEST_COMMENT) {
    throw new Rejected('invalid', `A comment has at most ${LONGEST_COMMENT} characters`);
  }
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
  { commentId, by, because }: commands.DeleteComment['data'],
  comment: Comment,
): EventOf<CommentEvents>[] => {
  if (!comment.posted) throw new Rejected('notFound', 'Comment not found');
  const { postId, postOwnerId, authorId, parent } = comment.posted;
  if (because === 'author' && authorId !== by) {
    throw new Rejected('forbidden', 'You can only delete your own comments.');
  }
  if (comment.deleted) return [];
  return [{ type: 'CommentDeleted', data: { commentId, postId, postOwnerId, authorId, parent, because } }];
};

export const comment: Aggregate<Comment, CommentEvents, typeof commands> = {
  category: 'comment',
  id: ({ commentId }) => commentId,
  initial: { posted: null, postedAt: null, deleted: false },
  commands,
  decide: { PostComment: postComment, DeleteComment: deleteComment },
  evolve: {
    CommentPosted: (state, posted, at) => ({ ...state, posted, postedAt: at }),
    CommentDeleted: (state) => ({ ...state, deleted: true }),
  },
};
