import { PaymentDesk } from '../../src/api/boosts/payment-desk.service.js';
import { PaymentRefusedError } from '../../src/infrastructure/payments/payments.port.js';
import { Reactor } from '../../src/kernel/reactions/reactor.js';
import { useApp } from '../support/app.js';
import { deleteDue, leave } from '../support/erasure.js';
import {
  buyBoost,
  intentOf,
  newestPayment,
  sandboxOf,
  startPurchase,
  untilPayment,
} from '../support/payments.js';
import { verified } from '../support/people.js';
import { DAY, HOUR, heard, parkedPayment, receive, reconcile } from '../support/reconciling.js';
import type { Visitor } from '../support/visitor.js';

const usd = (amount: number) => ({ amount, currency: 'usd' });

describe('the desk for payments', () => {
  const app = useApp();
  let desk: PaymentDesk;
  let people = 0;
  let browser: Visitor;

  beforeAll(async () => {
    desk = app.server.get(PaymentDesk, { strict: false });
  });
  beforeEach(async () => {
    people += 1;
    ({ browser } = await verified(app, `buyer${people}@example.org`));
  });
  const waitingFor = async (reference: string) =>
    (await desk.waiting()).payments.find((payment) => payment.reference === reference);
  /** The types and actors of the last events of a payment. */
  const lastOf = async (reference: string, count: number) =>
    (await app.adapters.storage.log.readStream(`payment-${reference}`))
      .slice(-count)
      .map(({ type, metadata }) => [type, (metadata as { actor: object }).actor]);
  const ann = { kind: 'admin', id: 'ann' };
  const isRefunded = () => untilPayment(browser, 'it is refunded', ({ status }) => status === 'refunded');

  it('grants a parked payment once, in the name of the admin', async () => {
    const reference = await parkedPayment(app, browser);
    expect(await waitingFor(reference)).toMatchObject({
      kind: 'boost',
      price: usd(199),
      parked: 'the amount is 250 usd, expected 199 usd',
    });
    await desk.grant(reference, 'ann', 'The price had changed.');
    expect(await lastOf(reference, 2)).toEqual([
      ['PaymentResolved', ann],
      ['PaymentConfirmed', ann],
    ]);
    await untilPayment(browser, 'it is granted', ({ boost }) => boost?.state === 'unclaimed');
    expect(await waitingFor(reference)).toBeUndefined();
    await expect(desk.grant(reference, 'ann', '')).rejects.toThrow('This payment is not parked.');
  });

  it('grants a parked payment for what was paid, which is what a refund of it gives back', async () => {
    const reference = await parkedPayment(app, browser, 150);
    await desk.grant(reference, 'ann', 'A small gift.');
    const granted = await untilPayment(browser, 'it is granted', ({ boost }) => boost !== null);
    expect(granted).toMatchObject({ status: 'paid', price: usd(150), boost: { price: usd(150) } });
    app.clock.advance(2 * HOUR);
    expect(await reconcile(app)).toMatchObject({
      differences: [],
      settled: { count: 0 },
      totals: { usd: { charged: { provider: expect.any(Number), log: expect.any(Number) } } },
    });
    await expect(desk.refund(reference, 'ann', 151)).rejects.toThrow('At most USD 1.50 can be refunded.');
    expect(await desk.refund(reference, 'ann', null)).toEqual(usd(150));
    await isRefunded();
    expect(await newestPayment(browser)).toMatchObject({ boost: { state: 'revoked' } });
  });

  it('shows a parked payment as refunded although less than the price was paid', async () => {
    const reference = await parkedPayment(app, browser, 150);
    expect(await desk.refund(reference, 'ann', null)).toEqual(usd(150));
    await isRefunded();
    expect(await waitingFor(reference)).toBeUndefined();
  });

  it('gives a parked payment back as it was paid', async () => {
    const reference = await parkedPayment(app, browser);
    expect(await desk.refund(reference, 'ann', null)).toEqual(usd(250));
    await isRefunded();
    // The reaction that asked for the refund records it, or the one that hears of it by webhook.
    const system = expect.objectContaining({ kind: 'system' });
    expect(await lastOf(reference, 3)).toEqual([
      ['RefundStarted', ann],
      ['RefundObserved', system],
      ['PaymentResolved', system],
    ]);
    expect(await waitingFor(reference)).toBeUndefined();
    await expect(desk.refund(reference, 'ann', null)).rejects.toThrow('Nothing is left to refund.');
  });

  it('dismisses a parked payment once', async () => {
    const reference = await parkedPayment(app, browser);
    await desk.dismiss(reference, 'ann', 'A test.');
    expect(await lastOf(reference, 1)).toEqual([['PaymentResolved', ann]]);
    expect(await waitingFor(reference)).toBeUndefined();
    await expect(desk.dismiss(reference, 'ann', '')).rejects.toThrow('This payment is not parked.');
  });

  it('refunds a part, and then the rest', async () => {
    const { id } = await buyBoost(app, browser);
    await expect(desk.refund(id, 'ann', 200)).rejects.toThrow('At most USD 1.99 can be refunded.');
    expect(await desk.refund(id, 'ann', 50)).toEqual(usd(50));
    await untilPayment(browser, 'a part is refunded', ({ refunded }) => refunded?.amount === 50);
    expect(await desk.refund(id, 'ann', null)).toEqual(usd(149));
    await isRefunded();
    await expect(desk.refund(id, 'ann', null)).rejects.toThrow('Nothing is left to refund.');
  });

  it('refunds once, although two admins ask at once', async () => {
    const { id } = await buyBoost(app, browser);
    await Promise.allSettled([desk.refund(id, 'ann', 60), desk.refund(id, 'bob', 60)]);
    await untilPayment(browser, 'it is refunded', ({ refunded }) => refunded !== null);
    await heard(app);
    expect((await newestPayment(browser)).refunded).toEqual(usd(60));
    const types = (await app.adapters.storage.log.readStream(`payment-${id}`)).map(({ type }) => type);
    expect(types.filter((type) => type === 'RefundStarted')).toHaveLength(1);
  });

  it('declines a request for a refund once', async () => {
    const { id } = await buyBoost(app, browser);
    await expect(desk.decline(id, 'ann', 'It was used.')).rejects.toThrow('There is no open refund request.');
    expect((await browser.post(`/api/user/payments/${id}/refund-request`)).status).toBeLessThan(300);
    expect(await waitingFor(id)).toMatchObject({ isRefundRequested: true });
    await desk.decline(id, 'ann', 'It was used.');
    expect(await lastOf(id, 1)).toEqual([['RefundDeclined', ann]]);
    expect(await waitingFor(id)).toBeUndefined();
    await expect(desk.decline(id, 'ann', 'It was used.')).rejects.toThrow('There is no open refund request.');
  });

  it('decides on a lost dispute once', async () => {
    const payment = await buyBoost(app, browser);
    const { id } = payment;
    sandboxOf(app).actOnPayment(intentOf(payment), 'dispute', null);
    await heard(app);
    const disputeId = sandboxOf(app).payment(intentOf(payment))?.disputes[0]?.disputeId ?? '';
    expect(await waitingFor(id)).toMatchObject({ disputes: { [disputeId]: 'open' } });
    expect(await newestPayment(browser)).toMatchObject({ status: 'disputed' });
    const decision = { disputeId, boost: 'revoked', note: '' } as const;
    await expect(desk.resolveDispute(id, 'ann', decision)).rejects.toThrow('Only a lost dispute');
    sandboxOf(app).actOnDispute(disputeId, 'lose');
    await heard(app);
    expect(await waitingFor(id)).toMatchObject({ disputes: { [disputeId]: 'lost' } });
    expect(await newestPayment(browser)).toMatchObject({ status: 'charged back' });
    await desk.resolveDispute(id, 'ann', decision);
    expect(await lastOf(id, 1)).toEqual([['DisputeResolved', ann]]);
    expect(await newestPayment(browser)).toMatchObject({ status: 'charged back' });
    expect(await waitingFor(id)).toBeUndefined();
    await expect(desk.resolveDispute(id, 'bob', { ...decision, boost: 'kept' })).rejects.toThrow(
      'This dispute was decided already: revoked.',
    );
  });

  it('lists warnings of fraud until the money is given back', async () => {
    const payment = await buyBoost(app, browser);
    sandboxOf(app).actOnPayment(intentOf(payment), 'warn', null);
    await heard(app);
    expect(await waitingFor(payment.id)).toMatchObject({ warnings: 1 });
    await desk.refund(payment.id, 'ann', null);
    await isRefunded();
    expect(await waitingFor(payment.id)).toBeUndefined();
  });

  it('dismisses warnings of fraud once, in the name of the admin', async () => {
    const payment = await buyBoost(app, browser);
    sandboxOf(app).actOnPayment(intentOf(payment), 'warn', null);
    await heard(app);
    await desk.dismissWarnings(payment.id, 'ann', 'The buyer wrote to us.');
    expect(await lastOf(payment.id, 1)).toEqual([['FraudWarningsDismissed', ann]]);
    expect(await waitingFor(payment.id)).toBeUndefined();
    await expect(desk.dismissWarnings(payment.id, 'ann', 'x')).rejects.toThrow('no open warning');
  });

  it('lists a refund that the provider has rejected, with the reason', async () => {
    const payment = await buyBoost(app, browser);
    const { payments } = app.adapters;
    const refund = payments.refund.bind(payments);
    payments.refund = () => Promise.reject(new PaymentRefusedError('The bank refuses it.', null));
    await desk.refund(payment.id, 'ann', null);
    await heard(app);
    payments.refund = refund;
    expect(await waitingFor(payment.id)).toMatchObject({
      refundProblem: 'the provider rejected it: The bank refuses it.',
    });
    await desk.refund(payment.id, 'ann', null);
    await isRefunded();
    expect(await waitingFor(payment.id)).toBeUndefined();
  });

  it('refuses unknown payments, and those that were not paid', async () => {
    const unknown = crypto.randomUUID();
    const message = `There is no payment ${unknown}.`;
    const decision = { disputeId: 'du_1', boost: 'kept', note: '' } as const;
    await expect(desk.grant(unknown, 'ann', '')).rejects.toThrow(message);
    await expect(desk.refund(unknown, 'ann', null)).rejects.toThrow(message);
    await expect(desk.decline(unknown, 'ann', '')).rejects.toThrow(message);
    await expect(desk.dismiss(unknown, 'ann', '')).rejects.toThrow(message);
    await expect(desk.resolveDispute(unknown, 'ann', decision)).rejects.toThrow(message);
    await startPurchase(browser);
    const { id } = await newestPayment(browser);
    await expect(desk.refund(id, 'ann', null)).rejects.toThrow('This payment was not confirmed.');
    expect(await waitingFor(id)).toBeUndefined();
  });

  it('does not grant to a deleted account, and gives the money back', async () => {
    const reference = await parkedPayment(app, browser);
    await leave(app, browser);
    await deleteDue(app);
    await expect(desk.grant(reference, 'ann', '')).rejects.toThrow('The account of the buyer is deleted.');
    expect(await desk.refund(reference, 'ann', null)).toEqual(usd(250));
    await heard(app);
    expect(sandboxOf(app).payments(1)).toMatchObject([{ refunded: usd(250) }]);
    expect(await waitingFor(reference)).toBeUndefined();
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
    expect((await desk.waiting()).events).toEqual([
      {
        stripeEventId: 'evt_live',
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
    await desk.dismissEvent('evt_live', 'ann', 'Another shop.');
    expect((await desk.waiting()).events).toEqual([]);
    expect((await reconcile(app, 1)).differences).toEqual([]);
    const [, , last] = await app.adapters.storage.log.readStream('stripeEvent-evt_live');
    expect(last).toMatchObject({ type: 'StripeEventResolved', metadata: { actor: ann } });
    await expect(desk.dismissEvent('evt_live', 'ann', 'x')).rejects.toThrow('This event is not parked.');
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
    expect((await desk.waiting()).events).toEqual([]);
    for (let hour = 0; hour < 73; hour += 1) {
      app.clock.advance(HOUR);
      await app.server.get(Reactor, { strict: false }).retryDue();
    }
    payments.observe = observe;
    expect((await desk.waiting()).events).toMatchObject([
      { stripeEventId: 'evt_lost', reason: `the payment ${reference} is not in the log.` },
    ]);
  });
});
