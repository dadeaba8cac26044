import type { Observation, RefundOrder } from '../../src/infrastructure/payments/payments.port.js';
import { collected } from '../support/collected.js';
import type { StripeStage } from '../support/payments/stripe-stage.js';

const DAY = 86_400_000;
const usd = (amount: number) => ({ amount, currency: 'usd' });

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
        paymentIntentId: order.paymentIntentId,
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

  it('gives money back once when it is asked twice at the same time', async () => {
    const order = await refunding();
    const [one, other] = await Promise.all([stage.payments.refund(order), stage.payments.refund(order)]);
    expect(one).toEqual(other);
    expect(stage.sandbox.payment(order.paymentIntentId)?.refunds).toHaveLength(1);
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
    [['dispute'], 'open', true, 1],
    [['dispute', 'reinstate'], 'open', false, 2],
    [['dispute', 'reinstate', 'withdraw'], 'open', true, 3],
    [['dispute', 'win'], 'won', false, 2],
    [['dispute', 'lose'], 'lost', true, 1],
    [['inquire'], 'inquiry', false, 0],
    [['inquire', 'close'], 'inquiry closed', false, 0],
    [['inquire', 'escalate'], 'open', true, 1],
    [['inquire', 'escalate', 'win'], 'won', false, 2],
  ] as const)('shows a dispute: %j', async ([start, ...acts], state, isWithdrawn, moves) => {
    const { paymentIntentId, reference } = await stage.paid();
    stage.sandbox.actOnPayment(paymentIntentId, start, null);
    const disputeId = stage.sandbox.payment(paymentIntentId)?.disputes[0]?.disputeId ?? '';
    for (const act of acts) stage.sandbox.actOnDispute(disputeId, act);
    const dispute = { disputeId, state, reason: 'fraudulent', amount: usd(999), isWithdrawn };
    const shown = { kind: 'dispute', reference, paymentIntentId, dispute, moves };
    expect(await stage.payments.observe(disputeId)).toEqual([shown]);
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
      { kind: 'fraud warning', reference, paymentIntentId, warningId },
    ]);
  });
}
