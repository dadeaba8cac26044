import { aggregate, Rejected } from '../../kernel/aggregate.js';
import { event } from '../../kernel/event.js';
import { type DataOf, id, nullable, oneOf, text } from '../../kernel/field.js';
import { type Decider, refuseOwnPayment } from '../moderation/self-decision.js';
import { Money, isSameMoney } from '../money.js';
import { type Difference, Compared, DIFFERENCE_KINDS, Side } from './reconciliation.js';

/** An object of the payment provider in one state: when it was asked for, and how a difference was settled. */
export interface StripeObserved {
  /** Whose acts asked for it; null for reconciliation. */
  readonly askedBy: readonly (string | null)[];
  /** What was fetched last; null before. */
  readonly fetchId: string | null;
  readonly settled: readonly DataOf<typeof settlement>[];
}

const observation = {
  /** The charge, refund or dispute; the checkout session for somebody who came back. */
  objectId: id,
  /**
   * Its state at the provider, such as `paid`, `succeeded` or `lost`; `returned` for somebody who came back, and
   * `unconfirmed` for a payment that an admin asks for.
   */
  state: text,
  kind: oneOf('charge', 'refund', 'dispute'),
  /** Our reference of the payment. */
  reference: id,
  amount: Money,
  /** What to fetch: the checkout session or payment intent of a charge, otherwise the object itself. */
  fetchId: id,
  /** The act of an admin who asked; null for anybody else, and in events of version 1. */
  actId: nullable(id),
};
const settlement = {
  object: Compared.properties.object,
  objectId: id,
  kind: oneOf(...DIFFERENCE_KINDS),
  reference: nullable(id),
  /** What both sides showed then. */
  provider: nullable(Side),
  log: nullable(Side),
  /** Who paid; null if nobody is known. */
  ownerId: nullable(id),
  actId: id,
  note: text,
};

interface OfObject {
  readonly objectId: string;
  readonly state: string;
}

interface Settlement extends DataOf<typeof settlement> {
  readonly state: string;
  readonly decider: Decider;
}

const initial: StripeObserved = { askedBy: [], fetchId: null, settled: [] };

export const StripeObserved = aggregate('stripeObserved', {
  id: ({ objectId, state }: OfObject) => `${objectId}-${state}`,
  initial,
  events: {
    /**
     * An object at the payment provider has to be looked at: reconciliation found that it differs from the log, and no event of
     * the provider brings it; somebody came back from a checkout whose end the log does not know; or an admin asked. It is a
     * notice: a reaction fetches the object.
     */
    StripeObjectObserved: event(
      observation,
      '{actor} asked Stripe for {objectId} of {amount|money} for {reference}: {state|words}.',
      { objectId: 'stripe', fetchId: 'stripe', reference: 'payment' },
      { version: 2, upcast: { 1: (data) => ({ ...data, actId: null }) } },
    ),
    /** An admin says that a difference was resolved outside Footnote. This counts as long as both sides stay as they were. */
    StripeDifferenceSettled: event(
      settlement,
      '{actor} settled {objectId} of {reference?an unknown payment}, which differed at Stripe and in the log: {kind|words}.',
      { objectId: 'stripe', reference: 'payment', ownerId: 'person', actId: 'act' },
    ),
  },
}).rules({
  evolve: {
    StripeObjectObserved: (state, { actId, fetchId }) => ({
      ...state,
      fetchId,
      askedBy: [...state.askedBy, actId],
    }),
    StripeDifferenceSettled: (state, settled) => ({ ...state, settled: [...state.settled, settled] }),
  },
  decide: {
    /** Record that an object of the payment provider has to be looked at. Idempotent by its id and state, and by the act. */
    ObserveStripeObject: (data: DataOf<typeof observation>, { askedBy }) =>
      askedBy.includes(data.actId) ? [] : [{ type: 'StripeObjectObserved', data }],

    /** Settle a difference that was resolved outside Footnote. Idempotent by the act. `state` is that of the provider. */
    SettleDifference({ decider, state: _, ...data }: Settlement, state) {
      if (state.settled.some(({ actId }) => actId === data.actId)) return [];
      refuseOwnPayment(decider, data.ownerId);
      if (!waysOut(data).settle) throw new Rejected('conflict', waysOut(data).says);
      if (isSettled(data, state)) throw new Rejected('conflict', 'This difference is settled already.');
      return [{ type: 'StripeDifferenceSettled', data }];
    },
  },
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
