import { aggregate, type EventOf, Rejected } from '../../kernel/aggregate.js';
import { refuseOwnPayment } from '../moderation/decisions.js';
import { isSameMoney } from '../money.js';
import type { Difference, Side } from './reconciliation.events.js';
import type * as commands from './stripe-observed.commands.js';
import { stripeObservedEvents, type StripeObservedEvents } from './stripe-observed.events.js';

type Settled = StripeObservedEvents['StripeDifferenceSettled'];

interface StripeObserved {
  /** Whose acts asked for it; null for reconciliation. */
  readonly askedBy: readonly (string | null)[];
  /** What was fetched last; null before. */
  readonly fetchId: string | null;
  readonly settled: readonly Settled[];
}

const observe = (
  seen: commands.ObserveStripeObject,
  { askedBy }: StripeObserved,
): EventOf<typeof stripeObservedEvents>[] =>
  askedBy.includes(seen.actId) ? [] : [{ type: 'StripeObjectObserved', data: seen }];

const settle = (
  { decider, state: _, ...difference }: commands.SettleDifference,
  state: StripeObserved,
): EventOf<typeof stripeObservedEvents>[] => {
  if (state.settled.some(({ actId }) => actId === difference.actId)) return [];
  refuseOwnPayment(decider, difference.ownerId);
  if (!waysOut(difference).settle) throw new Rejected('conflict', waysOut(difference).says);
  if (isSettled(difference, state)) throw new Rejected('conflict', 'This difference is settled already.');
  return [{ type: 'StripeDifferenceSettled', data: difference }];
};

type Key = commands.ObserveStripeObject | commands.SettleDifference;

const initial: StripeObserved = { askedBy: [], fetchId: null, settled: [] };

/** An object of the payment provider in one state: when it was asked for, and how a difference was settled. */
export const StripeObserved = aggregate('stripeObserved', {
  id: ({ objectId, state }: Key) => `${objectId}-${state}`,
  initial,
  events: stripeObservedEvents,
}).rules({
  evolve: {
    StripeObjectObserved: (state, { actId, fetchId }) => ({
      ...state,
      fetchId,
      askedBy: [...state.askedBy, actId],
    }),
    StripeDifferenceSettled: (state, settled) => ({ ...state, settled: [...state.settled, settled] }),
  },
  decide: { ObserveStripeObject: observe, SettleDifference: settle },
});

/** The provider's state of an object, as the id of its stream names it. */
export function stateIn(provider: Side | null): string {
  return provider?.state.replaceAll(' ', '_') ?? 'nothing';
}

/** Whether an admin has settled this difference, and both sides are as they were then. */
export function isSettled(
  { kind, provider, log }: Pick<Difference, 'kind' | 'provider' | 'log'>,
  { settled }: Pick<StripeObserved, 'settled'>,
): boolean {
  return settled.some(
    (one) => one.kind === kind && isSameSide(one.provider, provider) && isSameSide(one.log, log),
  );
}

function isSameSide(one: Side | null, other: Side | null): boolean {
  if (!one || !other) return one === other;
  const isSameAmount =
    one.amount && other.amount ? isSameMoney(one.amount, other.amount) : one.amount === other.amount;
  return one.state === other.state && isSameAmount;
}

/** What ends a difference. */
export interface WaysOut {
  /** The provider can be asked for the object again. */
  readonly observe: boolean;
  /** It can be settled outside, which an admin says here. */
  readonly settle: boolean;
  /** What to do, in a sentence. */
  readonly says: string;
}

const NOTHING_TO_DO = { observe: false, settle: false };
const MONEY_DIFFERS: WaysOut = {
  observe: false,
  settle: true,
  says: 'Correct it at Stripe, for example by a refund, then settle it.',
};

const WAYS_OUT: Readonly<Record<Difference['kind'], WaysOut>> = {
  'not in the log': {
    observe: true,
    settle: true,
    says: 'Ask Stripe again. If that changes nothing, refund it at Stripe, then settle it.',
  },
  'not at the provider': {
    observe: false,
    settle: true,
    says: 'Check that the key is of the same account and mode at Stripe, then settle it.',
  },
  'currency differs': MONEY_DIFFERS,
  'amount differs': MONEY_DIFFERS,
  'state differs': {
    observe: true,
    settle: true,
    says: 'Ask Stripe again. If that changes nothing, settle it with what you found at Stripe.',
  },
  'event parked': {
    observe: false,
    settle: true,
    says: 'Do at Stripe what its reason asks for, then settle it.',
  },
  'not readable': {
    ...NOTHING_TO_DO,
    says: 'Nothing here: an event of the log is in quarantine. Once it can be read, both are compared again.',
  },
};

/** What an admin can do about a difference. */
export function waysOut({ kind, object, log }: Pick<Difference, 'kind' | 'object' | 'log'>): WaysOut {
  if (object === 'charge' && log?.state === 'parked') {
    return { ...NOTHING_TO_DO, says: 'Its payment is parked: grant, refund or dismiss that.' };
  }
  if (object !== 'event' || kind !== 'not in the log') return WAYS_OUT[kind];
  return {
    ...NOTHING_TO_DO,
    says: 'Nothing: the event was added to the log, and the next comparison shows what followed.',
  };
}
