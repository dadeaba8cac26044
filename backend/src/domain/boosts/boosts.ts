import { aggregate, Rejected } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import { type DataOf, flag, id, nullable, number, oneOf, time } from '../../kernel/field.js';
import { Money } from '../money.js';
import { type PostFacts, requireVisible } from '../post/post-facts.js';
import {
  type BoostIn,
  type BoostState,
  type Wallet,
  BOOST_MS,
  BoostType,
  Hold,
  RankChange,
  boostOfPost,
  isSameHold,
  leftOf,
  obstacleOf,
  requireBoost,
  unclaimedIn,
} from './boost-facts.js';

/** The owner is notified so long before the end. */
export const NOTICE_MS = 3_600_000;

const boostOf = {
  /** The owner of the wallet. */
  userId: id,
  /** The reference of its payment: a payment buys one boost. */
  boostId: id,
};
const purchase = { ...boostOf, boostType: BoostType, price: Money };
const revocation = {
  ...boostOf,
  postId: nullable(id),
  because: oneOf('refunded', 'dispute lost', 'admin'),
  remainingMs: number,
};

const about = { userId: 'person', boostId: ['boost', 'payment'] } as const;
const aboutPost = { ...about, postId: 'post' } as const;
const aboutHold = {
  ...aboutPost,
  'hold.id': { by: 'hold.kind', kinds: { dispute: 'stripe', moderation: 'post' } },
} as const;

interface OfWallet {
  readonly userId: string;
}

/** A boost of a wallet, and the time (ISO 8601). */
export interface BoostAt extends DataOf<typeof boostOf> {
  readonly now: string;
}

export interface Purchase extends DataOf<typeof purchase> {
  readonly now: string;
  /** A post to boost; null when it is gone. `rank` is its rank before and after. */
  readonly target: { readonly post: PostFacts | null; readonly rank: RankChange } | null;
}

export interface Application extends OfWallet {
  readonly boostId: string | null;
  readonly post: PostFacts;
  readonly rank: RankChange;
  readonly now: string;
}

export interface HoldAt extends BoostAt {
  readonly hold: Hold;
}

export interface Release extends HoldAt {
  readonly post: PostFacts | null;
}

interface BoostedPost extends OfWallet {
  readonly postId: string;
  readonly now: string;
}

interface Revocation extends BoostAt, Pick<DataOf<typeof revocation>, 'because'> {}

const initial: Wallet = { boosts: {} };

/** A person's wallet of boosts. Times are ISO 8601. */
export const Boosts = aggregate('boosts', {
  id: ({ userId }: OfWallet) => userId,
  initial,
  snapshot: { version: 1, isPersonal: false },
  events: {
    /** A payment was confirmed. The boost is unclaimed until it is applied. */
    BoostPurchased: event(
      purchase,
      '{actor} credited {userId} with {boostId} ({boostType|words}) for {price|money}.',
      about,
    ),
    /** The boost lifts a post until `expiresAt`. */
    BoostApplied: event(
      { ...boostOf, boostType: BoostType, postId: id, appliedAt: time, expiresAt: time, rank: RankChange },
      '{actor} applied {boostId} ({boostType|words}) to {postId} until {expiresAt|time}, which moved it from rank {rank.before?unknown} to {rank.after?unknown}.',
      aboutPost,
    ),
    /** The boost has no effect while it is held. Its remaining time, in milliseconds, is kept. */
    BoostHeld: event(
      { ...boostOf, hold: Hold, postId: nullable(id), remainingMs: number },
      '{actor} held {boostId} with {remainingMs|duration} left ({hold.kind|words}).',
      aboutHold,
    ),
    /**
     * A hold was lifted. `stillHeld` says whether another one remains. Otherwise the boost is active on `postId` until
     * `expiresAt`, or unclaimed with its remaining time when both are null.
     */
    BoostReleased: event(
      {
        ...boostOf,
        hold: Hold,
        stillHeld: flag,
        postId: nullable(id),
        expiresAt: nullable(time),
        remainingMs: number,
      },
      '{actor} lifted a hold of {boostId} ({hold.kind|words}) with {remainingMs|duration} left{stillHeld?, while another hold remained:}.',
      aboutHold,
    ),
    /** The boost ends soon; its owner gets a mail. A boost that gets another end is notified again. */
    BoostEndingNotified: event(
      { ...boostOf, boostType: BoostType, postId: id, expiresAt: time },
      '{actor} told {userId} that {boostId} on {postId} would end at {expiresAt|time}.',
      aboutPost,
    ),
    /** The boost is over. `endedAt` is when it stopped to have an effect. */
    BoostEnded: event(
      { ...boostOf, postId: id, because: oneOf('expired', 'post deleted', 'refunded'), endedAt: time },
      '{actor} ended {boostId} on {postId} ({because|words}).',
      aboutPost,
    ),
    /** The boost was taken back before it was used up. */
    BoostRevoked: event(
      revocation,
      '{actor} took {boostId} back with {remainingMs|duration} left ({because|words}).',
      aboutPost,
    ),
    /** A refund failed or was cancelled: the boost is back, unclaimed, with its remaining time. */
    BoostReinstated: event(
      { ...boostOf, remainingMs: number },
      '{actor} gave {boostId} back with {remainingMs|duration} left, as its refund failed.',
      about,
    ),
  },
}).rules({
  evolve: {
    BoostPurchased: ({ boosts: known }, { boostId, boostType }) => ({
      boosts: {
        ...known,
        [boostId]: { boostType, state: { is: 'unclaimed', remainingMs: BOOST_MS[boostType] } },
      },
    }),
    BoostApplied: (wallet, { boostId, postId, expiresAt }) =>
      moved(wallet, boostId, () => ({ is: 'active', postId, expiresAt, isNotified: false })),
    BoostHeld: (wallet, { boostId, hold, postId, remainingMs }) =>
      moved(wallet, boostId, (before) => ({
        is: 'held',
        holds: [...(before.is === 'held' ? before.holds : []), hold],
        postId,
        remainingMs,
      })),
    BoostReleased: (wallet, { boostId, hold, stillHeld, postId, expiresAt, remainingMs }) =>
      moved(wallet, boostId, (before) => {
        if (stillHeld && before.is === 'held') {
          return { ...before, holds: before.holds.filter((known) => !isSameHold(hold)(known)) };
        }
        return postId !== null && expiresAt !== null
          ? { is: 'active', postId, expiresAt, isNotified: false }
          : { is: 'unclaimed', remainingMs };
      }),
    BoostEndingNotified: (wallet, { boostId }) =>
      moved(wallet, boostId, (before) => (before.is === 'active' ? { ...before, isNotified: true } : before)),
    BoostEnded: (wallet, { boostId }) => moved(wallet, boostId, () => ({ is: 'ended' })),
    BoostRevoked: (wallet, { boostId, remainingMs }) =>
      moved(wallet, boostId, () => ({ is: 'revoked', remainingMs })),
    BoostReinstated: (wallet, { boostId, remainingMs }) =>
      moved(wallet, boostId, () => ({ is: 'unclaimed', remainingMs })),
  },
  decide: {
    /**
     * Add the boost of a confirmed payment. With a target, it is applied at once where that is possible; otherwise it stays
     * unclaimed. Idempotent by `boostId`.
     */
    GrantBoost({ target, now, ...bought }: Purchase, wallet) {
      const { userId, boostId, boostType } = bought;
      if (wallet.boosts[boostId]) return [];
      const purchased = { type: 'BoostPurchased', data: bought } as const;
      if (!target?.post || obstacleOf(wallet, userId, target.post, now)) return [purchased];
      const { postId } = target.post;
      const expiresAt = later(now, BOOST_MS[boostType]);
      const applied = { userId, boostId, boostType, postId, appliedAt: now, expiresAt, rank: target.rank };
      return [purchased, { type: 'BoostApplied', data: applied }];
    },

    /** Apply a boost to one of the person's own posts: the named boost, or the oldest unclaimed one. */
    ApplyBoost({ userId, post, rank, now, boostId: named }: Application, wallet) {
      requireVisible(post, userId);
      const blocked = obstacleOf(wallet, userId, post, now);
      if (blocked) throw blocked;
      const unclaimed = unclaimedIn(wallet, named);
      if (!unclaimed) {
        const why = named === null ? 'You have no unused boost.' : 'This boost is not unused.';
        throw new Rejected('conflict', why);
      }
      const { boostId, boostType, remainingMs } = unclaimed;
      const expiresAt = later(now, remainingMs);
      const data = { userId, boostId, boostType, postId: post.postId, appliedAt: now, expiresAt, rank };
      return [{ type: 'BoostApplied', data }];
    },

    /** Stop the effect of a boost for a cause that may be lifted. Idempotent by the hold. */
    HoldBoost({ userId, boostId, hold, now }: HoldAt, wallet) {
      const { state } = requireBoost(wallet, boostId);
      if (state.is === 'ended' || state.is === 'revoked') return [];
      if (state.is === 'held' && state.holds.some(isSameHold(hold))) return [];
      if (state.is === 'active' && state.expiresAt <= now) return expired({ userId, boostId }, state);
      return [{ type: 'BoostHeld', data: { userId, boostId, hold, ...leftOf(state, now) } }];
    },

    /** Lift a hold. `post` is the post that the boost was on; null when it is gone or hidden. */
    ReleaseBoost({ userId, boostId, hold, post, now }: Release, wallet) {
      const { state } = requireBoost(wallet, boostId);
      if (state.is !== 'held' || !state.holds.some(isSameHold(hold))) return [];
      const { remainingMs } = state;
      const facts = { userId, boostId, hold, remainingMs };
      if (state.holds.length > 1) {
        const data = { ...facts, stillHeld: true, postId: state.postId, expiresAt: null };
        return [{ type: 'BoostReleased', data }];
      }
      const isBack = post !== null && post.postId === state.postId && post.isPublic;
      const back = isBack
        ? { postId: post.postId, expiresAt: later(now, remainingMs) }
        : { postId: null, expiresAt: null };
      return [{ type: 'BoostReleased', data: { ...facts, stillHeld: false, ...back } }];
    },

    /** Notify the owner of a boost that it ends within an hour. Does nothing earlier, or when that was done. */
    NotifyBoostEnding({ userId, boostId, now }: BoostAt, wallet) {
      const { boostType, state } = requireBoost(wallet, boostId);
      if (state.is !== 'active' || state.isNotified || state.expiresAt <= now) return [];
      if (Date.parse(state.expiresAt) - Date.parse(now) > NOTICE_MS) return [];
      const { postId, expiresAt } = state;
      return [{ type: 'BoostEndingNotified', data: { userId, boostId, boostType, postId, expiresAt } }];
    },

    /** Record that the time of a boost is over. Does nothing before that. */
    ExpireBoost({ userId, boostId, now }: BoostAt, wallet) {
      const { state } = requireBoost(wallet, boostId);
      if (state.is !== 'active' || state.expiresAt > now) return [];
      return expired({ userId, boostId }, state);
    },

    /** End the boost that a deleted post had. Does nothing when it had none. */
    EndBoostOfPost({ userId, postId, now }: BoostedPost, wallet) {
      const boostId = boostOfPost(wallet, postId, now);
      // A held boost becomes unclaimed when its hold is lifted.
      if (!boostId || wallet.boosts[boostId]?.state.is === 'held') return [];
      return [
        { type: 'BoostEnded', data: { userId, boostId, postId, because: 'post deleted', endedAt: now } },
      ];
    },

    /** Take back a boost: an active one ends, an unclaimed or held one is revoked. */
    RevokeBoost({ userId, boostId, because, now }: Revocation, wallet) {
      const { state } = requireBoost(wallet, boostId);
      if (state.is === 'ended' || state.is === 'revoked') return [];
      if (state.is === 'active' && state.expiresAt <= now) return expired({ userId, boostId }, state);
      return [{ type: 'BoostRevoked', data: { userId, boostId, because, ...leftOf(state, now) } }];
    },

    /** Undo a {@link RevokeBoost} whose refund failed. */
    ReinstateBoost({ userId, boostId }: BoostAt, wallet) {
      const { state } = requireBoost(wallet, boostId);
      if (state.is !== 'revoked') return [];
      return [{ type: 'BoostReinstated', data: { userId, boostId, remainingMs: state.remainingMs } }];
    },
  },
});

/** The end of a boost whose time is over. */
function expired(boost: DataOf<typeof boostOf>, { postId, expiresAt }: BoostIn<'active'>) {
  const data = { ...boost, postId, because: 'expired', endedAt: expiresAt } as const;
  return [{ type: 'BoostEnded', data }] as const;
}

/** The wallet with another state of one of its boosts. */
function moved(wallet: Wallet, boostId: string, to: (before: BoostState) => BoostState): Wallet {
  const boost = wallet.boosts[boostId];
  if (!boost) return wallet;
  return { boosts: { ...wallet.boosts, [boostId]: { ...boost, state: to(boost.state) } } };
}

function later(now: string, milliseconds: number): string {
  return new Date(Date.parse(now) + milliseconds).toISOString();
}
