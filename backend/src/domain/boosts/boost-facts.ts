import { Rejected } from '../../kernel/aggregate.js';
import { type TypeOf, id, named, nullable, number, object, oneOf } from '../../kernel/field.js';
import type { PostFacts } from '../post/post-facts.js';

/** A regular boost lasts a day; a mega boost lasts a week and ranks above it. */
export const BoostType = named('BoostType', oneOf('regular', 'mega'));
export type BoostType = TypeOf<typeof BoostType>;

const HOUR_MS = 3_600_000;

/** How long a boost has an effect, in milliseconds. */
export const BOOST_MS: Readonly<Record<BoostType, number>> = { regular: 24 * HOUR_MS, mega: 168 * HOUR_MS };

/** Why a boost is held. Each hold has the id of what caused it, so that lifting one leaves the others. */
export const Hold = named(
  'Hold',
  object({
    kind: oneOf('dispute', 'refund request', 'moderation'),
    id,
  }),
);
export type Hold = TypeOf<typeof Hold>;

/** Where a post is on the board of all posts; null for a rank that could not be read in time. */
export const RankChange = named(
  'RankChange',
  object({
    before: nullable(number),
    after: nullable(number),
  }),
);
export type RankChange = TypeOf<typeof RankChange>;

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

/** A boost in this state, or in one of these. */
export type BoostIn<Is extends BoostState['is']> = Extract<BoostState, { readonly is: Is }>;

export interface Boost {
  readonly boostType: BoostType;
  readonly state: BoostState;
}

/** A person's boosts by id, oldest first. */
export interface Wallet {
  readonly boosts: Readonly<Record<string, Boost>>;
}

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
export function unclaimedIn({ boosts }: Wallet, wanted: string | null) {
  for (const [boostId, { boostType, state }] of Object.entries(boosts)) {
    if (state.is === 'unclaimed' && (wanted === null || boostId === wanted)) {
      return { boostId, boostType, remainingMs: state.remainingMs };
    }
  }
  return undefined;
}

/** @throws Rejected (notFound) */
export function requireBoost({ boosts }: Wallet, boostId: string): Boost {
  const boost = boosts[boostId];
  if (!boost) throw new Rejected('notFound', 'Boost not found');
  return boost;
}

/** Where a boost is, and how much of it is left. */
export function leftOf(state: BoostIn<'unclaimed' | 'active' | 'held'>, now: string) {
  return {
    postId: state.is === 'unclaimed' ? null : state.postId,
    remainingMs: state.is === 'active' ? Date.parse(state.expiresAt) - Date.parse(now) : state.remainingMs,
  };
}

/** Why a boost can't be applied to a post now; null when it can. */
export function obstacleOf(wallet: Wallet, userId: string, post: PostFacts, now: string): Rejected | null {
  if (post.ownerId !== userId) return new Rejected('forbidden', 'You can only boost your own posts.');
  if (!post.isPublic) return new Rejected('conflict', 'A hidden post cannot be boosted.');
  if (boostOfPost(wallet, post.postId, now)) {
    return new Rejected('conflict', 'This post already has a boost.');
  }
  return null;
}

/** Whether two holds have the same cause. */
export const isSameHold = (one: Hold) => (other: Hold) => one.kind === other.kind && one.id === other.id;
