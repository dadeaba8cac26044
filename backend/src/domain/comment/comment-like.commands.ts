import { Command } from '../../kernel/aggregate.js';
import type { PostFacts } from '../post/post-facts.js';
import type { CommentFacts } from './comment-facts.js';

/** Like a comment; liking it again changes nothing. */
export class LikeComment extends Command<{ comment: CommentFacts; post: PostFacts; userId: string }> {}

/** Remove the like. */
export class UnlikeComment extends Command<{ comment: CommentFacts; userId: string }> {}
