import { Command } from '../../kernel/aggregate.js';
import type { PostFacts } from '../post/post-facts.js';

/** Like a post; liking it again changes nothing. */
export class LikePost extends Command<{ post: PostFacts; userId: string }> {}

/** Like it no more. */
export class UnlikePost extends Command<{ post: PostFacts; userId: string }> {}
