import { collected } from '../support/collected.js';
import type { StripeStage } from '../support/payments/stripe-stage.js';

const DAY = 86_400_000;
const usd = (amount: number) => ({ amount, currency: 'usd' });

/** The contract of the lists for reconciliation, for every way to reach the provider. */
export function booksContract(open: () => Promise<StripeStage>): void {
  let stage: StripeStage;

  beforeEach(async () => {
    stage = await open();
  });

  afterEach(() => stage.close());

  it('lists events oldest first, over pages and days, with the allowed fields only', async () => {
    const start = stage.clock.now();
    const { sessionId, paymentIntentId, reference } = await stage.paid();
    for (let count = 0; count < 60; count += 1) stage.sandbox.actOnPayment(paymentIntentId, 'refund', 1);
    stage.clock.advance(3 * DAY);
    stage.sandbox.actOnPayment(paymentIntentId, 'dispute', null);
    const events = await collected(stage.payments.events(start));
    expect(events.map(({ eventType }) => eventType)).toEqual([
      'checkout.session.completed',
      ...Array.from({ length: 60 }, () => ['charge.refunded', 'refund.created']).flat(),
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
    ]);
    expect(events[0]).toEqual({
      stripeEventId: expect.stringMatching(/^evt_/),
      eventType: 'checkout.session.completed',
      apiVersion: '2026-10-28.endive',
      created: start.getTime() / 1000,
      livemode: false,
      objectId: sessionId,
      fields: {
        status: 'complete',
        payment_status: 'paid',
        amount_total: 999,
        client_reference_id: reference,
        currency: 'usd',
        payment_intent: paymentIntentId,
        mode: 'payment',
      },
    });
    const laterOnly = await collected(stage.payments.events(new Date(start.getTime() + 1000)));
    expect(laterOnly).toHaveLength(2);
  });

  it('lists events for 30 days', async () => {
    const start = stage.clock.now();
    await stage.paid();
    stage.clock.advance(30 * DAY - 1000);
    expect(await collected(stage.payments.events(start))).toHaveLength(1);
    stage.clock.advance(2000);
    expect(await collected(stage.payments.events(start))).toEqual([]);
  });

  it('lists charges, refunds and disputes', async () => {
    await stage.paid();
    stage.clock.advance(DAY);
    const since = stage.clock.now();
    const { chargeId, paymentIntentId, reference } = await stage.paid();
    stage.sandbox.actOnPayment(paymentIntentId, 'refund', 100);
    stage.sandbox.actOnPayment(paymentIntentId, 'inquire', null);
    const { refunds = [], disputes = [] } = stage.sandbox.payment(paymentIntentId) ?? {};
    const common = { reference, paymentIntentId, createdAt: since.toISOString() };
    expect(await collected(stage.payments.movements(since))).toEqual([
      { ...common, kind: 'charge', objectId: chargeId, amount: usd(999), state: 'succeeded' },
      { ...common, kind: 'refund', objectId: refunds[0]?.refundId, amount: usd(100), state: 'succeeded' },
      {
        ...common,
        kind: 'dispute',
        objectId: disputes[0]?.disputeId,
        amount: usd(899),
        state: 'warning_needs_response',
      },
    ]);
  });

  it('lists the lines of the balance, which sum up to what is left', async () => {
    const since = stage.clock.now();
    const { chargeId, paymentIntentId } = await stage.paid();
    expect(await collected(stage.payments.balance(since))).toEqual([
      {
        id: expect.stringMatching(/^txn_/),
        objectId: chargeId,
        type: 'charge',
        currency: 'usd',
        amount: 999,
        fee: 59,
        net: 940,
        exchangeRate: null,
        createdAt: since.toISOString(),
      },
    ]);
    stage.sandbox.actOnPayment(paymentIntentId, 'refund', 100);
    stage.sandbox.actOnPayment(paymentIntentId, 'refund', 200);
    stage.sandbox.failRefund(stage.sandbox.payment(paymentIntentId)?.refunds[0]?.refundId ?? '');
    const disputed = await stage.paid();
    stage.sandbox.actOnPayment(disputed.paymentIntentId, 'dispute', null);
    const won = await stage.paid();
    stage.sandbox.actOnPayment(won.paymentIntentId, 'dispute', null);
    stage.sandbox.actOnDispute(
      stage.sandbox.payment(won.paymentIntentId)?.disputes[0]?.disputeId ?? '',
      'win',
    );
    const lines = await collected(stage.payments.balance(since));
    // Three charges of 9.99, 1.00 refunded, one dispute of 9.99, and two fees of 15.00 for disputes.
    const fees = 3 * 59 + 2 * 1500;
    expect(stage.sandbox.takings()).toEqual({
      usd: { charged: 2997, refunded: 100, disputed: 999, fees, net: 2997 - 100 - 999 - fees },
    });
    expect(lines.reduce((sum, { net }) => sum + net, 0)).toBe(stage.sandbox.takings()['usd']?.net);
  });
}
