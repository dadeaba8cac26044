import type { Catalogue } from '../../kernel/event.js';
import type { Money } from '../money.js';

/** A regular boost lasts a day; a mega boost lasts a week and ranks above it. */
export type BoostType = 'regular' | 'mega';

const HOUR_MS = 3_600_000;

/** How long a boost has an effect, in milliseconds. */
export const BOOST_MS: Readonly<Record<BoostType, number>> = { regular: 24 * HOUR_MS, mega: 168 * HOUR_MS };

/** Why a boost is held. Each hold has the id of what caused it, so that lifting one leaves the others. */
export interface Hold {
  readonly kind: 'dispute' | 'refund request' | 'moderation';
  readonly id: string;
}

/** Where a post is on the board of all posts; null for a rank that could not be read in time. */
export interface RankChange {
  readonly before: number | null;
  readonly after: number | null;
}

interface BoostOf {
  /** The owner of the wallet. */
  userId: string;
  /** The reference of its payment: a payment buys one boost. */
  boostId: string;
}

/** The events of a person's wallet of boosts, `boosts-{userId}`. Times are ISO 8601. */
export interface BoostsEvents {
  /** A payment was confirmed. The boost is unclaimed until it is applied. */
  BoostPurchased: BoostOf & { boostType: BoostType; price: Money };
  /** The boost lifts a post until `expiresAt`. */
  BoostApplied: BoostOf & {
    boostType: BoostType;
    postId: string;
    appliedAt: string;
    expiresAt: string;
    rank: RankChange;
  };
  /** The boost has no effect while it is held. Its remaining time, in milliseconds, is kept. */
  BoostHeld: BoostOf & { hold: Hold; postId: string | null; remainingMs: number };
  /**
   * A hold was lifted. `stillHeld` says whether another one remains. Otherwise the boost is active on `postId` until
   * `expiresAt`, or unclaimed with its remaining time when both are null.
   */
  BoostReleased: BoostOf & {
    hold: Hold;
    stillHeld: boolean;
    postId: string | null;
    expiresAt: string | null;
    remainingMs: number;
  };
  /** The boost ends soon; its owner gets a mail. A boost that gets another end is notified again. */
  BoostEndingNotified: BoostOf & { boostType: BoostType; postId: string; expiresAt: string };
  /** The boost is over. `endedAt` is when it stopped to have an effect. */
  BoostEnded: BoostOf & { postId: string; because: 'expired' | 'post deleted' | 'refunded'; endedAt: string };
  /** The boost was taken back before it was used up. */
  BoostRevoked: BoostOf & {
    postId: string | null;
    because: 'refunded' | 'dispute lost' | 'admin';
    remainingMs: number;
  };
  /** A refund failed or was cancelled: the boost is back, unclaimed, with its remaining time. */
  BoostReinstated: BoostOf & { remainingMs: number };
}

export const boostsEvents: Catalogue<BoostsEvents> = {
  BoostPurchased: { version: 1 },
  BoostApplied: { version: 1 },
  BoostHeld: { version: 1 },
  BoostReleased: { version: 1 },
  BoostEndingNotified: { version: 1 },
  BoostEnded: { version: 1 },
  BoostRevoked: { version: 1 },
  BoostReinstated: { version: 1 },
};
