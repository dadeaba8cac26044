import type { Catalogue } from '../../kernel/event.js';

export interface CommentEvents {
  /** Somebody said something about a post. */
  CommentPosted: {
    commentId: string;
    postId: string;
    postOwnerId: string;
    authorId: string;
    /** The comment that this replies to, and who wrote that one. */
    parent: { readonly commentId: string; readonly authorId: string } | null;
    /** Null once the author's key has been destroyed. */
    text: string | null;
  };
  /** A comment is gone for good. */
  CommentDeleted: {
    commentId: string;
    postId: string;
    /** Null where it was written before version 2. */
    postOwnerId: string | null;
    authorId: string;
    /** The comment that it replied to, and who wrote that one; not known where it was written before version 2. */
    parent: { readonly commentId: string; readonly authorId: string } | null;
    because: 'author' | 'parent deleted' | 'account deleted';
  };
}

export const commentEvents: Catalogue<CommentEvents> = {
  CommentPosted: { version: 1, personal: { subject: 'authorId', fields: ['text'] } },
  CommentDeleted: { version: 2, upcast: { 1: (data) => ({ ...data, postOwnerId: null, parent: null }) } },
};
