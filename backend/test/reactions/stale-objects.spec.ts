import type { Observation, ProviderEvent } from '../../src/infrastructure/payments/payments.port.js';
import { claimOf, staleness } from '../../src/reactions/payments/stale-objects.js';

const owned = { reference: 'r1', paymentIntentId: 'pi_1' };
const usd = (amount: number) => ({ amount, currency: 'usd' });

const payment = (state: 'unpaid' | 'pending' | 'paid' | 'failed' | 'expired'): Observation => ({
  kind: 'payment',
  ...owned,
  state,
  price: usd(199),
  mode: 'test',
  userId: 'ann',
  purpose: 'boost',
});
const refund = (state: 'pending' | 'succeeded' | 'failed' | 'canceled', amount = 100): Observation => ({
  kind: 'refund',
  ...owned,
  providerRefundId: 're_1',
  amount: usd(amount),
  state,
});
const dispute = (state: 'inquiry' | 'inquiry closed' | 'open' | 'won' | 'lost', moves = 0): Observation => ({
  kind: 'dispute',
  ...owned,
  moves,
  dispute: { disputeId: 'dp_1', state, reason: 'fraudulent', amount: usd(199), isWithdrawn: false },
});
const warning: Observation = { kind: 'fraud warning', ...owned, warningId: 'issfr_1' };

/** Whether a notice of this type with these fields waits while the provider shows this. */
function waits(eventType: string, fields: ProviderEvent['fields'], ...seen: Observation[]): boolean {
  const facts = { stripeEventId: 'evt_1', apiVersion: null, created: 1, livemode: false };
  return staleness(claimOf({ ...facts, eventType, objectId: 'x_1', fields }), 'x_1', seen) !== null;
}

const COMPLETED = 'checkout.session.completed';
const SUCCEEDED = 'checkout.session.async_payment_succeeded';
const FAILED = 'checkout.session.async_payment_failed';
const paid = { status: 'complete', payment_status: 'paid' };
const unpaid = { status: 'complete', payment_status: 'unpaid' };

describe('a notice', () => {
  it.each<[string, ProviderEvent['fields'], ...Observation[]]>([
    [COMPLETED, paid, payment('unpaid')],
    [COMPLETED, paid, payment('pending')],
    [COMPLETED, paid, payment('expired')],
    [COMPLETED, paid],
    [SUCCEEDED, paid, payment('pending')],
    [FAILED, unpaid, payment('pending')],
    [FAILED, unpaid, payment('unpaid')],
    ['charge.refunded', { amount_refunded: 150 }, refund('succeeded')],
    ['charge.refunded', { amount_refunded: 150 }],
    ['refund.updated', { status: 'succeeded' }, refund('pending')],
    ['refund.failed', { status: 'failed' }, refund('succeeded')],
    ['charge.dispute.closed', { status: 'won' }, dispute('open')],
    ['charge.dispute.closed', { status: 'warning_closed' }, dispute('inquiry')],
    ['charge.dispute.updated', { status: 'needs_response' }, dispute('inquiry')],
    ['charge.dispute.funds_withdrawn', { status: 'needs_response' }, dispute('open')],
    ['charge.dispute.funds_reinstated', { status: 'won' }, dispute('won', 1)],
    ['radar.early_fraud_warning.created', {}],
  ])('of type %s with %j waits while its object is older: %j', (type, fields, ...seen) =>
    expect(waits(type, fields, ...seen)).toBe(true),
  );

  it.each<[string, ProviderEvent['fields'], ...Observation[]]>([
    [COMPLETED, paid, payment('paid')],
    [COMPLETED, unpaid, payment('unpaid')],
    [COMPLETED, unpaid, payment('pending')],
    [COMPLETED, unpaid, payment('paid')],
    [FAILED, unpaid, payment('failed')],
    [FAILED, unpaid, payment('paid')],
    ['checkout.session.expired', { status: 'expired', payment_status: 'unpaid' }, payment('paid')],
    ['charge.refunded', { amount_refunded: 150 }, refund('failed'), refund('succeeded', 50)],
    ['charge.refunded', {}, refund('pending')],
    ['refund.created', { status: 'pending' }, refund('failed')],
    ['refund.created', { status: 'requires_action' }, refund('pending')],
    ['refund.updated', { status: 'succeeded' }, refund('failed')],
    ['charge.dispute.closed', { status: 'lost' }, dispute('won')],
    // An appeal has opened it again.
    ['charge.dispute.closed', { status: 'lost' }, dispute('open')],
    ['charge.dispute.funds_withdrawn', { status: 'needs_response' }, dispute('open', 1)],
    ['charge.dispute.funds_reinstated', { status: 'won' }, dispute('won', 2)],
    ['charge.dispute.closed', { status: 'prevented' }, dispute('inquiry closed')],
    ['charge.dispute.created', { status: 'warning_needs_response' }, dispute('lost')],
    ['radar.early_fraud_warning.created', { status: 'won' }, warning],
  ])('of type %s with %j is acted on once its object is as new: %j', (type, fields, ...seen) =>
    expect(waits(type, fields, ...seen)).toBe(false),
  );
});
