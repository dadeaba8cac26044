import type { Stripe } from 'stripe';
import {
  disputeSeen,
  intentSeen,
  refundSeen,
  sessionSeen,
} from '../../src/infrastructure/payments/stripe-observations.js';

const OURS = '5f0c6a52-0d0e-4b86-9c41-2a5d8e7f6b10';
const OF_THE_CHARGE = '6f0c6a52-0d0e-4b86-9c41-2a5d8e7f6b11';

// What the sandbox never shows.

const intent = (fields: object) =>
  ({
    id: 'pi_1',
    amount: 999,
    amount_received: 0,
    currency: 'usd',
    livemode: false,
    metadata: { reference: OURS, userId: 'ann', kind: 'boost' },
    ...fields,
  }) as unknown as Stripe.PaymentIntent;

describe('a payment intent', () => {
  it.each([
    ['succeeded', 'paid'],
    ['processing', 'pending'],
    ['canceled', 'failed'],
    ['requires_payment_method', 'unpaid'],
    ['requires_confirmation', 'unpaid'],
    ['requires_action', 'unpaid'],
  ])('that is %s is %s', (status, state) => {
    expect(intentSeen(intent({ status })).state).toBe(state);
  });

  it('shows what was received, once it succeeded', () => {
    expect(intentSeen(intent({ status: 'succeeded', amount_received: 500 })).price.amount).toBe(500);
    expect(intentSeen(intent({ status: 'processing' })).price.amount).toBe(999);
  });

  it('shows the mode', () => {
    expect(intentSeen(intent({ livemode: true })).mode).toBe('live');
  });

  it('has no purpose that we do not know', () => {
    expect(intentSeen(intent({ metadata: { kind: 'shoes' } }))).toMatchObject({
      reference: null,
      userId: null,
      purpose: null,
    });
  });
});

describe('a checkout session', () => {
  const session = (fields: object) =>
    sessionSeen({
      id: 'cs_1',
      status: 'complete',
      payment_status: 'unpaid',
      amount_total: 999,
      currency: 'usd',
      livemode: false,
      client_reference_id: OURS,
      metadata: { reference: OURS },
      payment_intent: null,
      ...fields,
    } as unknown as Stripe.Checkout.Session);

  it.each([
    ['processing', 'pending'],
    ['requires_action', 'pending'],
    ['succeeded', 'pending'],
    ['requires_payment_method', 'failed'],
    ['canceled', 'failed'],
  ])('that is complete and unpaid, with a payment that is %s, is %s', (status, state) => {
    expect(session({ payment_intent: intent({ status }) }).state).toBe(state);
  });

  it('is never paid without a payment', () => {
    expect(session({ payment_status: 'no_payment_required' }).state).toBe('unpaid');
  });

  it.each([
    [null, { reference: OURS }],
    [OURS, { reference: 'other' }],
    [OURS, null],
    [null, {}],
  ])('has no reference when the two places differ: %j, %j', (client_reference_id, metadata) => {
    expect(session({ client_reference_id, metadata }).reference).toBeNull();
  });
});

describe('a refund', () => {
  const refund = (fields: object) =>
    refundSeen({ id: 're_1', amount: 1, currency: 'usd', ...fields } as unknown as Stripe.Refund);

  it.each([
    ['succeeded', 'succeeded'],
    ['failed', 'failed'],
    ['canceled', 'canceled'],
    ['pending', 'pending'],
    ['requires_action', 'pending'],
    [null, 'pending'],
  ])('that is %s is %s', (status, state) => {
    expect(refund({ status }).state).toBe(state);
  });

  it('belongs to the payment intent or, without one, to the charge, whatever its own metadata says', () => {
    const metadata = { reference: 'written by hand' };
    const charge = { id: 'ch_1', metadata: { reference: OF_THE_CHARGE } };
    expect(refund({ metadata, charge, payment_intent: intent({}) }).reference).toBe(OURS);
    expect(refund({ metadata, charge, payment_intent: intent({ metadata: {} }) }).reference).toBeNull();
    expect(refund({ metadata, charge, payment_intent: null }).reference).toBe(OF_THE_CHARGE);
    expect(refund({ metadata, charge: null, payment_intent: null }).reference).toBeNull();
    // Another program on the same account.
    const invoice = intent({ metadata: { reference: 'INVOICE-77' } });
    expect(refund({ metadata, charge, payment_intent: invoice }).reference).toBeNull();
  });
});

describe('a dispute', () => {
  const stateOf = (status: string, amounts: readonly number[] = []) =>
    disputeSeen({
      id: 'du_1',
      status,
      reason: 'fraudulent',
      amount: 999,
      currency: 'usd',
      balance_transactions: amounts.map((amount) => ({ amount })),
    } as unknown as Stripe.Dispute).dispute;

  it.each([
    ['warning_needs_response', 'inquiry'],
    ['warning_under_review', 'inquiry'],
    ['warning_closed', 'inquiry closed'],
    ['needs_response', 'open'],
    ['under_review', 'open'],
    ['appeal_needs_response', 'open'],
    ['appeal_under_review', 'open'],
    ['won', 'won'],
    ['lost', 'lost'],
    ['something new', 'open'],
  ])('that is %s is %s', (status, state) => {
    expect(stateOf(status).state).toBe(state);
  });

  it('that was prevented is lost if the money was taken', () => {
    expect(stateOf('prevented', [-999])).toMatchObject({ state: 'lost', isWithdrawn: true });
    expect(stateOf('prevented')).toMatchObject({ state: 'inquiry closed', isWithdrawn: false });
  });

  it.each([
    [[-999], true],
    [[-999, 999], false],
    [[-999, 500], true],
    [[-999, 1000], false],
    [[], false],
  ])('has taken the money by its balance transactions: %j', (amounts, isWithdrawn) => {
    expect(stateOf('needs_response', amounts).isWithdrawn).toBe(isWithdrawn);
  });
});
