import type { PostFacts } from '../post/post-facts.js';
import type { CommentFacts } from './comment-facts.js';

/** Like a comment; liking it again changes nothing. */
export type LikeComment = { comment: CommentFacts; post: PostFacts; userId: string };

/** Remove the like. */
export type UnlikeComment = { comment: CommentFacts; userId: string };
