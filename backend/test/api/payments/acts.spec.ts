import type { AdminPaymentDetails } from '../../../src/api/payments/payments.contract.js';
import type { ParkedEvent } from '../../../src/api/payments/payments.controller.js';
import type {
  AdminReconciliation,
  ReconciliationDetails,
} from '../../../src/api/payments/reconciliation.controller.js';
import { paymentCommands } from '../../../src/control/payment-commands.js';
import { PaymentRefusedError } from '../../../src/infrastructure/payments/payments.port.js';
import { Reactor } from '../../../src/kernel/reactions/reactor.js';
import { Reconciliation } from '../../../src/reactions/reconciliation/reconciliation.js';
import { newAdmin, signedInAdmin, useAdmin } from '../../support/admins.js';
import { type AppInUse, unique, useApp, useOwnApp } from '../../support/app.js';
import { DESK, type Desk } from '../../support/desk.js';
import { deleteDue, leave } from '../../support/erasure.js';
import { mailsTo } from '../../support/mails.js';
import {
  buyBoost,
  heard,
  heardPayment,
  intentOf,
  newestPayment,
  sandboxOf,
  startPurchase,
} from '../../support/payments.js';
import { verified } from '../../support/people.js';
import { DAY, HOUR, loseWebhooks, parkedPayment, receive, reconcile } from '../../support/reconciling.js';
import { settled } from '../../support/settled.js';
import type { Visitor } from '../../support/visitor.js';

const usd = (amount: number) => ({ amount, currency: 'usd' });
const PAYMENTS = `${DESK}/payments`;

/** What an admin of finance does about payments; `desk` is their browser of the moment. */
const financeAt = (desk: () => Desk) => {
  const post = (id: string, act: string, body: object = {}) =>
    desk().post<AdminPaymentDetails>(`${PAYMENTS}/${id}/${act}`, { reason: 'A test.', ...body });
  return {
    post,
    details: async (id: string) => (await desk().get<AdminPaymentDetails>(`${PAYMENTS}/${id}`)).body,
    /** Returns the payment after the act. */
    act: async (id: string, name: string, body: object = {}) => {
      const answer = await post(id, name, body);
      expect(answer).toMatchObject({ status: 200 });
      return answer.body;
    },
    parkedEvents: async (id: string) =>
      (await desk().get<ParkedEvent[]>(`${PAYMENTS}/parked-events`)).body.filter((event) => event.id === id),
  };
};

/** The newest payment of a buyer, which is given back. */
const isRefunded = async (app: AppInUse, browser: Visitor) => {
  const payment = await heardPayment(app, browser);
  expect(payment.status).toBe('refunded');
  return payment;
};

/** Lets a refund fail at the bank. */
const failRefund = async (app: AppInUse, intent: string) => {
  await heard(app);
  sandboxOf(app).failRefund(sandboxOf(app).payment(intent)?.refunds[0]?.refundId ?? '');
  await heard(app);
};

/** An event of Stripe's live mode, which this site cannot act on. */
const liveEvent = (stripeEventId: string) => ({
  stripeEventId,
  eventType: 'charge.refunded',
  apiVersion: null,
  created: 1,
  livemode: true,
  objectId: 'ch_1',
  fields: {},
});

describe('the acts of finance about payments', () => {
  const app = useApp();
  const name = unique('fiona');
  const finance = useAdmin(app, name, 'finance');
  const [owner, moderator] = [useAdmin(app, unique('oona'), 'owner'), useAdmin(app, unique('moe'))];
  const { act, details, parkedEvents, post } = financeAt(() => finance);
  let fiona: object;
  let browser: Visitor;

  beforeAll(async () => {
    fiona = { kind: 'admin', id: (await finance.self()).body.id, role: 'finance' };
  });
  beforeEach(async () => {
    ({ browser } = await verified(app, `${unique('buyer')}@example.org`));
  });
  const refund = (id: string, amount: number | null) => act(id, 'refund', { amount });
  /** The types and actors of the last events of a payment. */
  const lastOf = async (reference: string, count: number) =>
    (await app.adapters.storage.log.readStream(`payment-${reference}`))
      .filter(({ type }) => type !== 'PaymentMailQueued')
      .slice(-count)
      .map(({ type, metadata }) => [type, (metadata as { actor: object }).actor]);

  it('grants a parked payment, or dismisses it, in the name of the admin', async () => {
    const reference = await parkedPayment(app, browser);
    expect(await details(reference)).toMatchObject({ kind: 'boost', price: usd(199), needsAdmin: true });
    expect(await act(reference, 'grant')).toMatchObject({ parked: null, can: { grant: false } });
    expect(await lastOf(reference, 2)).toEqual([
      ['PaymentResolved', fiona],
      ['PaymentConfirmed', fiona],
    ]);
    expect(await heardPayment(app, browser)).toMatchObject({ boost: { state: 'unclaimed' } });
    expect(await details(reference)).toMatchObject({ needsAdmin: false });
    const other = await parkedPayment(app, browser);
    await act(other, 'dismiss');
    expect(await lastOf(other, 1)).toEqual([['PaymentResolved', fiona]]);
    expect(await details(other)).toMatchObject({ needsAdmin: false });
  });

  it.each([150, 250])('gives a parked payment back as it was paid: %d', async (paid) => {
    const reference = await parkedPayment(app, browser, paid);
    await refund(reference, null);
    expect((await isRefunded(app, browser)).refunded).toEqual(usd(paid));
    // The reaction that asked for the refund records it, or the one that hears of it by webhook.
    const system = expect.objectContaining({ kind: 'system' });
    expect(await lastOf(reference, 3)).toEqual([
      ['RefundStarted', fiona],
      ['RefundObserved', system],
      ['PaymentResolved', system],
    ]);
    expect(await details(reference)).toMatchObject({ needsAdmin: false });
  });

  it('refunds a part, and then the rest, once although two admins ask at once', async () => {
    const { id } = await buyBoost(app, browser);
    await refund(id, 50);
    expect(await heardPayment(app, browser)).toMatchObject({ refunded: { amount: 50 } });
    const answers = await Promise.all([null, null].map((amount) => post(id, 'refund', { amount })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await isRefunded(app, browser)).refunded).toEqual(usd(199));
    const types = (await app.adapters.storage.log.readStream(`payment-${id}`)).map(({ type }) => type);
    expect(types.filter((type) => type === 'RefundStarted')).toHaveLength(2);
  });

  it('declines a request for a refund', async () => {
    const { id } = await buyBoost(app, browser);
    expect((await browser.post(`/api/user/payments/${id}/refund-request`)).status).toBe(200);
    expect(await details(id)).toMatchObject({ state: 'refund requested', needsAdmin: true });
    await act(id, 'decline', { reason: 'It was used.' });
    expect(await lastOf(id, 1)).toEqual([['RefundDeclined', fiona]]);
    expect(await details(id)).toMatchObject({ needsAdmin: false });
  });

  it('decides on a lost dispute, after which the buyer is suspended no longer', async () => {
    const payment = await buyBoost(app, browser);
    const { id } = payment;
    sandboxOf(app).actOnPayment(intentOf(payment), 'dispute', null);
    await heard(app);
    const disputeId = sandboxOf(app).payment(intentOf(payment))?.disputes[0]?.disputeId ?? '';
    expect(await details(id)).toMatchObject({ disputes: [{ id: disputeId, state: 'open' }] });
    expect(await newestPayment(browser)).toMatchObject({ status: 'disputed' });
    sandboxOf(app).actOnDispute(disputeId, 'lose');
    await heard(app);
    expect(await details(id)).toMatchObject({ can: { disputes: [disputeId] } });
    await act(id, `disputes/${disputeId}/decide`, { boost: 'revoked' });
    expect(await lastOf(id, 1)).toEqual([['DisputeResolved', fiona]]);
    await settled(app);
    expect(await newestPayment(browser)).toMatchObject({
      status: 'charged back',
      boost: { state: 'revoked' },
    });
    expect((await browser.account()).body.suspension).toBeNull();
    expect(await details(id)).toMatchObject({ needsAdmin: false });
  });

  it('dismisses warnings of fraud', async () => {
    const { id, ...payment } = await buyBoost(app, browser);
    sandboxOf(app).actOnPayment(intentOf({ id, ...payment }), 'warn', null);
    await heard(app);
    expect(await details(id)).toMatchObject({ state: 'suspected', warnings: 1, needsAdmin: true });
    await act(id, 'dismiss-warnings', { reason: 'The buyer wrote to us.' });
    expect(await lastOf(id, 1)).toEqual([['FraudWarningsDismissed', fiona]]);
    expect(await details(id)).toMatchObject({ needsAdmin: false });
  });

  it('lists a refund that the provider has rejected, with the reason', async () => {
    const { id } = await buyBoost(app, browser);
    const rejected = new PaymentRefusedError('The bank refuses it.', null);
    const provider = jest.spyOn(app.adapters.payments, 'refund').mockRejectedValue(rejected);
    await refund(id, null);
    await heard(app);
    provider.mockRestore();
    expect(await details(id)).toMatchObject({
      needsAdmin: true,
      refundProblem: 'Stripe rejected it: The bank refuses it.',
    });
    await refund(id, null);
    await isRefunded(app, browser);
    expect(await details(id)).toMatchObject({ needsAdmin: false });
  });

  it('dismisses a refund that failed for good', async () => {
    const payment = await buyBoost(app, browser);
    await refund(payment.id, null);
    await failRefund(app, intentOf(payment));
    expect(await details(payment.id)).toMatchObject({ needsAdmin: true, can: { dismiss: true } });
    await act(payment.id, 'dismiss', { reason: 'Paid by bank transfer.' });
    expect(await lastOf(payment.id, 1)).toEqual([['PaymentResolved', fiona]]);
    expect(await details(payment.id)).toMatchObject({ needsAdmin: false, refundProblem: null });
  });

  it.each([
    ['grant', {}],
    ['observe', {}],
    ['refund', { amount: null }],
    ['decline', {}],
    ['dismiss', {}],
    ['dismiss-warnings', {}],
    ['disputes/du_1/decide', { boost: 'kept' }],
  ])('are refused for unknown payments: %s', async (which, body) => {
    expect(await post(crypto.randomUUID(), which, body)).toMatchObject({
      status: 404,
      body: { message: 'Payment not found' },
    });
  });

  it('need a reason', async () => {
    expect(await post(crypto.randomUUID(), 'grant', { reason: '' })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('Please give a reason') },
    });
  });

  it('stand in the list of acts for owners, who cannot undo them, and not for moderators', async () => {
    const { id } = await buyBoost(app, browser);
    await refund(id, 50);
    const [done] = (await owner.actsOn(id)).body;
    expect(done).toMatchObject({
      kind: 'RefundStarted',
      subject: { kind: 'payment', id },
      adminName: name,
      note: 'A test.',
    });
    expect(await owner.undo(done?.id)).toMatchObject({
      status: 409,
      body: { message: 'This act cannot be undone. Money that moved cannot be moved back by undoing.' },
    });
    expect((await moderator.actsOn(id)).body).toEqual([]);
    expect((await moderator.get(`${DESK}/acts?kind=RefundStarted`)).body).toEqual([]);
    expect((await moderator.undo(done?.id)).status).toBe(404);
  });

  it('are mailed to all owners when they are refunds in a terminal', async () => {
    const owners = [unique('olga'), unique('otto')];
    for (const one of owners) await newAdmin(app, one, 'owner', `${one}@example.org`);
    const { id } = await buyBoost(app, browser);
    const wish = { act: 'refund', reference: id, admin: 'ann', amount: 50, reason: 'A fire.' };
    const { payments } = paymentCommands(app.server);
    expect(await payments?.([JSON.stringify(wish)])).toEqual([
      expect.stringContaining(`A refund of USD 0.50 for the payment ${id} is recorded.`),
    ]);
    await heard(app);
    await refund(id, 50);
    await settled(app);
    for (const one of owners) {
      const mails = await mailsTo(app, `${one}@example.org`, 1);
      expect(mails).toMatchObject([{ subject: 'A refund was started in a terminal' }]);
      expect(mails[0]?.text).toContain(`ann asked Stripe to refund USD 0.50 of the payment ${id}`);
      expect(mails[0]?.text).toContain('The reason: A fire.');
    }
  });

  it('settle an event of the provider that could not be acted on', async () => {
    const id = unique('evt_live');
    await receive(app, liveEvent(id));
    await heard(app);
    expect(await parkedEvents(id)).toEqual([
      {
        id,
        eventType: 'charge.refunded',
        objectId: 'ch_1',
        reason: 'The mode is live, expected test.',
        parkedAt: app.clock.now().toISOString(),
      },
    ]);
    expect((await post('parked-events', `${id}/dismiss`)).status).toBe(200);
    expect(await parkedEvents(id)).toEqual([]);
    const [, , last] = await app.adapters.storage.log.readStream(`stripeEvent-${id}`);
    expect(last).toMatchObject({ type: 'StripeEventResolved', metadata: { actor: fiona } });
  });
});

describe('what the provider and the log show differently', () => {
  const lines: string[] = [];
  const log = { write: (line: string) => void lines.push(line) };
  const app = useOwnApp('moves the clock, and compares all payments', { log });
  let finance: Desk;
  let browser: Visitor;
  const { act, details, parkedEvents, post } = financeAt(() => finance);

  beforeAll(() => newAdmin(app, 'fiona', 'finance'));
  beforeEach(async () => {
    ({ browser } = await verified(app, `${unique('buyer')}@example.org`));
    await signIn();
  });
  /** Some tests let more time pass than a session lasts. */
  const signIn = async () => (finance = await signedInAdmin(app, 'fiona'));
  const differencesOf = async (reference: string) =>
    (await reconcile(app, 2)).differences.filter((one) => one.reference === reference);

  /** A checkout that is paid, while the provider shows it as open. Returns its payment, and what shows it as it is. */
  const payStale = async () => {
    const { payments } = app.adapters;
    const observe = payments.observe.bind(payments);
    const stale = jest.spyOn(payments, 'observe').mockImplementation(async (...asked) => {
      const unpaid = { state: 'unpaid', paymentIntentId: null } as const;
      return (await observe(...asked)).map((seen) =>
        seen.kind === 'payment' ? { ...seen, ...unpaid } : seen,
      );
    });
    sandboxOf(app).actOnCheckout(await startPurchase(browser), 'pay');
    await heard(app);
    return { payment: await newestPayment(browser), showPaid: () => stale.mockRestore() };
  };
  const granted = async (reference: string) =>
    (await app.adapters.storage.log.readAll(0, 10_000)).filter(
      ({ type, data }) => type === 'BoostPurchased' && (data as { boostId?: string }).boostId === reference,
    ).length;

  it('is compared every day, and written to the log of the program', async () => {
    const job = app.server.get(Reconciliation, { strict: false });
    const complaints = () => lines.filter((line) => line.includes('the command reconcile'));
    const sessionId = await startPurchase(browser);
    loseWebhooks(app);
    sandboxOf(app).actOnCheckout(sessionId, 'pay');
    app.clock.advance(29 * DAY);
    for (const _ of ['with differences', 'without']) {
      await job.everyDay();
      expect(complaints()).toHaveLength(1);
      await settled(app);
      app.clock.advance(HOUR);
    }
    sandboxOf(app).deliverTo(`${app.url}/api/stripe/webhook`);
    await signIn();
    const path = `${PAYMENTS}/reconciliation`;
    const runs = (await finance.get<AdminReconciliation[]>(path)).body;
    expect(runs).toMatchObject([
      {
        at: new Date(app.clock.now().getTime() - HOUR).toISOString(),
        mode: 'test',
        differences: 0,
        totals: [{ currency: 'usd', charged: { provider: 199, log: 199 } }],
      },
      { differences: 2, compared: { charge: 1, event: 1 } },
    ]);
    const { status, body } = await finance.get<ReconciliationDetails>(`${path}/${runs[1]?.id}`);
    expect(status).toBe(200);
    expect(body.listed).toMatchObject([
      { object: 'event', kind: 'not in the log', repair: 'event ingested', log: null },
      { object: 'charge', kind: 'not in the log', repair: null, provider: { state: 'paid' } },
    ]);
    expect((await finance.get(`${path}/${crypto.randomUUID()}`)).status).toBe(404);
  });

  it('is asked for again about a payment, which is granted once', async () => {
    const { payment, showPaid } = await payStale();
    expect(payment).toMatchObject({ status: 'started', boost: null });
    expect(await details(payment.id)).toMatchObject({ state: 'started', can: { observe: true } });
    showPaid();
    await act(payment.id, 'observe');
    await settled(app);
    expect(await newestPayment(browser)).toMatchObject({ status: 'paid', boost: { state: 'unclaimed' } });
    app.clock.advance(HOUR);
    await settled(app);
    expect(await granted(payment.id)).toBe(1);
    await signIn();
    expect(await details(payment.id)).toMatchObject({ can: { observe: false } });
  });

  it('ends when Stripe is asked again, or when it was settled outside', async () => {
    const { payment, showPaid } = await payStale();
    app.clock.advance(2 * HOUR);
    const [difference] = await differencesOf(payment.id);
    expect(difference).toMatchObject({ kind: 'not in the log', repair: 'observation appended' });
    const { objectId = '' } = difference ?? {};
    await signIn();
    const path = `${PAYMENTS}/reconciliation`;
    const [{ id: runId } = { id: '' }] = (await finance.get<{ id: string }[]>(path)).body;
    const end = (name: string, id = objectId) =>
      finance.post(`${path}/${runId}/${name}`, { objectId: id, reason: 'Refunded at Stripe.' });
    expect(await end('settle', 'ch_unknown')).toMatchObject({ status: 404 });
    expect((await end('observe')).status).toBe(200);
    expect((await end('settle')).status).toBe(200);
    expect(await end('settle')).toMatchObject({ status: 409 });
    const shown = await finance.get<ReconciliationDetails>(`${path}/${runId}`);
    expect(shown.body.listed.find((one) => one.objectId === objectId)).toMatchObject({
      isSettled: true,
      can: { observe: true, settle: true },
    });
    expect(await differencesOf(payment.id)).toEqual([]);
    showPaid();
    // Its webhook still waits: nothing paid is lost because somebody has settled it.
    app.clock.advance(2 * HOUR);
    await settled(app);
    expect(await newestPayment(browser)).toMatchObject({ status: 'paid' });
  });

  it('ends from a terminal, too', async () => {
    const { payment, showPaid } = await payStale();
    app.clock.advance(2 * HOUR);
    const [{ objectId } = { objectId: '' }] = await differencesOf(payment.id);
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

  it('is nothing once a parked payment is granted for what was paid, which is what a refund gives back', async () => {
    const reference = await parkedPayment(app, browser, 150);
    await act(reference, 'grant');
    expect(await heardPayment(app, browser)).toMatchObject({
      status: 'paid',
      price: usd(150),
      boost: { price: usd(150) },
    });
    app.clock.advance(2 * HOUR);
    expect(await differencesOf(reference)).toEqual([]);
    await signIn();
    await act(reference, 'refund', { amount: null });
    expect(await isRefunded(app, browser)).toMatchObject({ refunded: usd(150), boost: { state: 'revoked' } });
  });

  it('is given back for a deleted account, to which nothing is granted', async () => {
    const reference = await parkedPayment(app, browser);
    await leave(app, browser);
    await deleteDue(app);
    await signIn();
    expect((await details(reference)).can.grant).toBe(false);
    expect(await post(reference, 'grant')).toMatchObject({
      status: 409,
      body: { message: 'The account of the buyer is deleted. Please refund the payment.' },
    });
    await act(reference, 'refund', { amount: null });
    await heard(app);
    expect(sandboxOf(app).payments(1)).toMatchObject([{ refunded: usd(250) }]);
    expect(await details(reference)).toMatchObject({ needsAdmin: false });
  });

  it('contains parked events, however old, until an admin has settled them', async () => {
    await receive(app, liveEvent('evt_live'));
    await heard(app);
    // Long after the event has left the period that is compared, and the provider's list.
    app.clock.advance(40 * DAY);
    expect((await reconcile(app, 1)).differences).toMatchObject([
      { object: 'event', objectId: 'evt_live', kind: 'event parked', repair: null },
    ]);
    await signIn();
    expect((await post('parked-events', 'evt_live/dismiss')).status).toBe(200);
    expect((await reconcile(app, 1)).differences).toEqual([]);
  });

  it('is an event whose payment stays unknown', async () => {
    const payment = await buyBoost(app, browser);
    const reference = crypto.randomUUID();
    const { payments } = app.adapters;
    const observe = payments.observe.bind(payments);
    const other = jest
      .spyOn(payments, 'observe')
      .mockImplementation(async (id) => (await observe(id)).map((seen) => ({ ...seen, reference })));
    await receive(app, { ...liveEvent('evt_lost'), livemode: false, objectId: intentOf(payment) });
    await heard(app);
    expect(await parkedEvents('evt_lost')).toEqual([]);
    for (let hour = 0; hour < 73; hour += 1) {
      app.clock.advance(HOUR);
      await app.server.get(Reactor, { strict: false }).retryDue();
    }
    other.mockRestore();
    await signIn();
    expect(await parkedEvents('evt_lost')).toMatchObject([
      { reason: `the payment ${reference} is not in the log.` },
    ]);
  });
});
