import { ExportedData } from '../../src/api/account/exported-data.service.js';
import {
  PaymentRefusedError,
  PaymentsUnavailableError,
} from '../../src/infrastructure/payments/payments.port.js';
import { PaymentsReader } from '../../src/projections/payments/payments.reader.js';
import type { OwnPayment } from '../../src/projections/payments/shown-payments.js';
import { Payment } from '../../src/domain/payment/payment.js';
import { useOwnApp } from '../support/app.js';
import { mailBoxOf } from '../support/mails.js';
import {
  buyBoost,
  checkOut,
  intentOf,
  newestPayment,
  sandboxOf,
  sessionIn,
  startPurchase,
  heard,
  heardPayment,
} from '../support/payments.js';
import { act, decider } from '../support/payment-story.js';
import { joining } from '../support/people.js';
import { publishPost, send } from '../support/posts.js';
import { parkedPayment } from '../support/reconciling.js';
import { settled } from '../support/settled.js';
import type { Visitor } from '../support/visitor.js';

const DAY = 86_400_000;

describe('payments', () => {
  const app = useOwnApp('not shared yet');
  const join = joining(app, 'payer');
  const subjectsTo = async (address: string) => {
    await settled(app);
    const all = await mailBoxOf(app).list(1000);
    return all.flatMap(({ to, subject }) => (to === address && !/verify/i.test(subject) ? [subject] : []));
  };
  const disputeOf = (intent: string) => {
    const dispute = sandboxOf(app).payment(intent)?.disputes[0];
    if (!dispute) throw new Error(`${intent} is not disputed`);
    return dispute.disputeId;
  };
  const suspensionOf = async (browser: Visitor) => (await browser.account()).body.suspension;

  it('that take some days are pending, and granted once they arrive', async () => {
    const { browser, user } = await join();
    const session = await startPurchase(browser);
    sandboxOf(app).actOnCheckout(session, 'pay-later');
    expect(await heardPayment(app, browser)).toMatchObject({ status: 'pending', boost: null });
    const [played] = sandboxOf(app).payments(1);
    sandboxOf(app).actOnPayment(played?.paymentIntentId ?? '', 'arrive', null);
    expect(await heardPayment(app, browser)).toMatchObject({ boost: { state: 'unclaimed' } });
    expect(await subjectsTo(user.email)).toEqual(['Your Regular Boost is paid']);
  });

  it('that take some days can fail', async () => {
    const { browser, user } = await join();
    sandboxOf(app).actOnCheckout(await startPurchase(browser), 'pay-later');
    expect(await heardPayment(app, browser)).toMatchObject({ status: 'pending' });
    const [played] = sandboxOf(app).payments(1);
    sandboxOf(app).actOnPayment(played?.paymentIntentId ?? '', 'fail', null);
    expect(await heardPayment(app, browser)).toMatchObject({ status: 'failed', boost: null });
    expect(await subjectsTo(user.email)).toEqual(['Your payment failed']);
  });

  it.each([
    ['an error that the provider stores', new PaymentsUnavailableError('Stripe answered 500', true), 2],
    ['a refusal', new PaymentRefusedError('Stripe refused', null), 2],
    ['no answer', new PaymentsUnavailableError('Stripe can’t be reached'), 1],
  ])('start again after %s, under a new reference if that is needed', async (_, error, references) => {
    const { browser } = await join();
    const { payments } = app.adapters;
    const open = payments.openCheckout.bind(payments);
    const asked: string[] = [];
    payments.openCheckout = ({ reference }) => {
      asked.push(reference);
      return Promise.reject(error);
    };
    const failed = await browser.post('/api/boost/checkout', { boostType: 'regular' });
    expect(failed).toMatchObject({ status: 503, body: { message: 'Failed to create checkout session' } });
    app.clock.advance(1);
    payments.openCheckout = (checkout) => {
      asked.push(checkout.reference);
      return open(checkout);
    };
    const session = await startPurchase(browser);
    payments.openCheckout = open;
    expect(new Set(asked).size).toBe(references);
    const paid = await checkOut(app, browser, session);
    expect(paid).toMatchObject({ id: asked.at(-1), boostType: 'regular', boost: { state: 'unclaimed' } });
    const { body } = await browser.get<OwnPayment[]>('/api/user/payments');
    expect(body).toHaveLength(references);
    // A checkout that was never paid says what it was for.
    expect(body.at(-1)?.boostType).toBe('regular');
  });

  it('can be donations without an account, within limits', async () => {
    const donate = (amount: unknown) =>
      app.browser().post<{ url: string }>('/api/donations/checkout', { amount });
    for (const amount of [99, 100_001, 100.5, '500', null]) {
      expect(await donate(amount)).toMatchObject({ status: 400, body: { message: 'Invalid Amount' } });
    }
    const { status, body } = await donate(100);
    expect(status).toBe(200);
    const session = sessionIn(body.url);
    const check = async () => (await app.browser().get<{ status: string }>(`/api/checkouts/${session}`)).body;
    expect(await check()).toMatchObject({ status: 'started', kind: 'donation' });
    sandboxOf(app).actOnCheckout(session, 'pay');
    await heard(app);
    expect(await check()).toMatchObject({ status: 'paid' });
  });

  it('say on the page of their checkout what admins have decided', async () => {
    const { browser } = await join();
    const status = async (session: string | null | undefined) =>
      (await browser.get<{ status: string }>(`/api/checkouts/${session}`)).body.status;
    const reference = await parkedPayment(app, browser);
    const parked = await app.server.get(PaymentsReader, { strict: false }).one(reference);
    expect(await status(parked?.sessionId)).toBe('parked');
    await send(app, Payment.DismissPayment({ reference, note: 'Paid in cash.', ...act }));
    await settled(app);
    expect(await status(parked?.sessionId)).toBe('dismissed');

    const session = await startPurchase(browser);
    const paid = await checkOut(app, browser, session);
    sandboxOf(app).actOnPayment(intentOf(paid), 'refund', 50);
    await heard(app);
    expect(await status(session)).toBe('paid');
    sandboxOf(app).actOnPayment(intentOf(paid), 'refund', 149);
    await heard(app);
    expect(await status(session)).toBe('refunded');
  });

  it('are shown to their payer only', async () => {
    const { browser } = await join();
    const other = await join();
    const session = await startPurchase(browser);
    const payment = await checkOut(app, browser, session);
    expect((await other.browser.get(`/api/checkouts/${session}`)).body).toMatchObject({ status: 'unknown' });
    expect((await app.browser().get('/api/checkouts/cs_unknown')).body).toMatchObject({ status: 'unknown' });
    expect((await other.browser.get<unknown[]>('/api/user/payments')).body).toEqual([]);
    for (const call of [
      other.browser.get(`/api/user/payments/${payment.id}/receipt`),
      other.browser.post(`/api/user/payments/${payment.id}/refund-request`),
      browser.get(`/api/user/payments/${crypto.randomUUID()}/receipt`),
      browser.post('/api/user/payments/none/refund-request'),
    ]) {
      expect((await call).status).toBe(404);
    }
    expect((await browser.get(`/api/user/payments/${payment.id}/receipt`)).body).toEqual({
      receiptUrl: expect.stringContaining('/sandbox/'),
    });
  });

  it('are refunded on request: held at once, revoked when the provider shows the refund', async () => {
    const { browser, user } = await join();
    const { id, price } = await buyBoost(app, browser);
    expect((await browser.post(`/api/user/payments/${id}/refund-request`)).status).toBe(200);
    // With the answer, so that the person cannot apply it any more.
    expect((await browser.get('/api/user/payments')).body).toMatchObject([
      { id, refundRequest: 'open', boost: { state: 'held' } },
    ]);
    expect((await browser.get('/api/boosts/unclaimed')).body).toMatchObject({ count: 0 });
    // A second press changes nothing.
    expect((await browser.post(`/api/user/payments/${id}/refund-request`)).status).toBe(200);
    const order = {
      refundId: 'f1',
      amount: price,
      paid: null,
      begun: null,
      reason: 'Asked for.',
      inTerminal: false,
    };
    await send(app, Payment.StartRefund({ reference: id, ...order, decider }));
    expect(await heardPayment(app, browser)).toMatchObject({
      status: 'refunded',
      refunded: price,
      refundRequest: 'decided',
      boost: { state: 'revoked' },
    });
    expect(await subjectsTo(user.email)).toEqual(['Your refund is on its way', 'Your Regular Boost is paid']);
  });

  it('keep the boost when a refund is declined', async () => {
    const { browser, user } = await join();
    const { id } = await buyBoost(app, browser);
    await browser.post(`/api/user/payments/${id}/refund-request`);
    expect(await heardPayment(app, browser)).toMatchObject({ boost: { state: 'held' } });
    await send(app, Payment.DeclineRefund({ reference: id, reason: 'It was too late.', ...act }));
    expect(await heardPayment(app, browser)).toMatchObject({ boost: { state: 'unclaimed' } });
    expect(await browser.post(`/api/user/payments/${id}/refund-request`)).toMatchObject({ status: 409 });
    expect(await subjectsTo(user.email)).toContain('Your refund request was decided');
  });

  it('can be refunded for 7 days while the boost is unclaimed', async () => {
    const { browser, user } = await join();
    const postId = await publishPost(app, user.id, 7);
    const used = await buyBoost(app, browser, 'regular', postId);
    expect(used.canRequestRefund).toBe(false);
    expect((await browser.post(`/api/user/payments/${used.id}/refund-request`)).status).toBe(409);
    const late = await buyBoost(app, browser);
    app.clock.advance(7 * DAY + 1);
    expect((await newestPayment(browser)).canRequestRefund).toBe(false);
    expect(await browser.post(`/api/user/payments/${late.id}/refund-request`)).toMatchObject({
      status: 409,
      body: { message: 'A refund can be requested for 7 days after the payment.' },
    });
  });

  it('that are refunded at the provider: part of the price keeps the boost, all of it takes it back', async () => {
    const { browser } = await join();
    const payment = await buyBoost(app, browser);
    const intent = intentOf(payment);
    sandboxOf(app).actOnPayment(intent, 'refund', 50);
    expect(await heardPayment(app, browser)).toMatchObject({
      refunded: { amount: 50 },
      boost: { state: 'unclaimed' },
    });
    sandboxOf(app).actOnPayment(intent, 'refund', null);
    expect(await heardPayment(app, browser)).toMatchObject({ boost: { state: 'revoked' } });
    for (const { refundId } of sandboxOf(app).payment(intent)?.refunds ?? [])
      sandboxOf(app).failRefund(refundId);
    expect(await heardPayment(app, browser)).toMatchObject({ boost: { state: 'unclaimed' } });
  });

  it('that are disputed suspend the account and hold the boost, until the dispute is won', async () => {
    const { browser, user } = await join();
    const postId = await publishPost(app, user.id, 7);
    const payment = await buyBoost(app, browser, 'regular', postId);
    const intent = intentOf(payment);
    app.clock.advance(3_600_000);
    sandboxOf(app).actOnPayment(intent, 'dispute', null);
    expect(await heardPayment(app, browser)).toMatchObject({ boost: { state: 'held' } });
    expect(await suspensionOf(browser)).toMatchObject({ cause: 'dispute', endsAt: null });
    // Suspended people read and ask for refunds, and buy nothing.
    expect((await browser.post('/api/boost/checkout', { boostType: 'mega' })).status).toBe(403);
    expect((await browser.get('/api/user/payments')).status).toBe(200);
    sandboxOf(app).actOnDispute(disputeOf(intent), 'win');
    const expiresAt = new Date(app.clock.now().getTime() + DAY - 3_600_000).toISOString();
    expect(await heardPayment(app, browser)).toMatchObject({ boost: { state: 'active', expiresAt } });
    expect(await suspensionOf(browser)).toBeNull();
    expect(await subjectsTo(user.email)).toEqual([
      'The dispute was decided',
      'Your payment is disputed',
      'Your Regular Boost is paid',
    ]);
  });

  it('that are disputed twice lift only the suspension of the dispute that is won', async () => {
    const { browser } = await join();
    const first = intentOf(await buyBoost(app, browser));
    app.clock.advance(1);
    const second = intentOf(await buyBoost(app, browser));
    for (const intent of [first, second]) sandboxOf(app).actOnPayment(intent, 'dispute', null);
    expect(await heardPayment(app, browser)).toMatchObject({ boost: { state: 'held' } });
    sandboxOf(app).actOnDispute(disputeOf(first), 'win');
    await heard(app);
    const { body } = await browser.get<{ boost: { state: string } }[]>('/api/user/payments');
    expect(body[1]?.boost.state).toBe('unclaimed');
    expect(await suspensionOf(browser)).toMatchObject({ cause: 'dispute' });
    sandboxOf(app).actOnDispute(disputeOf(second), 'lose');
    await heard(app);
    expect(await suspensionOf(browser)).toMatchObject({ cause: 'dispute' });
    expect((await newestPayment(browser)).boost?.state).toBe('held');
  });

  it('with an inquiry only stay as they are', async () => {
    const { browser } = await join();
    const payment = await buyBoost(app, browser);
    sandboxOf(app).actOnPayment(intentOf(payment), 'inquire', null);
    sandboxOf(app).actOnPayment(intentOf(payment), 'warn', null);
    await heard(app);
    expect(await suspensionOf(browser)).toBeNull();
    expect((await newestPayment(browser)).boost?.state).toBe('unclaimed');
  });

  it('are in the export', async () => {
    const { browser, user } = await join();
    const payment = await buyBoost(app, browser);
    await settled(app);
    const { record } = await app.server.get(ExportedData, { strict: false }).of(user.id);
    expect(record.payments).toEqual([payment]);
    expect(record.timeline.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['CheckoutStarted', 'CheckoutOpened', 'PaymentConfirmed', 'BoostPurchased']),
    );
  });
});
