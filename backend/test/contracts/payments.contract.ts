import {
  type Observation,
  PaymentRefusedError,
  type RefundOrder,
} from '../../src/infrastructure/payments/payments.port.js';
import type { StripeStage } from '../support/payments/stripe-stage.js';

const DAY = 86_400_000;
const usd = (amount: number) => ({ amount, currency: 'usd' });

/** All items of an asynchronous list. */
export async function collected<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** The contract of checkouts, payments and receipts, for every way to reach the provider. */
export function checkoutsContract(open: () => Promise<StripeStage>): void {
  let stage: StripeStage;

  beforeEach(async () => {
    stage = await open();
  });

  afterEach(() => stage.close());

  it('opens one page per reference', async () => {
    const checkout = stage.checkout();
    const page = await stage.payments.openCheckout(checkout);
    expect(page.url).toBe(`https://footnote.example/sandbox/checkout/${page.sessionId}`);
    expect(await stage.payments.openCheckout(checkout)).toEqual(page);
    const other = await stage.payments.openCheckout(stage.checkout());
    expect(other.sessionId).not.toBe(page.sessionId);
  });

  it('refuses another checkout under the same reference', async () => {
    const checkout = stage.checkout();
    await stage.payments.openCheckout(checkout);
    const dearer = stage.payments.openCheckout({ ...checkout, price: usd(1000) });
    await expect(dearer).rejects.toThrow(PaymentRefusedError);
  });

  it('refuses a page that expires too soon', async () => {
    const expiresAt = new Date(stage.clock.now().getTime() + 29 * 60_000).toISOString();
    const soon = stage.payments.openCheckout(stage.checkout({ expiresAt }));
    await expect(soon).rejects.toThrow(PaymentRefusedError);
  });

  it('shows the price, the account, the purpose and the title', async () => {
    const checkout = stage.checkout({ price: { amount: 199, currency: 'jpy' } });
    const { sessionId } = await stage.payments.openCheckout(checkout);
    const common = {
      kind: 'payment',
      reference: checkout.reference,
      price: { amount: 199, currency: 'jpy' },
      mode: 'test',
      userId: 'ann',
      purpose: 'boost',
    };
    expect(stage.sandbox.checkout(sessionId)).toMatchObject({ title: 'Mega boost', price: checkout.price });
    expect(await stage.payments.observe(sessionId)).toEqual([
      { ...common, state: 'unpaid', paymentIntentId: null },
    ]);
    stage.sandbox.actOnCheckout(sessionId, 'pay');
    const [seen] = await stage.payments.observe(sessionId);
    expect(seen).toEqual({ ...common, state: 'paid', paymentIntentId: expect.stringMatching(/^pi_/) });
    const intentId = seen?.kind === 'payment' ? seen.paymentIntentId : null;
    expect(await stage.payments.observe(intentId ?? '')).toEqual([seen]);
  });

  it('shows a donation of a visitor', async () => {
    const { sessionId } = await stage.paid({ userId: null, purpose: { kind: 'donation' } });
    expect(await stage.payments.observe(sessionId)).toMatchObject([
      { state: 'paid', userId: null, purpose: 'donation' },
    ]);
  });

  /** The states of a session and of its payment intent. */
  const states = async (sessionId: string) => {
    const [session] = await stage.payments.observe(sessionId);
    if (session?.kind !== 'payment') throw new Error('the session is not a payment');
    const [intent] = session.paymentIntentId ? await stage.payments.observe(session.paymentIntentId) : [];
    return [session.state, intent?.kind === 'payment' ? intent.state : null];
  };

  it.each([
    ['arrive', 'paid', 'paid'],
    ['fail', 'failed', 'unpaid'],
  ] as const)('shows a payment that takes some days, and then %s', async (act, session, intent) => {
    const { sessionId } = await stage.payments.openCheckout(stage.checkout());
    stage.sandbox.actOnCheckout(sessionId, 'pay-later');
    expect(await states(sessionId)).toEqual(['pending', 'pending']);
    const [payment] = stage.sandbox.payments(1);
    stage.sandbox.actOnPayment(payment?.paymentIntentId ?? '', act, null);
    expect(await states(sessionId)).toEqual([session, intent]);
  });

  it('leaves a checkout open after a declined card', async () => {
    const { sessionId } = await stage.payments.openCheckout(stage.checkout());
    stage.sandbox.actOnCheckout(sessionId, 'decline');
    expect(await states(sessionId)).toEqual(['unpaid', null]);
    stage.sandbox.actOnCheckout(sessionId, 'pay');
    expect(await states(sessionId)).toEqual(['paid', 'paid']);
  });

  it('shows a page that expired, by an operator or by time', async () => {
    const first = await stage.payments.openCheckout(stage.checkout());
    stage.sandbox.actOnCheckout(first.sessionId, 'expire');
    expect(await states(first.sessionId)).toEqual(['expired', null]);
    const second = await stage.payments.openCheckout(stage.checkout());
    stage.clock.advance(60 * 60_000 - 1000);
    expect(await states(second.sessionId)).toEqual(['unpaid', null]);
    stage.clock.advance(1000);
    expect(await states(second.sessionId)).toEqual(['expired', null]);
  });

  it('has no reference for objects that are not ours', async () => {
    const metadata = { reference: 'ours' };
    const foreign = async (client_reference_id: string, own: Record<string, string>) => {
      const { id } = await stage.stripe.checkout.sessions.create({
        mode: 'payment',
        client_reference_id,
        metadata: own,
        expires_at: Math.floor(stage.clock.now().getTime() / 1000) + 3600,
        line_items: [
          { quantity: 1, price_data: { currency: 'usd', unit_amount: 500, product_data: { name: 'Shoes' } } },
        ],
        success_url: 'https://shoes.example',
      });
      stage.sandbox.actOnCheckout(id, 'pay');
      const intentId = stage.sandbox.payments(1)[0]?.paymentIntentId ?? '';
      stage.sandbox.actOnPayment(intentId, 'refund', 100);
      stage.sandbox.actOnPayment(intentId, 'warn', null);
      stage.sandbox.actOnPayment(intentId, 'dispute', null);
      const refundId = stage.sandbox.payment(intentId)?.refunds[0]?.refundId ?? '';
      const disputeId = stage.sandbox.payment(intentId)?.disputes[0]?.disputeId ?? '';
      const seen = await Promise.all(
        [id, intentId, refundId, disputeId].map((one) => stage.payments.observe(one)),
      );
      return seen.flat().map(({ reference }) => reference);
    };
    expect(await foreign('theirs', {})).toEqual([null, null, null, null]);
    expect(await foreign('theirs', metadata)).toEqual([null, null, null, null]);
  });

  it('shows nothing for unknown ids and other kinds', async () => {
    await stage.paid();
    const kinds = ['cs_test', 'pi', 'ch', 'py', 're', 'pyr', 'dp', 'du', 'issfr', 'cus', 'evt', ''];
    for (const kind of kinds) expect(await stage.payments.observe(`${kind}_unknown`)).toEqual([]);
  });

  it('finds the receipt of what was paid', async () => {
    const { paymentIntentId } = await stage.paid();
    const receipt = `https://footnote.example/sandbox/payments/${paymentIntentId}/receipt`;
    expect(await stage.payments.receiptUrl(paymentIntentId)).toBe(receipt);
    const later = await stage.payments.openCheckout(stage.checkout());
    stage.sandbox.actOnCheckout(later.sessionId, 'pay-later');
    const unpaid = stage.sandbox.payments(1)[0]?.paymentIntentId ?? '';
    expect(await stage.payments.receiptUrl(unpaid)).toBeNull();
    expect(await stage.payments.receiptUrl('pi_unknown')).toBeNull();
  });
}

/** The contract of refunds, disputes and warnings, for every way to reach the provider. */
export function returnsContract(open: () => Promise<StripeStage>): void {
  let stage: StripeStage;

  beforeEach(async () => {
    stage = await open();
  });

  afterEach(() => stage.close());

  const refunding = async (differences: Partial<RefundOrder> = {}): Promise<RefundOrder> => {
    const { paymentIntentId, reference } = await stage.paid();
    return { paymentIntentId, reference, refundId: 'refund-1', amount: usd(400), ...differences };
  };
  const amounts = (seen: readonly Observation[]) =>
    seen.map((one) => (one.kind === 'refund' ? one.amount.amount : null));

  it('gives money back once per refund id', async () => {
    const order = await refunding();
    const first = await stage.payments.refund(order);
    expect(first).toEqual([
      {
        kind: 'refund',
        reference: order.reference,
        providerRefundId: expect.stringMatching(/^re_/),
        amount: usd(400),
        state: 'succeeded',
      },
    ]);
    expect(await stage.payments.refund(order)).toEqual(first);
    // The provider forgets its idempotency keys after a day.
    stage.clock.advance(2 * DAY);
    expect(await stage.payments.refund(order)).toEqual(first);
    const second = await stage.payments.refund({ ...order, refundId: 'refund-2', amount: usd(599) });
    expect(amounts(second)).toEqual([599, 400]);
  });

  it('does not give back more than was paid', async () => {
    const order = await refunding({ amount: usd(1000) });
    await expect(stage.payments.refund(order)).rejects.toMatchObject({
      name: 'PaymentRefusedError',
      code: 'amount_too_large',
    });
    await stage.payments.refund({ ...order, refundId: 'refund-2', amount: usd(999) });
    await expect(
      stage.payments.refund({ ...order, refundId: 'refund-3', amount: usd(1) }),
    ).rejects.toMatchObject({ code: 'charge_already_refunded' });
  });

  it('shows all refunds of a charge, on as many pages as it takes', async () => {
    const { paymentIntentId, chargeId, reference } = await stage.paid();
    for (let count = 0; count < 101; count += 1) stage.sandbox.actOnPayment(paymentIntentId, 'refund', 1);
    const seen = await stage.payments.observe(chargeId);
    expect(amounts(seen)).toEqual(Array.from({ length: 101 }, () => 1));
    expect(new Set(seen.map((one) => one.reference))).toEqual(new Set([reference]));
    expect(new Set(seen.map((one) => (one.kind === 'refund' ? one.providerRefundId : '')))).toHaveProperty(
      'size',
      101,
    );
  });

  it('shows a refund that fails', async () => {
    const order = await refunding();
    const [refund] = await stage.payments.refund(order);
    const refundId = refund?.kind === 'refund' ? refund.providerRefundId : '';
    stage.sandbox.failRefund(refundId);
    expect(await stage.payments.observe(refundId)).toEqual([{ ...refund, state: 'failed' }]);
    // What failed can be given back again.
    await stage.payments.refund({ ...order, refundId: 'refund-2', amount: usd(999) });
  });

  it.each([
    [['dispute'], 'open', true],
    [['dispute', 'reinstate'], 'open', false],
    [['dispute', 'reinstate', 'withdraw'], 'open', true],
    [['dispute', 'win'], 'won', false],
    [['dispute', 'lose'], 'lost', true],
    [['inquire'], 'inquiry', false],
    [['inquire', 'close'], 'inquiry closed', false],
    [['inquire', 'escalate'], 'open', true],
    [['inquire', 'escalate', 'win'], 'won', false],
  ] as const)('shows a dispute: %j', async ([start, ...moves], state, isWithdrawn) => {
    const { paymentIntentId, reference } = await stage.paid();
    stage.sandbox.actOnPayment(paymentIntentId, start, null);
    const disputeId = stage.sandbox.payment(paymentIntentId)?.disputes[0]?.disputeId ?? '';
    for (const move of moves) stage.sandbox.actOnDispute(disputeId, move);
    const dispute = { disputeId, state, reason: 'fraudulent', amount: usd(999), isWithdrawn };
    expect(await stage.payments.observe(disputeId)).toEqual([{ kind: 'dispute', reference, dispute }]);
  });

  it('does not refund what a dispute has taken', async () => {
    const order = await refunding();
    stage.sandbox.actOnPayment(order.paymentIntentId, 'dispute', null);
    await expect(stage.payments.refund(order)).rejects.toMatchObject({ code: 'charge_disputed' });
  });

  it('shows a warning of fraud', async () => {
    const { paymentIntentId, reference } = await stage.paid();
    stage.sandbox.actOnPayment(paymentIntentId, 'warn', null);
    const [{ objectId } = { objectId: null }] = await collected(
      stage.payments.events(stage.clock.now()),
    ).then((events) => events.filter(({ eventType }) => eventType.startsWith('radar.')));
    const warningId = objectId ?? '';
    expect(await stage.payments.observe(warningId)).toEqual([
      { kind: 'fraud warning', reference, warningId },
    ]);
  });
}

/** The contract of the lists for reconciliation, for every way to reach the provider. */
export function booksContract(open: () => Promise<StripeStage>): void {
  let stage: StripeStage;

  beforeEach(async () => {
    stage = await open();
  });

  afterEach(() => stage.close());

  it('lists events oldest first, over pages and days, with the allowed fields only', async () => {
    const start = stage.clock.now();
    const { sessionId, paymentIntentId } = await stage.paid();
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
    const common = { reference, createdAt: since.toISOString() };
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
