import { Command } from '../../kernel/aggregate.js';
import type { PostFacts } from '../post/post-facts.js';
import type { CommentFacts } from './comment-facts.js';
import type { CommentEvents } from './comment.events.js';

/**
 * Say something about a post, or in reply to another comment on it. The text has been moderated. The same under the same id
 * changes nothing; something else under it is refused.
 */
export class PostComment extends Command<{
  commentId: string;
  post: PostFacts;
  authorId: string;
  parent: CommentFacts | null;
  text: string;
}> {}

/** Take a comment back. For `author`, only its author `by` may. */
export class DeleteComment extends Command<{
  commentId: string;
  by: string;
  because: CommentEvents['CommentDeleted']['because'];
}> {}
