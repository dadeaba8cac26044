import { PaymentRefusedError } from '../../src/infrastructure/payments/payments.port.js';
import type { StripeStage } from '../support/payments/stripe-stage.js';

const usd = (amount: number) => ({ amount, currency: 'usd' });

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

  it('closes a page that is open, and no other', async () => {
    const checkout = stage.checkout();
    const { sessionId } = await stage.payments.openCheckout(checkout);
    expect(await stage.payments.closeCheckout(sessionId)).toMatchObject({
      state: 'expired',
      reference: checkout.reference,
      price: checkout.price,
    });
    expect(await states(sessionId)).toEqual(['expired', null]);
    const paid = await stage.paid();
    for (const closed of [sessionId, paid.sessionId, 'cs_test_unknown']) {
      await expect(stage.payments.closeCheckout(closed)).rejects.toThrow(PaymentRefusedError);
    }
    expect(await states(paid.sessionId)).toEqual(['paid', 'paid']);
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
