import { type EventsOf, event } from '../../kernel/event.js';
import { type TypeOf, flag, id, named, nullable, number, object, oneOf, time } from '../../kernel/field.js';
import { Money } from '../money.js';

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

const boostOf = {
  /** The owner of the wallet. */
  userId: id,
  /** The reference of its payment: a payment buys one boost. */
  boostId: id,
};

const about = { userId: 'person', boostId: ['boost', 'payment'] } as const;

/** The events of a person's wallet of boosts, `boosts-{userId}`. Times are ISO 8601. */
export const boostsEvents = {
  /** A payment was confirmed. The boost is unclaimed until it is applied. */
  BoostPurchased: event(
    {
      ...boostOf,
      boostType: BoostType,
      price: Money,
    },
    '{actor} credited {userId} with {boostId} ({boostType|words}) for {price|money}.',
    about,
  ),
  /** The boost lifts a post until `expiresAt`. */
  BoostApplied: event(
    {
      ...boostOf,
      boostType: BoostType,
      postId: id,
      appliedAt: time,
      expiresAt: time,
      rank: RankChange,
    },
    '{actor} applied {boostId} ({boostType|words}) to {postId} until {expiresAt|time}, which moved it from rank {rank.before?unknown} to {rank.after?unknown}.',
    { ...about, postId: 'post' },
  ),
  /** The boost has no effect while it is held. Its remaining time, in milliseconds, is kept. */
  BoostHeld: event(
    {
      ...boostOf,
      hold: Hold,
      postId: nullable(id),
      remainingMs: number,
    },
    '{actor} held {boostId} with {remainingMs|duration} left ({hold.kind|words}).',
    {
      ...about,
      postId: 'post',
      'hold.id': { by: 'hold.kind', kinds: { dispute: 'stripe', moderation: 'post' } },
    },
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
    {
      ...about,
      postId: 'post',
      'hold.id': { by: 'hold.kind', kinds: { dispute: 'stripe', moderation: 'post' } },
    },
  ),
  /** The boost ends soon; its owner gets a mail. A boost that gets another end is notified again. */
  BoostEndingNotified: event(
    {
      ...boostOf,
      boostType: BoostType,
      postId: id,
      expiresAt: time,
    },
    '{actor} told {userId} that {boostId} on {postId} would end at {expiresAt|time}.',
    { ...about, postId: 'post' },
  ),
  /** The boost is over. `endedAt` is when it stopped to have an effect. */
  BoostEnded: event(
    {
      ...boostOf,
      postId: id,
      because: oneOf('expired', 'post deleted', 'refunded'),
      endedAt: time,
    },
    '{actor} ended {boostId} on {postId} ({because|words}).',
    { ...about, postId: 'post' },
  ),
  /** The boost was taken back before it was used up. */
  BoostRevoked: event(
    {
      ...boostOf,
      postId: nullable(id),
      because: oneOf('refunded', 'dispute lost', 'admin'),
      remainingMs: number,
    },
    '{actor} took {boostId} back with {remainingMs|duration} left ({because|words}).',
    { ...about, postId: 'post' },
  ),
  /** A refund failed or was cancelled: the boost is back, unclaimed, with its remaining time. */
  BoostReinstated: event(
    {
      ...boostOf,
      remainingMs: number,
    },
    '{actor} gave {boostId} back with {remainingMs|duration} left, as its refund failed.',
    about,
  ),
};

export type BoostsEvents = EventsOf<typeof boostsEvents>;
