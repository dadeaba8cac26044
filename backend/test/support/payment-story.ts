import { Payment } from '../../src/domain/payment/payment.js';
import type { DisputeState, RefundState } from '../../src/domain/payment/payment-facts.js';
import type { Money } from '../../src/domain/money.js';
import type { EventOf } from '../../src/kernel/aggregate.js';
import { NOBODY } from '../../src/domain/admin/person.js';

export const AT = '2026-11-21T09:00:00.000Z';
export const DAY = 86_400_000;
export const after = (milliseconds: number) => new Date(Date.parse(AT) + milliseconds).toISOString();

/** Events and commands of one payment of Ann's, for stories of the domain. */
export const reference = 'r1';
export const price = { amount: 199, currency: 'usd' };
export const purpose = { kind: 'boost', boostType: 'regular', postId: null } as const;
export const facts = { reference, userId: 'ann', purpose };
export const start = { ...facts, price, mode: 'test', expiresAt: after(3_600_000) } as const;

export type Happening = EventOf<typeof Payment.events>;
export const started: Happening = { type: 'CheckoutStarted', data: start };
export const confirmed: Happening = {
  type: 'PaymentConfirmed',
  data: { ...facts, price, paymentIntentId: 'pi1' },
};
export const pending: Happening = { type: 'PaymentPending', data: { ...facts, paymentIntentId: 'pi1' } };
export const failed = (because: 'failed' | 'expired'): Happening => ({
  type: 'PaymentFailed',
  data: { ...facts, because },
});
export const parked = (
  reason: string,
  paymentIntentId: string | null = 'pi1',
  paid: Money | null = null,
): Happening => ({ type: 'PaymentParked', data: { reference, reason, paymentIntentId, paid } });
/** Our refund, as it is recorded before the provider is asked. */
export const refundBegun = (amount: number): Happening => ({
  type: 'RefundStarted',
  data: {
    reference,
    refundId: 'f1',
    amount: { amount, currency: 'usd' },
    reason: 'A test.',
    inTerminal: false,
  },
});
/** An admin without an account. */
export const decider = NOBODY;
/** What they do. */
export const act = { actId: 'a1', decider };
export const refunded = (
  amount: number,
  state: RefundState,
  total: number,
  { id = 're1', before = null }: { id?: string; before?: RefundState | null } = {},
): Happening => ({
  type: 'RefundObserved',
  data: {
    ...facts,
    providerRefundId: id,
    amount: { amount, currency: 'usd' },
    state,
    before,
    refundedTotal: { amount: total, currency: 'usd' },
    price,
  },
});
export const dispute = (state: DisputeState, isWithdrawn = state === 'open' || state === 'lost') => ({
  disputeId: 'd1',
  state,
  reason: 'fraudulent',
  amount: price,
  isWithdrawn,
});
export const disputed = (
  state: DisputeState,
  {
    isWithdrawn = state === 'open' || state === 'lost',
    before = null,
  }: { isWithdrawn?: boolean; before?: DisputeState | null } = {},
): Happening => ({
  type: 'DisputeObserved',
  data: { ...facts, ...dispute(state, isWithdrawn), before },
});

export const observe = (changes: Partial<Parameters<typeof Payment.ObservePayment>[0]> = {}) =>
  Payment.ObservePayment({
    reference,
    state: 'paid',
    paymentIntentId: 'pi1',
    price,
    mode: 'test',
    userId: 'ann',
    kind: 'boost',
    ...changes,
  });
export const observeRefund = (amount: number, state: RefundState, providerRefundId = 're1') =>
  Payment.ObserveRefund({ reference, providerRefundId, amount: { amount, currency: 'usd' }, state });

/** A difference that an admin settles: a payment of which the log knows nothing. */
export const unheard = {
  object: 'charge',
  objectId: 'ch_1',
  reference,
  provider: { amount: price, state: 'paid' },
  log: null,
  kind: 'not in the log',
  state: 'paid',
  ownerId: 'ann',
  actId: 'a1',
  note: 'Refunded at Stripe.',
} as const;
