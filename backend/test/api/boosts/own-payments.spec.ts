import { ExportedData } from '../../../src/api/account/exported-data.service.js';
import { Payment } from '../../../src/domain/payment/payment.js';
import {
  PaymentRefusedError,
  PaymentsUnavailableError,
} from '../../../src/infrastructure/payments/payments.port.js';
import { PaymentsReader } from '../../../src/projections/payments/payments.reader.js';
import type { OwnPayment } from '../../../src/projections/payments/shown-payments.js';
import { unique, useApp } from '../../support/app.js';
import { mailBoxOf } from '../../support/mails.js';
import { act, decider } from '../../support/payment-story.js';
import {
  buyBoost,
  checkOut,
  heard,
  heardPayment,
  intentOf,
  sandboxOf,
  sessionIn,
  startPurchase,
} from '../../support/payments.js';
import { joining } from '../../support/people.js';
import { publishPost, send } from '../../support/posts.js';
import { parkedPayment } from '../../support/reconciling.js';
import { settled } from '../../support/settled.js';
import type { Visitor } from '../../support/visitor.js';

const DAY = 86_400_000;

describe('payments', () => {
  const app = useApp();
  const join = joining(app, `${unique('payer')}.`);
  const subjectsTo = async (address: string) => {
    await settled(app);
    const all = await mailBoxOf(app).list(1000);
    return all.flatMap(({ to, subject }) => (to === address && !/verify/i.test(subject) ? [subject] : []));
  };
  const playNewest = (what: Parameters<ReturnType<typeof sandboxOf>['actOnPayment']>[1]) =>
    sandboxOf(app).actOnPayment(sandboxOf(app).payments(1)[0]?.paymentIntentId ?? '', what, null);
  const endDispute = (intent: string, how: 'win' | 'lose') =>
    sandboxOf(app).actOnDispute(sandboxOf(app).payment(intent)?.disputes[0]?.disputeId ?? '', how);
  const ownPayments = async (browser: Visitor) =>
    (await browser.get<OwnPayment[]>('/api/user/payments')).body;
  const statesOf = async (browser: Visitor, ...ids: string[]) => {
    await heard(app);
    const states = new Map((await ownPayments(browser)).map(({ id, boost }) => [id, boost?.state]));
    return ids.map((id) => states.get(id));
  };
  const suspensionOf = async (browser: Visitor) => (await browser.account()).body.suspension;

  it.each([
    ['arrive', { boost: { state: 'unclaimed' } }, 'Your Regular Boost is paid'],
    ['fail', { status: 'failed', boost: null }, 'Your payment failed'],
  ] as const)('that take some days are pending until they %s', async (what, outcome, subject) => {
    const { browser, user } = await join();
    sandboxOf(app).actOnCheckout(await startPurchase(browser), 'pay-later');
    expect(await heardPayment(app, browser)).toMatchObject({ status: 'pending', boost: null });
    playNewest(what);
    expect(await heardPayment(app, browser)).toMatchObject(outcome);
    expect(await subjectsTo(user.email)).toEqual([subject]);
  });

  it.each([
    ['an error that the provider stores', new PaymentsUnavailableError('Stripe answered 500', true), 2],
    ['a refusal', new PaymentRefusedError('Stripe refused', null), 2],
    ['no answer', new PaymentsUnavailableError('Stripe can’t be reached'), 1],
  ])('start again after %s, under a new reference if that is needed', async (_, error, references) => {
    const { browser } = await join();
    const open = jest.spyOn(app.adapters.payments, 'openCheckout').mockRejectedValueOnce(error);
    const failed = await browser.post('/api/boost/checkout', { boostType: 'regular' });
    expect(failed).toMatchObject({ status: 503, body: { message: 'Failed to create checkout session' } });
    const paid = await checkOut(app, browser, await startPurchase(browser));
    const asked = open.mock.calls.map(([{ reference }]) => reference);
    open.mockRestore();
    expect(new Set(asked).size).toBe(references);
    expect(paid).toMatchObject({ id: asked.at(-1), boost: { state: 'unclaimed' } });
    // A checkout that was never paid says what it was for.
    const types = (await ownPayments(browser)).map(({ boostType }) => boostType);
    expect(types).toEqual(Array(references).fill('regular'));
  });

  it('can be donations without an account, within limits', async () => {
    const donate = (amount: unknown) =>
      app.browser().post<{ url: string }>('/api/donations/checkout', { amount });
    for (const amount of [99, 100_001, '500']) {
      expect(await donate(amount)).toMatchObject({ status: 400, body: { message: 'Invalid Amount' } });
    }
    for (const amount of [100, 100_000]) {
      const { status, body } = await donate(amount);
      expect(status).toBe(200);
      const check = async () => (await app.browser().get(`/api/checkouts/${sessionIn(body.url)}`)).body;
      expect(await check()).toMatchObject({ status: 'started', kind: 'donation' });
      sandboxOf(app).actOnCheckout(sessionIn(body.url), 'pay');
      await heard(app);
      expect(await check()).toMatchObject({ status: 'paid' });
    }
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
    const intent = intentOf(await checkOut(app, browser, session));
    sandboxOf(app).actOnPayment(intent, 'refund', 50);
    await heard(app);
    expect(await status(session)).toBe('paid');
    sandboxOf(app).actOnPayment(intent, 'refund', 149);
    await heard(app);
    expect(await status(session)).toBe('refunded');
  });

  it('are shown to their payer only, and are in their export', async () => {
    const { browser, user } = await join();
    const { browser: other } = await join();
    const session = await startPurchase(browser);
    const payment = await checkOut(app, browser, session);
    const unknown = { status: 'unknown', kind: null, price: null, boost: null };
    expect((await other.get(`/api/checkouts/${session}`)).body).toEqual(unknown);
    expect((await app.browser().get('/api/checkouts/cs_unknown')).body).toEqual(unknown);
    expect(await ownPayments(other)).toEqual([]);
    for (const call of [
      other.get(`/api/user/payments/${payment.id}/receipt`),
      other.post(`/api/user/payments/${payment.id}/refund-request`),
      browser.get(`/api/user/payments/${crypto.randomUUID()}/receipt`),
      browser.post('/api/user/payments/none/refund-request'),
    ]) {
      expect((await call).status).toBe(404);
    }
    expect((await browser.get(`/api/user/payments/${payment.id}/receipt`)).body).toEqual({
      receiptUrl: expect.stringContaining('/sandbox/'),
    });
    const { record } = await app.server.get(ExportedData, { strict: false }).of(user.id);
    expect(record.payments).toEqual([payment]);
    expect(record.timeline.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['CheckoutStarted', 'CheckoutOpened', 'PaymentConfirmed', 'BoostPurchased']),
    );
  });

  describe('of unused boosts', () => {
    let browser: Visitor;
    let email: string;
    let payment: OwnPayment;
    const ask = () => browser.post(`/api/user/payments/${payment.id}/refund-request`);

    beforeEach(async () => {
      ({
        browser,
        user: { email },
      } = await join());
      payment = await buyBoost(app, browser);
    });

    it('are refunded on request: held at once, revoked when the provider shows the refund', async () => {
      const { id, price } = payment;
      expect((await ask()).status).toBe(200);
      // With the answer, so that the person cannot apply it any more.
      expect(await ownPayments(browser)).toMatchObject([
        { id, refundRequest: 'open', boost: { state: 'held' } },
      ]);
      const none = { count: 0, boost: null, boosts: [] };
      expect((await browser.get('/api/boosts/unclaimed')).body).toEqual(none);
      // A second press changes nothing.
      expect((await ask()).status).toBe(200);
      const refund = { refundId: unique('f'), amount: price, paid: null, begun: null, reason: 'Asked for.' };
      await send(app, Payment.StartRefund({ reference: id, ...refund, inTerminal: false, decider }));
      expect(await heardPayment(app, browser)).toMatchObject({
        status: 'refunded',
        refunded: price,
        refundRequest: 'decided',
        boost: { state: 'revoked' },
      });
      expect(await subjectsTo(email)).toEqual(['Your refund is on its way', 'Your Regular Boost is paid']);
    });

    it('keep the boost when a refund is declined', async () => {
      await ask();
      expect(await statesOf(browser, payment.id)).toEqual(['held']);
      const declined = { reference: payment.id, reason: 'It was too late.', ...act };
      await send(app, Payment.DeclineRefund(declined));
      expect(await statesOf(browser, payment.id)).toEqual(['unclaimed']);
      expect(await subjectsTo(email)).toContain('Your refund request was decided');
    });

    it('are refunded at the provider: part of the price keeps the boost, all of it takes it back', async () => {
      const intent = intentOf(payment);
      sandboxOf(app).actOnPayment(intent, 'refund', 50);
      expect(await heardPayment(app, browser)).toMatchObject({
        refunded: { amount: 50 },
        boost: { state: 'unclaimed' },
      });
      sandboxOf(app).actOnPayment(intent, 'refund', null);
      expect(await statesOf(browser, payment.id)).toEqual(['revoked']);
      for (const { refundId } of sandboxOf(app).payment(intent)?.refunds ?? [])
        sandboxOf(app).failRefund(refundId);
      expect(await statesOf(browser, payment.id)).toEqual(['unclaimed']);
    });

    it('stay as they are with an inquiry or a warning only', async () => {
      sandboxOf(app).actOnPayment(intentOf(payment), 'inquire', null);
      sandboxOf(app).actOnPayment(intentOf(payment), 'warn', null);
      expect(await statesOf(browser, payment.id)).toEqual(['unclaimed']);
      expect(await suspensionOf(browser)).toBeNull();
    });

    it('that are disputed suspend the account and hold the boost, each until it is won', async () => {
      const user = (await browser.me()).body;
      const used = await buyBoost(app, browser, 'regular', await publishPost(app, user.id, 7));
      expect(used.canRequestRefund).toBe(false);
      const intents = [intentOf(used), intentOf(payment)] as const;
      for (const intent of intents) sandboxOf(app).actOnPayment(intent, 'dispute', null);
      expect(await statesOf(browser, used.id, payment.id)).toEqual(['held', 'held']);
      expect(await suspensionOf(browser)).toMatchObject({ cause: 'dispute', endsAt: null });
      // Suspended people read and ask for refunds, and buy nothing.
      expect((await browser.post('/api/boost/checkout', { boostType: 'mega' })).status).toBe(403);
      expect((await ask()).status).toBe(200);
      endDispute(intents[0], 'win');
      const expiresAt = new Date(app.clock.now().getTime() + DAY).toISOString();
      await heard(app);
      const won = (await ownPayments(browser)).find(({ id }) => id === used.id);
      expect(won).toMatchObject({ boost: { state: 'active', expiresAt } });
      expect(await suspensionOf(browser)).toMatchObject({ cause: 'dispute' });
      endDispute(intents[1], 'lose');
      expect(await statesOf(browser, payment.id)).toEqual(['held']);
      expect(await suspensionOf(browser)).toMatchObject({ cause: 'dispute' });
    });

    it('suspend nobody any more once the only dispute is won', async () => {
      sandboxOf(app).actOnPayment(intentOf(payment), 'dispute', null);
      expect(await statesOf(browser, payment.id)).toEqual(['held']);
      endDispute(intentOf(payment), 'win');
      expect(await statesOf(browser, payment.id)).toEqual(['unclaimed']);
      expect(await suspensionOf(browser)).toBeNull();
      expect(await subjectsTo(email)).toEqual([
        'The dispute was decided',
        'Your payment is disputed',
        'Your Regular Boost is paid',
      ]);
    });
  });
});
