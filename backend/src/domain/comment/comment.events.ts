import type { Catalogue } from '../../kernel/event.js';

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
    /** Null if written before version 2. */
    postOwnerId: string | null;
    authorId: string;
    /** The parent comment and its author; unknown if written before version 2. */
    parent: { readonly commentId: string; readonly authorId: string } | null;
    because: 'author' | 'parent deleted' | 'account deleted';
  };
}

export const commentEvents: Catalogue<CommentEvents> = {
  CommentPosted: { version: 1, personal: { subject: 'authorId', fields: ['text'] } },
  CommentDeleted: { version: 2, upcast: { 1: (data) => ({ ...data, postOwnerId: null, parent: null }) } },
};
