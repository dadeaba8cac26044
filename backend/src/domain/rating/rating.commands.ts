import { Command } from '../../kernel/aggregate.js';
import type { PostFacts } from '../post/post-facts.js';

/** Rate a post. A rating is final: there is one per person and post. */
export class RatePost extends Command<{ post: PostFacts; userId: string; score: number }> {}

interface OneRating {
  readonly postId: string;
  readonly userId: string;
  readonly actId: string;
  /** The admin's reason; null if it is that of all ratings of the person. */
  readonly note: string | null;
}

/** Let a rating no longer count. Idempotent by the act. */
export class ExcludeRating extends Command<OneRating> {}

/** Undo an exclusion. Idempotent by the act. */
export class IncludeRating extends Command<OneRating> {}
