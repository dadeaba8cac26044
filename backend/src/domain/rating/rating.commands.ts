import { Command } from '../../kernel/aggregate.js';
import type { PostFacts } from '../post/post-facts.js';

/** Rate a post. A rating is final: there is one per person and post. */
export class RatePost extends Command<{ post: PostFacts; userId: string; score: number }> {}
