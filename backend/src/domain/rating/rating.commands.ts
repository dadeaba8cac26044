import type { Decider } from '../moderation/decisions.js';
import type { PostFacts } from '../post/post-facts.js';

/** Rate a post. A rating is final: there is one per person and post. */
export type RatePost = { post: PostFacts; userId: string; score: number };

interface OneRating {
  readonly postId: string;
  readonly userId: string;
  readonly actId: string;
  readonly decider: Decider;
}

/** Let a rating no longer count. Idempotent by the act. `note` is null if the act is about all ratings of the person. */
export type ExcludeRating = OneRating & { note: string | null };

/** Undo an exclusion. Idempotent by the act. `because` is null if the act was about all ratings of the person. */
export type IncludeRating = OneRating & { because: string | null };
