import { aggregate, Rejected } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import {
  type DataOf,
  type TypeOf,
  flag,
  id,
  nullable,
  object,
  oneOf,
  personal,
  text,
} from '../../kernel/field.js';
import { type Decider, noteOf, refuseOwn, trimmedTo } from '../moderation/self-decision.js';
import { type GivenReason, ReasonCode } from '../moderation/reasons.js';
import { type PostFacts, requireVisible } from '../post/post-facts.js';

/** Of which comment an event is. */
const ofComment = {
  commentId: id,
  postId: id,
  postOwnerId: id,
  authorId: id,
  /** The parent comment and its author. */
  parent: nullable(object({ commentId: id, authorId: id })),
};

const postedFields = {
  ...ofComment,
  /** Null once the author's key has been destroyed. */
  text: personal('authorId', text),
};

const DeletionCause = oneOf('author', 'parent deleted', 'account deleted');

const about = {
  commentId: 'comment',
  postId: 'post',
  postOwnerId: 'person',
  authorId: 'person',
  'parent.commentId': 'comment',
  'parent.authorId': 'person',
} as const;

interface OfComment {
  readonly commentId: string;
}

interface NewComment extends OfComment {
  readonly post: PostFacts;
  readonly authorId: string;
  readonly parent: ParentFacts | null;
  readonly text: string;
}

interface Deletion extends OfComment {
  readonly by: string;
  readonly because: TypeOf<typeof DeletionCause>;
}

interface CommentAct extends OfComment {
  readonly actId: string;
  readonly decider: Decider;
}

interface Hiding extends CommentAct, GivenReason {}

interface Undoing extends CommentAct {
  readonly because: string;
}

export interface Comment {
  readonly posted: DataOf<typeof postedFields> | null;
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

const initial: Comment = { posted: null, postedAt: null, deleted: false, hiddenBy: null, undone: [] };

export const Comment = aggregate('comment', {
  id: ({ commentId }: OfComment) => commentId,
  initial,
  events: {
    /** A user commented on a post. */
    CommentPosted: event(
      postedFields,
      '{actor} wrote {commentId} on {postId}{parent.commentId?, as a reply:}.',
      about,
    ),
    /** A comment was deleted permanently. */
    CommentDeleted: event(
      {
        ...ofComment,
        because: DeletionCause,
        /** Whether an admin had hidden it: then it was not counted. */
        wasHidden: flag,
      },
      '{actor} deleted {commentId} on {postId} for good ({because|words}).',
      about,
    ),
    /** An admin hid the comment: its text is not shown. */
    CommentHidden: event(
      {
        ...ofComment,
        actId: id,
        reason: ReasonCode,
        /** For the author; null once the author's key has been destroyed. */
        note: personal('authorId', text),
      },
      '{actor} hid the text of {commentId} by {authorId} on {postId} ({reason|reason}).',
      { ...about, actId: 'act' },
    ),
    /** That was undone: the comment is shown as before. */
    CommentActUndone: event(
      {
        ...ofComment,
        actId: id,
        /** For other admins; null once the author's key has been destroyed. */
        because: personal('authorId', text),
      },
      '{actor} undid {actId}, so that {commentId} by {authorId} on {postId} appeared again.',
      { ...about, actId: 'act' },
    ),
  },
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
    /**
     * Comment on a post, or reply to another comment on it. The text is already moderated. Repeating a command changes
     * nothing; a different comment with the same id is rejected.
     */
    PostComment(comment: NewComment, { posted }) {
      const { commentId, post, authorId, parent } = comment;
      if (posted) {
        if (isSame(comment, posted)) return [];
        throw new Rejected('conflict', 'Another comment already has this id.');
      }
      requireVisible(post, authorId);
      if (parent && parent.postId !== post.postId) throw new Rejected('notFound', 'Comment not found');
      if (parent && parent.depth >= DEEPEST_COMMENT) {
        throw new Rejected(
          'invalid',
          'This thread is as deep as it gets. Please reply to an earlier comment.',
        );
      }
      const trimmed = trimmedTo(LONGEST_COMMENT, comment.text, 'A comment');
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
    },
    /** Delete a comment. For `author`, only the author `by` may. */
    DeleteComment({ by, because }: Deletion, { posted, deleted, hiddenBy }) {
      if (!posted) throw new Rejected('notFound', 'Comment not found');
      if (because === 'author' && posted.authorId !== by) {
        throw new Rejected('forbidden', 'You can only delete your own comments.');
      }
      if (deleted) return [];
      return [
        { type: 'CommentDeleted', data: { ...withoutText(posted), because, wasHidden: hiddenBy !== null } },
      ];
    },
    /** Hide the text of a comment. `actId` is the id of the act. */
    HideComment({ actId, decider, ...given }: Hiding, comment) {
      const of = requireDecidable(comment, decider);
      if (comment.hiddenBy !== null) return [];
      return [{ type: 'CommentHidden', data: { ...of, actId, reason: given.reason, note: noteOf(given) } }];
    },
    /** Undo that. */
    UndoCommentAct({ actId, decider, because }: Undoing, comment) {
      const of = requireDecidable(comment, decider);
      if (comment.undone.includes(actId)) return [];
      if (comment.hiddenBy !== actId) throw new Rejected('notFound', 'Act not found');
      return [{ type: 'CommentActUndone', data: { ...of, actId, because } }];
    },
  },
});

/** Whether this repeats the posted comment: same text, author, post and parent. */
function isSame(
  { post, authorId, parent, text: written }: NewComment,
  posted: DataOf<typeof postedFields>,
): boolean {
  return (
    posted.authorId === authorId &&
    posted.postId === post.postId &&
    posted.parent?.commentId === parent?.commentId &&
    posted.text === written.trim()
  );
}

/** Of which comment an act is. @throws Rejected if it does not exist, or is the admin's own */
function requireDecidable({ posted, deleted }: Comment, decider: Decider): DataOf<typeof ofComment> {
  if (!posted || deleted) throw new Rejected('notFound', 'Comment not found');
  refuseOwn(decider, posted.authorId);
  return withoutText(posted);
}

function withoutText({ text: _, ...of }: DataOf<typeof postedFields>): DataOf<typeof ofComment> {
  return of;
}

/** The facts about a comment that other aggregates need. */
export interface CommentFacts {
  readonly commentId: string;
  readonly postId: string;
  readonly authorId: string;
}

/** How deep comments nest: a comment on the post has depth 1. Older ones may be deeper. */
export const DEEPEST_COMMENT = 50;

/** The facts about a comment that a reply needs. */
export interface ParentFacts extends CommentFacts {
  /** A comment on the post itself has depth 1. */
  readonly depth: number;
}
