import type { Catalogue } from '../../kernel/event.js';
import type { ReasonCode } from '../moderation/reasons.js';

/** Of which comment an act is. */
interface OfComment {
  commentId: string;
  postId: string;
  postOwnerId: string;
  authorId: string;
  parent: { readonly commentId: string; readonly authorId: string } | null;
}

export interface CommentEvents {
  /** A user commented on a post. */
  CommentPosted: {
    commentId: string;
    postId: string;
    postOwnerId: string;
    authorId: string;
    /** The parent comment and its author. */
    parent: { readonly commentId: string; readonly authorId: string } | null;
    /** Null once the author's key has been destroyed. */
    text: string | null;
  };
  /** A comment was deleted permanently. */
  CommentDeleted: {
    commentId: string;
    postId: string;
    postOwnerId: string;
    authorId: string;
    /** The parent comment and its author. */
    parent: { readonly commentId: string; readonly authorId: string } | null;
    because: 'author' | 'parent deleted' | 'account deleted';
    /** Whether an admin had hidden it: then it was not counted. */
    wasHidden: boolean;
  };
  /** An admin hid the comment: its text is not shown. */
  CommentHidden: OfComment & {
    actId: string;
    reason: ReasonCode;
    /** For the author; null once the author's key has been destroyed. */
    note: string | null;
  };
  /** That was undone: the comment is shown as before. */
  CommentActUndone: OfComment & {
    actId: string;
    /** For other admins; null once the author's key has been destroyed. */
    because: string | null;
  };
}

const about = {
  commentId: 'comment',
  postId: 'post',
  postOwnerId: 'person',
  authorId: 'person',
  'parent.commentId': 'comment',
  'parent.authorId': 'person',
} as const;

export const commentEvents: Catalogue<CommentEvents> = {
  CommentPosted: {
    version: 1,
    personal: { subject: 'authorId', fields: ['text'] },
    trail: { says: '{actor} wrote {commentId} on {postId}, in reply to {parent.commentId?the post}.', about },
  },
  CommentDeleted: {
    version: 1,
    trail: { says: '{actor} deleted {commentId} on {postId} for good ({because|words}).', about },
  },
  CommentHidden: {
    version: 1,
    personal: { subject: 'authorId', fields: ['note'] },
    trail: {
      says: '{actor} hid the text of {commentId} by {authorId} on {postId} ({reason|reason}).',
      about: { ...about, actId: 'act' },
      reason: 'reason',
    },
  },
  CommentActUndone: {
    version: 1,
    personal: { subject: 'authorId', fields: ['because'] },
    trail: {
      says: '{actor} undid {actId}, so that {commentId} by {authorId} on {postId} appeared again.',
      about: { ...about, actId: 'act' },
    },
  },
};
