import type { PostFacts } from '../post/post-facts.js';
import type { BoostsEvents, Hold, RankChange } from './boosts.events.js';

/** A boost of a wallet, and the time (ISO 8601). */
export interface BoostAt {
  userId: string;
  boostId: string;
  now: string;
}

/** A post to boost; null when it is gone. `rank` is its rank before and after. */
export interface BoostTarget {
  readonly post: PostFacts | null;
  readonly rank: RankChange;
}

/**
 * Add the boost of a confirmed payment. With a target, it is applied at once where that is possible; otherwise it stays
 * unclaimed. Idempotent by `boostId`.
 */
export type GrantBoost = BoostsEvents['BoostPurchased'] & { now: string; target: BoostTarget | null };

/** Apply a boost to one of the person's own posts: the named boost, or the oldest unclaimed one. */
export type ApplyBoost = {
  userId: string;
  boostId: string | null;
  post: PostFacts;
  rank: RankChange;
  now: string;
};

/** Stop the effect of a boost for a cause that may be lifted. Idempotent by the hold. */
export type HoldBoost = BoostAt & { hold: Hold };

/** Lift a hold. `post` is the post that the boost was on; null when it is gone or hidden. */
export type ReleaseBoost = BoostAt & { hold: Hold; post: PostFacts | null };

/** Notify the owner of a boost that it ends within an hour. Does nothing earlier, or when that was done. */
export type NotifyBoostEnding = BoostAt;

/** Record that the time of a boost is over. Does nothing before that. */
export type ExpireBoost = BoostAt;

/** End the boost that a deleted post had. Does nothing when it had none. */
export type EndBoostOfPost = { userId: string; postId: string; now: string };

/** Take back a boost: an active one ends, an unclaimed or held one is revoked. */
export type RevokeBoost = BoostAt & { because: BoostsEvents['BoostRevoked']['because'] };

/** Undo a {@link RevokeBoost} whose refund failed. */
export type ReinstateBoost = BoostAt;
