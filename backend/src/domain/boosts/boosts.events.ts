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

const about = { userId: 'person', boostId: ['boost', 'payment'] } as const;

export const boostsEvents: Catalogue<BoostsEvents> = {
  BoostPurchased: {
    version: 1,
    trail: { says: '{actor} credited {userId} with {boostId} ({boostType|words}) for {price|money}.', about },
  },
  BoostApplied: {
    version: 1,
    trail: {
      says: '{actor} applied {boostId} ({boostType|words}) to {postId} until {expiresAt|time}, which moved it from rank {rank.before?unknown} to {rank.after?unknown}.',
      about: { ...about, postId: 'post' },
    },
  },
  BoostHeld: {
    version: 1,
    trail: {
      says: '{actor} held {boostId} with {remainingMs|duration} left ({hold.kind|words}).',
      about: {
        ...about,
        postId: 'post',
        'hold.id': { by: 'hold.kind', kinds: { dispute: 'stripe', moderation: 'post' } },
      },
    },
  },
  BoostReleased: {
    version: 1,
    trail: {
      says: '{actor} lifted a hold of {boostId} ({hold.kind|words}) with {remainingMs|duration} left{stillHeld?, while another hold remained:}.',
      about: {
        ...about,
        postId: 'post',
        'hold.id': { by: 'hold.kind', kinds: { dispute: 'stripe', moderation: 'post' } },
      },
    },
  },
  BoostEndingNotified: {
    version: 1,
    trail: {
      says: '{actor} told {userId} that {boostId} on {postId} would end at {expiresAt|time}.',
      about: { ...about, postId: 'post' },
    },
  },
  BoostEnded: {
    version: 1,
    trail: {
      says: '{actor} ended {boostId} on {postId} ({because|words}).',
      about: { ...about, postId: 'post' },
    },
  },
  BoostRevoked: {
    version: 1,
    trail: {
      says: '{actor} took {boostId} back with {remainingMs|duration} left ({because|words}).',
      about: { ...about, postId: 'post' },
    },
  },
  BoostReinstated: {
    version: 1,
    trail: {
      says: '{actor} gave {boostId} back with {remainingMs|duration} left, as its refund failed.',
      about,
    },
  },
};
