import { Command } from '../../kernel/aggregate.js';
import type { PostFacts } from '../post/post-facts.js';

/** Give a post a score, once and for good. */
export class RatePost extends Command<{ post: PostFacts; userId: string; score: number }> {}
