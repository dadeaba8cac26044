import { Command } from '../../kernel/aggregate.js';
import type { PostFacts } from '../post/post-facts.js';

/** Like a post. Repeating it changes nothing. */
export class LikePost extends Command<{ post: PostFacts; userId: string }> {}

/** Remove the like. Repeating it changes nothing. */
export class UnlikePost extends Command<{ post: PostFacts; userId: string }> {}
