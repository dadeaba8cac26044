import { PaymentRefusedError } from '../../src/infrastructure/payments/payments.port.js';
import type { AdminPaymentDetails } from '../../src/api/payments/payments.contract.js';
import type { ReconciliationDetails } from '../../src/api/payments/reconciliation.controller.js';
import { Reactor } from '../../src/kernel/reactions/reactor.js';
import { paymentCommands } from '../../src/control/payment-commands.js';
import type { Act } from '../../src/api/acts/acts.contract.js';
import { adminBrowser, newAdmin, signedInAdmin } from '../support/admins.js';
import { useOwnApp } from '../support/app.js';
import { DESK, type Desk } from '../support/desk.js';
import { deleteDue, leave } from '../support/erasure.js';
import {
  buyBoost,
  heard,
  heardPayment,
  intentOf,
  newestPayment,
  sandboxOf,
  startPurchase,
} from '../support/payments.js';
import { mailsTo } from '../support/mails.js';
import { verified } from '../support/people.js';
import { DAY, HOUR, parkedPayment, receive, reconcile } from '../support/reconciling.js';
import { settled } from '../support/settled.js';
import type { Visitor } from '../support/visitor.js';
import type { ParkedEvent } from '../../src/api/payments/payments.controller.js';

const usd = (amount: number) => ({ amount, currency: 'usd' });
const PAYMENTS = `${DESK}/payments`;

describe('the acts of finance about payments', () => {
  const app = useOwnApp('not shared yet');
  let adminId: string;
  let finance: Desk;
  let people = 0;
  let browser: Visitor;

  beforeAll(async () => {
    adminId = await newAdmin(app, 'fiona', 'finance');
  });
  beforeEach(async () => {
    people += 1;
    ({ browser } = await verified(app, `buyer${people}@example.org`));
    // Some tests let more time pass than a session lasts.
    finance = await signedInAdmin(app, 'fiona');
  });
  const details = async (id: string) => (await finance.get<AdminPaymentDetails>(`${PAYMENTS}/${id}`)).body;
  const post = (id: string, act: string, body: object) =>
    finance.post<AdminPaymentDetails>(`${PAYMENTS}/${id}/${act}`, { reason: 'A test.', ...body });
  /** Returns the payment after the act. */
  const act = async (id: string, name: string, body: object = {}) => {
    const answer = await post(id, name, body);
    expect(answer).toMatchObject({ status: 200 });
    return answer.body;
  };
  const expectRefusal = async (
    status: number,
    message: string,
    id: string,
    name: string,
    body: object = {},
  ) =>
    expect(await post(id, name, body)).toMatchObject({
      status,
      body: { message: expect.stringContaining(message) },
    });
  const refund = (id: string, amount: number | null) => act(id, 'refund', { amount });
  const parkedEvents = async () => (await finance.get<ParkedEvent[]>(`${PAYMENTS}/parked-events`)).body;
  /** The types and actors of the last events of a payment. */
  const lastOf = async (reference: string, count: number) =>
    (await app.adapters.storage.log.readStream(`payment-${reference}`))
      .filter(({ type }) => type !== 'PaymentMailQueued')
      .slice(-count)
      .map(({ type, metadata }) => [type, (metadata as { actor: object }).actor]);
  const fiona = () => ({ kind: 'admin', id: adminId, role: 'finance' });
  const isRefunded = async () => {
    const payment = await heardPayment(app, browser);
    expect(payment.status).toBe('refunded');
    return payment;
  };

  it('grants a parked payment once, in the name of the admin', async () => {
    const reference = await parkedPayment(app, browser);
    expect(await details(reference)).toMatchObject({
      kind: 'boost',
      price: usd(199),
      needsAdmin: true,
      parked: 'the amount is 250 usd, expected 199 usd',
    });
    expect(await act(reference, 'grant', { reason: 'The price had changed.' })).toMatchObject({
      parked: null,
      can: { grant: false },
    });
    expect(await lastOf(reference, 2)).toEqual([
      ['PaymentResolved', fiona()],
      ['PaymentConfirmed', fiona()],
    ]);
    expect(await heardPayment(app, browser)).toMatchObject({ boost: { state: 'unclaimed' } });
    expect(await details(reference)).toMatchObject({ needsAdmin: false });
    await expectRefusal(409, 'This payment is not parked.', reference, 'grant');
  });

  it('grants a parked payment for what was paid, which is what a refund of it gives back', async () => {
    const reference = await parkedPayment(app, browser, 150);
    await act(reference, 'grant');
    expect(await heardPayment(app, browser)).toMatchObject({
      status: 'paid',
      price: usd(150),
      boost: { price: usd(150) },
    });
    app.clock.advance(2 * HOUR);
    expect(await reconcile(app)).toMatchObject({
      differences: [],
      settled: { count: 0 },
      totals: { usd: { charged: { provider: expect.any(Number), log: expect.any(Number) } } },
    });
    finance = await signedInAdmin(app, 'fiona');
    await expectRefusal(409, 'At most USD 1.50 can be refunded.', reference, 'refund', { amount: 151 });
    await refund(reference, null);
    expect((await isRefunded()).refunded).toEqual(usd(150));
    expect(await newestPayment(browser)).toMatchObject({ boost: { state: 'revoked' } });
  });

  it('shows a parked payment as refunded although less than the price was paid', async () => {
    const reference = await parkedPayment(app, browser, 150);
    await refund(reference, null);
    expect((await isRefunded()).refunded).toEqual(usd(150));
    expect(await details(reference)).toMatchObject({ needsAdmin: false });
  });

  it('gives a parked payment back as it was paid', async () => {
    const reference = await parkedPayment(app, browser);
    await refund(reference, null);
    expect((await isRefunded()).refunded).toEqual(usd(250));
    // The reaction that asked for the refund records it, or the one that hears of it by webhook.
    const system = expect.objectContaining({ kind: 'system' });
    expect(await lastOf(reference, 3)).toEqual([
      ['RefundStarted', fiona()],
      ['RefundObserved', system],
      ['PaymentResolved', system],
    ]);
    expect(await details(reference)).toMatchObject({ needsAdmin: false });
    await expectRefusal(409, 'Nothing is left to refund.', reference, 'refund', { amount: null });
  });

  /** A checkout that is paid, while the provider shows it as open. Returns its payment, and what shows it as it is. */
  const payStale = async () => {
    const { payments } = app.adapters;
    const observe = payments.observe.bind(payments);
    payments.observe = async (...asked) => {
      const unpaid = { state: 'unpaid', paymentIntentId: null } as const;
      return (await observe(...asked)).map((seen) =>
        seen.kind === 'payment' ? { ...seen, ...unpaid } : seen,
      );
    };
    const sessionId = await startPurchase(browser);
    sandboxOf(app).actOnCheckout(sessionId, 'pay');
    await heard(app);
    return { payment: await newestPayment(browser), showPaid: () => void (payments.observe = observe) };
  };
  const granted = async (reference: string) =>
    (await app.adapters.storage.log.readAll(0, 10_000)).filter(
      ({ type, data }) => type === 'BoostPurchased' && (data as { boostId?: string }).boostId === reference,
    ).length;

  it('need not grant what was paid while Stripe showed it as open: its webhook waits', async () => {
    const { payment, showPaid } = await payStale();
    expect(payment).toMatchObject({ status: 'started', boost: null });
    await expectRefusal(409, 'This payment is not parked.', payment.id, 'grant');
    showPaid();
    app.clock.advance(10_000);
    await settled(app);
    expect(await newestPayment(browser)).toMatchObject({ status: 'paid', boost: { state: 'unclaimed' } });
  });

  it('ask Stripe again for a payment, which is granted once', async () => {
    const { payment, showPaid } = await payStale();
    expect(await details(payment.id)).toMatchObject({ state: 'started', can: { observe: true } });
    showPaid();
    await act(payment.id, 'observe');
    await settled(app);
    expect(await newestPayment(browser)).toMatchObject({ status: 'paid', boost: { state: 'unclaimed' } });
    app.clock.advance(HOUR);
    await settled(app);
    expect(await granted(payment.id)).toBe(1);
    finance = await signedInAdmin(app, 'fiona');
    expect(await details(payment.id)).toMatchObject({ can: { observe: false } });
    await expectRefusal(409, 'have a checkout and are not confirmed', payment.id, 'observe');
  });

  it('end a difference: Stripe is asked again, or it was settled outside', async () => {
    const { payment, showPaid } = await payStale();
    app.clock.advance(2 * HOUR);
    const differing = async () => {
      const { differences } = await reconcile(app, 2);
      return differences.find(({ reference }) => reference === payment.id);
    };
    const difference = await differing();
    expect(difference).toMatchObject({ kind: 'not in the log', repair: 'observation appended' });
    const { objectId = '' } = difference ?? {};
    finance = await signedInAdmin(app, 'fiona');
    const path = `${PAYMENTS}/reconciliation`;
    const [{ id: runId } = { id: '' }] = (await finance.get<{ id: string }[]>(path)).body;
    const end = (name: string, id = objectId) =>
      finance.post(`${path}/${runId}/${name}`, { objectId: id, reason: 'Refunded at Stripe.' });
    expect(await end('settle', 'ch_unknown')).toMatchObject({ status: 404 });
    expect((await end('settle')).status).toBe(200);
    expect(await end('settle')).toMatchObject({ status: 409 });
    const shown = await finance.get<ReconciliationDetails>(`${path}/${runId}`);
    expect(shown.body.listed.find((one) => one.objectId === objectId)).toMatchObject({
      isSettled: true,
      can: { observe: true, settle: true },
    });
    expect(await differing()).toBeUndefined();
    showPaid();
    // Its webhook still waits: nothing paid is lost because somebody has settled it.
    app.clock.advance(2 * HOUR);
    await settled(app);
    expect(await newestPayment(browser)).toMatchObject({ status: 'paid' });
  });

  it('end a difference from a terminal, too', async () => {
    const { payment, showPaid } = await payStale();
    app.clock.advance(2 * HOUR);
    const { differences } = await reconcile(app, 2);
    const { objectId = '' } = differences.find(({ reference }) => reference === payment.id) ?? {};
    const { payments } = paymentCommands(app.server);
    const carryOut = (name: string, id: string) =>
      payments?.([
        JSON.stringify({ act: name, reference: id, admin: 'ann', amount: null, reason: 'A test.' }),
      ]);
    await expect(carryOut('settle', 'ch_unknown')).rejects.toThrow('lists no difference of ch_unknown');
    expect(await carryOut('settle', objectId)).toEqual([`The difference of ${objectId} is settled.`]);
    showPaid();
    expect(await carryOut('observe', payment.id)).toEqual([
      `The payment provider is asked for ${payment.id}.`,
    ]);
    await settled(app);
    expect(await granted(payment.id)).toBe(1);
  });

  it('dismisses a parked payment once', async () => {
    const reference = await parkedPayment(app, browser);
    await act(reference, 'dismiss');
    expect(await lastOf(reference, 1)).toEqual([['PaymentResolved', fiona()]]);
    expect(await details(reference)).toMatchObject({ needsAdmin: false });
    await expectRefusal(409, 'This payment is not parked.', reference, 'dismiss');
  });

  it('refunds a part, and then the rest', async () => {
    const { id } = await buyBoost(app, browser);
    await expectRefusal(409, 'At most USD 1.99 can be refunded.', id, 'refund', { amount: 200 });
    await refund(id, 50);
    expect(await heardPayment(app, browser)).toMatchObject({ refunded: { amount: 50 } });
    await refund(id, null);
    expect((await isRefunded()).refunded).toEqual(usd(199));
    await expectRefusal(409, 'Nothing is left to refund.', id, 'refund', { amount: null });
  });

  it('refunds once, although two admins ask at once', async () => {
    const { id } = await buyBoost(app, browser);
    const answers = await Promise.all([null, null].map((amount) => post(id, 'refund', { amount })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { refunded, price } = await heardPayment(app, browser);
    expect(refunded).toEqual(price);
    const types = (await app.adapters.storage.log.readStream(`payment-${id}`)).map(({ type }) => type);
    expect(types.filter((type) => type === 'RefundStarted')).toHaveLength(1);
  });

  it('declines a request for a refund once', async () => {
    const { id } = await buyBoost(app, browser);
    await expectRefusal(409, 'There is no open refund request.', id, 'decline');
    expect((await browser.post(`/api/user/payments/${id}/refund-request`)).status).toBeLessThan(300);
    expect(await details(id)).toMatchObject({ state: 'refund requested', needsAdmin: true });
    await act(id, 'decline', { reason: 'It was used.' });
    expect(await lastOf(id, 1)).toEqual([['RefundDeclined', fiona()]]);
    expect(await details(id)).toMatchObject({ needsAdmin: false });
    await expectRefusal(409, 'There is no open refund request.', id, 'decline');
  });

  it('decides on a lost dispute once', async () => {
    const payment = await buyBoost(app, browser);
    const { id } = payment;
    sandboxOf(app).actOnPayment(intentOf(payment), 'dispute', null);
    await heard(app);
    const disputeId = sandboxOf(app).payment(intentOf(payment))?.disputes[0]?.disputeId ?? '';
    expect(await details(id)).toMatchObject({ disputes: [{ id: disputeId, state: 'open' }] });
    expect(await newestPayment(browser)).toMatchObject({ status: 'disputed' });
    const decide = `disputes/${disputeId}/decide`;
    await expectRefusal(409, 'Only a lost dispute can be resolved.', id, decide, { boost: 'revoked' });
    sandboxOf(app).actOnDispute(disputeId, 'lose');
    await heard(app);
    expect(await details(id)).toMatchObject({ can: { disputes: [disputeId] } });
    expect(await newestPayment(browser)).toMatchObject({ status: 'charged back' });
    await act(id, decide, { boost: 'revoked' });
    expect(await lastOf(id, 1)).toEqual([['DisputeResolved', fiona()]]);
    expect(await newestPayment(browser)).toMatchObject({ status: 'charged back' });
    expect(await details(id)).toMatchObject({ needsAdmin: false });
    await expectRefusal(409, 'This dispute was decided already: revoked.', id, decide, { boost: 'kept' });
  });

  it('lists warnings of fraud until the money is given back', async () => {
    const payment = await buyBoost(app, browser);
    sandboxOf(app).actOnPayment(intentOf(payment), 'warn', null);
    await heard(app);
    expect(await details(payment.id)).toMatchObject({ state: 'suspected', warnings: 1 });
    await refund(payment.id, null);
    await isRefunded();
    expect(await details(payment.id)).toMatchObject({ needsAdmin: false });
  });

  it('dismisses a refund that failed for good', async () => {
    const payment = await buyBoost(app, browser);
    await refund(payment.id, null);
    await heard(app);
    sandboxOf(app).failRefund(sandboxOf(app).payment(intentOf(payment))?.refunds[0]?.refundId ?? '');
    await heard(app);
    expect(await details(payment.id)).toMatchObject({ needsAdmin: true, can: { dismiss: true } });
    await act(payment.id, 'dismiss', { reason: 'Paid by bank transfer.' });
    expect(await details(payment.id)).toMatchObject({ needsAdmin: false, refundProblem: null });
  });

  it('dismisses warnings of fraud once, in the name of the admin', async () => {
    const payment = await buyBoost(app, browser);
    sandboxOf(app).actOnPayment(intentOf(payment), 'warn', null);
    await heard(app);
    await act(payment.id, 'dismiss-warnings', { reason: 'The buyer wrote to us.' });
    expect(await lastOf(payment.id, 1)).toEqual([['FraudWarningsDismissed', fiona()]]);
    expect(await details(payment.id)).toMatchObject({ needsAdmin: false });
    await expectRefusal(409, 'There is no open warning of fraud.', payment.id, 'dismiss-warnings');
  });

  it('lists a refund that the provider has rejected, with the reason', async () => {
    const payment = await buyBoost(app, browser);
    const { payments } = app.adapters;
    const original = payments.refund.bind(payments);
    payments.refund = () => Promise.reject(new PaymentRefusedError('The bank refuses it.', null));
    await refund(payment.id, null);
    await heard(app);
    payments.refund = original;
    expect(await details(payment.id)).toMatchObject({
      needsAdmin: true,
      refundProblem: 'Stripe rejected it: The bank refuses it.',
    });
    await refund(payment.id, null);
    await isRefunded();
    expect(await details(payment.id)).toMatchObject({ needsAdmin: false });
  });

  it('dismisses a refund that failed for good', async () => {
    const payment = await buyBoost(app, browser);
    await refund(payment.id, null);
    await heard(app);
    sandboxOf(app).failRefund(sandboxOf(app).payment(intentOf(payment))?.refunds[0]?.refundId ?? '');
    await heard(app);
    expect(await details(payment.id)).toMatchObject({ needsAdmin: true, can: { dismiss: true } });
    await act(payment.id, 'dismiss', { reason: 'Paid by bank transfer.' });
    expect(await details(payment.id)).toMatchObject({ needsAdmin: false, refundProblem: null });
  });

  it.each([
    ['grant', {}],
    ['refund', { amount: null }],
    ['decline', {}],
    ['dismiss', {}],
    ['dismiss-warnings', {}],
    ['disputes/du_1/decide', { boost: 'kept' }],
  ])('are refused for unknown payments and without a reason: %s', async (name, body) => {
    await expectRefusal(404, 'Payment not found', crypto.randomUUID(), name, body);
    const { id } = await buyBoost(app, browser);
    await expectRefusal(400, 'Please give a reason', id, name, { ...body, reason: '' });
    await expectRefusal(400, 'A reason has at most 500 characters', id, name, {
      ...body,
      reason: 'x'.repeat(501),
    });
  });

  it.each([0, -1, 1.5, '1', undefined])('do not refund %p', async (amount) => {
    const { id } = await buyBoost(app, browser);
    await expectRefusal(400, 'A refund is a whole number of the smallest unit, 1 or more', id, 'refund', {
      amount,
    });
  });

  it('do not refund what was not paid', async () => {
    await startPurchase(browser);
    const { id } = await newestPayment(browser);
    await expectRefusal(409, 'This payment was not confirmed.', id, 'refund', { amount: null });
    expect(await details(id)).toMatchObject({ needsAdmin: false });
  });

  it('are shown with the admin and the reason', async () => {
    const { id } = await buyBoost(app, browser);
    const { timeline } = await act(id, 'refund', { amount: 50, reason: 'A gift.' });
    expect(timeline.find(({ type }) => type === 'RefundStarted')).toMatchObject({
      actor: { kind: 'admin', role: 'finance', name: 'fiona' },
      parts: expect.arrayContaining([expect.objectContaining({ text: 'USD 0.50' })]),
      reason: 'A gift.',
    });
  });

  it('stand in the list of acts for owners, who cannot undo them, and not for moderators', async () => {
    const { id } = await buyBoost(app, browser);
    await refund(id, 50);
    const owner = await adminBrowser(app, 'oona', 'owner');
    const moderator = await adminBrowser(app, 'moe', 'moderator');
    const [done] = (await owner.actsOn(id)).body;
    expect(done).toMatchObject({
      kind: 'RefundStarted',
      subject: { kind: 'payment', id },
      adminName: 'fiona',
      note: 'A test.',
    });
    expect(await owner.undo(done?.id)).toMatchObject({
      status: 409,
      body: { message: 'This act cannot be undone. Money that moved cannot be moved back by undoing.' },
    });
    expect((await moderator.actsOn(id)).body).toEqual([]);
    expect((await moderator.get<Act[]>(`${DESK}/acts?kind=RefundStarted`)).body).toEqual([]);
    expect((await moderator.undo(done?.id)).status).toBe(404);
  });

  it('are mailed to all owners when they are refunds in a terminal', async () => {
    await newAdmin(app, 'olga', 'owner', 'olga@example.org');
    await newAdmin(app, 'otto', 'owner', 'otto@example.org');
    const { id } = await buyBoost(app, browser);
    const wish = { act: 'refund', reference: id, admin: 'ann', amount: 50, reason: 'A fire.' };
    const { payments } = paymentCommands(app.server);
    expect(await payments?.([JSON.stringify(wish)])).toEqual([
      expect.stringContaining(`A refund of USD 0.50 for the payment ${id} is recorded.`),
    ]);
    await settled(app);
    for (const address of ['olga@example.org', 'otto@example.org']) {
      const [mail] = await mailsTo(app, address, 1);
      expect(mail).toMatchObject({ subject: 'A refund was started in a terminal' });
      expect(mail?.text).toContain(`ann asked Stripe to refund USD 0.50 of the payment ${id}`);
      expect(mail?.text).toContain('The reason: A fire.');
    }
    await act(id, 'refund', { amount: 50 });
    await settled(app);
    expect(await mailsTo(app, 'olga@example.org', 1)).toHaveLength(1);
  });

  it('repeat nothing when a request is repeated', async () => {
    const { id } = await buyBoost(app, browser);
    const request = {
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify({ amount: 50, reason: 'A gift.' }),
    };
    const [first, again] = [
      await finance.request('POST', `${PAYMENTS}/${id}/refund`, request),
      await finance.request('POST', `${PAYMENTS}/${id}/refund`, request),
    ];
    expect(again).toMatchObject({ status: 200, body: first.body });
    await heard(app);
    expect(await details(id)).toMatchObject({ refunded: 50 });
  });

  it('does not grant to a deleted account, and gives the money back', async () => {
    const reference = await parkedPayment(app, browser);
    await leave(app, browser);
    await deleteDue(app);
    finance = await signedInAdmin(app, 'fiona');
    expect((await details(reference)).can.grant).toBe(false);
    await expectRefusal(409, 'The account of the buyer is deleted.', reference, 'grant');
    await refund(reference, null);
    await heard(app);
    expect(sandboxOf(app).payments(1)).toMatchObject([{ refunded: usd(250) }]);
    expect(await details(reference)).toMatchObject({ needsAdmin: false });
  });

  it('lists parked events of the provider until an admin has settled them', async () => {
    const event = {
      stripeEventId: 'evt_live',
      eventType: 'charge.refunded',
      apiVersion: null,
      created: 1,
      livemode: true,
      objectId: 'ch_1',
      fields: {},
    };
    await receive(app, event);
    await heard(app);
    expect(await parkedEvents()).toEqual([
      {
        id: 'evt_live',
        eventType: 'charge.refunded',
        objectId: 'ch_1',
        reason: 'The mode is live, expected test.',
        parkedAt: app.clock.now().toISOString(),
      },
    ]);
    // Long after the event has left the period that reconciliation compares, and the provider's list.
    app.clock.advance(40 * DAY);
    expect((await reconcile(app, 1)).differences).toMatchObject([
      { object: 'event', objectId: 'evt_live', kind: 'event parked', repair: null },
    ]);
    finance = await signedInAdmin(app, 'fiona');
    expect((await post('parked-events', 'evt_live/dismiss', {})).status).toBe(200);
    expect(await parkedEvents()).toEqual([]);
    expect((await reconcile(app, 1)).differences).toEqual([]);
    const [, , last] = await app.adapters.storage.log.readStream('stripeEvent-evt_live');
    expect(last).toMatchObject({ type: 'StripeEventResolved', metadata: { actor: fiona() } });
    await expectRefusal(409, 'This event is not parked.', 'parked-events', 'evt_live/dismiss');
    await expectRefusal(404, 'There is no event evt_none.', 'parked-events', 'evt_none/dismiss');
  });

  it('lists an event whose payment stays unknown', async () => {
    const payment = await buyBoost(app, browser);
    sandboxOf(app).actOnPayment(intentOf(payment), 'refund', 50);
    await heard(app);
    const { payments } = app.adapters;
    const observe = payments.observe.bind(payments);
    const reference = crypto.randomUUID();
    payments.observe = async (id) => (await observe(id)).map((seen) => ({ ...seen, reference }));
    const notice = { apiVersion: null, created: 1, livemode: false, fields: {} };
    const about = { eventType: 'payment', objectId: intentOf(payment) };
    await receive(app, { ...notice, ...about, stripeEventId: 'evt_lost', eventType: 'charge.refunded' });
    await heard(app);
    expect(await parkedEvents()).toEqual([]);
    for (let hour = 0; hour < 73; hour += 1) {
      app.clock.advance(HOUR);
      await app.server.get(Reactor, { strict: false }).retryDue();
    }
    payments.observe = observe;
    finance = await signedInAdmin(app, 'fiona');
    expect(await parkedEvents()).toMatchObject([
      { id: 'evt_lost', reason: `the payment ${reference} is not in the log.` },
    ]);
  });
});
