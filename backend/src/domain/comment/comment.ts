import { type Aggregate, type EventOf, Rejected } from '../aggregate.js';
import { requireVisible } from '../post/post-facts.js';
import * as commands from './comment.commands.js';
import type { CommentEvents } from './comment.events.js';

/** A comment. */
export interface Comment {
  readonly posted: Pick<CommentEvents['CommentPosted'], 'postId' | 'authorId'> | null;
  readonly deleted: boolean;
}

/** In characters: an emoji is one. */
export const LONGEST_COMMENT = 500;

const postComment = (
  { commentId, post, authorId, parent, text }: commands.PostComment['data'],
  comment: Comment,
): EventOf<CommentEvents>[] => {
  if (comment.posted) return [];
  requireVisible(post, authorId);
  if (parent && parent.postId !== post.postId) throw new Rejected('notFound', 'Comment not found');
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
  if (because === 'author' && comment.posted.authorId !== by) {
    throw new Rejected('forbidden', 'You can only delete your own comments.');
  }
  if (comment.deleted) return [];
  return [{ type: 'CommentDeleted', data: { commentId, ...comment.posted, because } }];
};

export const comment: Aggregate<Comment, CommentEvents, typeof commands> = {
  category: 'comment',
  id: ({ commentId }) => commentId,
  initial: { posted: null, deleted: false },
  commands,
  decide: { PostComment: postComment, DeleteComment: deleteComment },
  evolve: {
    CommentPosted: (state, { postId, authorId }) => ({ ...state, posted: { postId, authorId } }),
    CommentDeleted: (state) => ({ ...state, deleted: true }),
  },
};
