import { aggregate, type EventOf, Rejected } from '../../kernel/aggregate.js';
import { type PostFacts, requireVisible } from '../post/post-facts.js';
import type * as commands from './boosts.commands.js';
import { BOOST_MS, type BoostType, boostsEvents, type Hold } from './boosts.events.js';

/** The owner is notified so long before the end. */
export const NOTICE_MS = 3_600_000;

/** Where a boost is in its life. `active` means until `expiresAt`, whether or not its end is recorded. */
export type BoostState =
  | { readonly is: 'unclaimed'; readonly remainingMs: number }
  | {
      readonly is: 'active';
      readonly postId: string;
      readonly expiresAt: string;
      /** Whether its owner was notified of this end. */
      readonly isNotified: boolean;
    }
  | {
      readonly is: 'held';
      readonly holds: readonly Hold[];
      readonly postId: string | null;
      readonly remainingMs: number;
    }
  | { readonly is: 'ended' }
  | { readonly is: 'revoked'; readonly remainingMs: number };

export interface Boost {
  readonly boostType: BoostType;
  readonly state: BoostState;
}

/** A person's boosts by id, oldest first. */
export interface Wallet {
  readonly boosts: Readonly<Record<string, Boost>>;
}

type Decision = EventOf<typeof boostsEvents>[];

const later = (now: string, milliseconds: number): string =>
  new Date(Date.parse(now) + milliseconds).toISOString();

/** Whether a boost has an effect at `now`. At the second of its end it has none. */
export function isActive({ state }: Boost, now: string): boolean {
  return state.is === 'active' && state.expiresAt > now;
}

/** Whether a boost has had no effect yet. It may be held. */
export function isUnused(boost: Boost | undefined): boolean {
  if (!boost || (boost.state.is !== 'unclaimed' && boost.state.is !== 'held')) return false;
  return boost.state.remainingMs === BOOST_MS[boost.boostType];
}

/** The boost that a post has at `now`, or that is held while it was on it; null for none. */
export function boostOfPost({ boosts }: Wallet, postId: string, now: string): string | null {
  const found = Object.entries(boosts).find(
    ([, boost]) =>
      (boost.state.is === 'held' && boost.state.postId === postId) ||
      (boost.state.is === 'active' && boost.state.postId === postId && isActive(boost, now)),
  );
  return found?.[0] ?? null;
}

/** The unclaimed boost with this id, or the oldest for null; undefined if no boost is unclaimed. */
export function unclaimedIn({ boosts }: Wallet, named: string | null) {
  const found = Object.entries(boosts).find(
    ([id, { state }]) => state.is === 'unclaimed' && (named === null || id === named),
  );
  return found && { id: found[0], boost: found[1] };
}

/** Why a boost can't be applied to a post now; null when it can. */
function obstacle(wallet: Wallet, userId: string, post: PostFacts, now: string): Rejected | null {
  if (post.ownerId !== userId) return new Rejected('forbidden', 'You can only boost your own posts.');
  if (!post.isPublic) return new Rejected('conflict', 'A hidden post cannot be boosted.');
  if (boostOfPost(wallet, post.postId, now)) {
    return new Rejected('conflict', 'This post already has a boost.');
  }
  return null;
}

const grantBoost = ({ target, now, ...purchase }: commands.GrantBoost, wallet: Wallet): Decision => {
  const { userId, boostId, boostType } = purchase;
  if (wallet.boosts[boostId]) return [];
  const purchased = { type: 'BoostPurchased', data: purchase } as const;
  if (!target?.post || obstacle(wallet, userId, target.post, now)) return [purchased];
  const { postId } = target.post;
  const expiresAt = later(now, BOOST_MS[boostType]);
  const applied = { userId, boostId, boostType, postId, appliedAt: now, expiresAt, rank: target.rank };
  return [purchased, { type: 'BoostApplied', data: applied }];
};

const applyBoost = (
  { userId, post, rank, now, boostId: named }: commands.ApplyBoost,
  wallet: Wallet,
): Decision => {
  requireVisible(post, userId);
  const blocked = obstacle(wallet, userId, post, now);
  if (blocked) throw blocked;
  const unclaimed = unclaimedIn(wallet, named);
  if (!unclaimed) {
    const why = named === null ? 'You have no unused boost.' : 'This boost is not unused.';
    throw new Rejected('conflict', why);
  }
  const { id: boostId, boost } = unclaimed;
  const { boostType, state } = boost;
  const { remainingMs } = state as Extract<BoostState, { is: 'unclaimed' }>;
  const expiresAt = later(now, remainingMs);
  const data = { userId, boostId, boostType, postId: post.postId, appliedAt: now, expiresAt, rank };
  return [{ type: 'BoostApplied', data }];
};

export const isSameHold = (one: Hold) => (other: Hold) => one.kind === other.kind && one.id === other.id;

const holdBoost = ({ userId, boostId, hold, now }: commands.HoldBoost, wallet: Wallet): Decision => {
  const { state } = requireBoost(wallet, boostId);
  const held = (postId: string | null, remainingMs: number): Decision => [
    { type: 'BoostHeld', data: { userId, boostId, hold, postId, remainingMs } },
  ];
  if (state.is === 'unclaimed') return held(null, state.remainingMs);
  if (state.is === 'held') {
    return state.holds.some(isSameHold(hold)) ? [] : held(state.postId, state.remainingMs);
  }
  if (state.is !== 'active') return [];
  if (state.expiresAt <= now) return expireBoost({ userId, boostId, now }, wallet);
  return held(state.postId, Date.parse(state.expiresAt) - Date.parse(now));
};

const releaseBoost = (
  { userId, boostId, hold, post, now }: commands.ReleaseBoost,
  wallet: Wallet,
): Decision => {
  const { state } = requireBoost(wallet, boostId);
  if (state.is !== 'held' || !state.holds.some(isSameHold(hold))) return [];
  const { remainingMs } = state;
  const facts = { userId, boostId, hold, remainingMs };
  if (state.holds.length > 1) {
    return [
      { type: 'BoostReleased', data: { ...facts, stillHeld: true, postId: state.postId, expiresAt: null } },
    ];
  }
  const isBack = post !== null && post.postId === state.postId && post.isPublic;
  const back = isBack
    ? { postId: post.postId, expiresAt: later(now, remainingMs) }
    : { postId: null, expiresAt: null };
  return [{ type: 'BoostReleased', data: { ...facts, stillHeld: false, ...back } }];
};

const notifyBoostEnding = (
  { userId, boostId, now }: commands.NotifyBoostEnding,
  wallet: Wallet,
): Decision => {
  const { boostType, state } = requireBoost(wallet, boostId);
  if (state.is !== 'active' || state.isNotified || state.expiresAt <= now) return [];
  if (Date.parse(state.expiresAt) - Date.parse(now) > NOTICE_MS) return [];
  const { postId, expiresAt } = state;
  return [{ type: 'BoostEndingNotified', data: { userId, boostId, boostType, postId, expiresAt } }];
};

const expireBoost = ({ userId, boostId, now }: commands.ExpireBoost, wallet: Wallet): Decision => {
  const { state } = requireBoost(wallet, boostId);
  if (state.is !== 'active' || state.expiresAt > now) return [];
  const { postId, expiresAt: endedAt } = state;
  return [{ type: 'BoostEnded', data: { userId, boostId, postId, because: 'expired', endedAt } }];
};

const endBoostOfPost = ({ userId, postId, now }: commands.EndBoostOfPost, wallet: Wallet): Decision => {
  const boostId = boostOfPost(wallet, postId, now);
  // A held boost becomes unclaimed when its hold is lifted.
  if (!boostId || wallet.boosts[boostId]?.state.is === 'held') return [];
  return [{ type: 'BoostEnded', data: { userId, boostId, postId, because: 'post deleted', endedAt: now } }];
};

const revokeBoost = ({ userId, boostId, because, now }: commands.RevokeBoost, wallet: Wallet): Decision => {
  const { state } = requireBoost(wallet, boostId);
  if (state.is === 'ended' || state.is === 'revoked') return [];
  if (state.is === 'active' && state.expiresAt <= now) {
    return expireBoost({ userId, boostId, now }, wallet);
  }
  const postId = state.is === 'unclaimed' ? null : state.postId;
  const remainingMs =
    state.is === 'active' ? Date.parse(state.expiresAt) - Date.parse(now) : state.remainingMs;
  return [{ type: 'BoostRevoked', data: { userId, boostId, postId, because, remainingMs } }];
};

const reinstateBoost = ({ userId, boostId }: commands.ReinstateBoost, wallet: Wallet): Decision => {
  const { state } = requireBoost(wallet, boostId);
  if (state.is !== 'revoked') return [];
  return [{ type: 'BoostReinstated', data: { userId, boostId, remainingMs: state.remainingMs } }];
};

function requireBoost({ boosts }: Wallet, boostId: string): Boost {
  const boost = boosts[boostId];
  if (!boost) throw new Rejected('notFound', 'Boost not found');
  return boost;
}

/** The wallet with another state of one of its boosts. */
function moved(wallet: Wallet, boostId: string, to: (before: BoostState) => BoostState): Wallet {
  const boost = wallet.boosts[boostId];
  if (!boost) return wallet;
  return { boosts: { ...wallet.boosts, [boostId]: { ...boost, state: to(boost.state) } } };
}

type Key =
  | commands.GrantBoost
  | commands.ApplyBoost
  | commands.HoldBoost
  | commands.ReleaseBoost
  | commands.NotifyBoostEnding
  | commands.ExpireBoost
  | commands.EndBoostOfPost
  | commands.RevokeBoost
  | commands.ReinstateBoost;

const initial: Wallet = { boosts: {} };

export const Boosts = aggregate('boosts', {
  id: ({ userId }: Key) => userId,
  initial,
  snapshot: { version: 1, isPersonal: false },
  events: boostsEvents,
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
    GrantBoost: grantBoost,
    ApplyBoost: applyBoost,
    HoldBoost: holdBoost,
    ReleaseBoost: releaseBoost,
    NotifyBoostEnding: notifyBoostEnding,
    ExpireBoost: expireBoost,
    EndBoostOfPost: endBoostOfPost,
    RevokeBoost: revokeBoost,
    ReinstateBoost: reinstateBoost,
  },
});
