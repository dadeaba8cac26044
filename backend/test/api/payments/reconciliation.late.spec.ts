import { Payment } from '../../../src/domain/payment/payment.js';
import type { Movement } from '../../../src/infrastructure/payments/payments.port.js';
import type { ReconciliationReport } from '../../../src/reactions/reconciliation/report.js';
import { PaymentsReader } from '../../../src/projections/payments/payments.reader.js';
import { unique, useOwnApp } from '../../support/app.js';
import { buyBoost, heard, intentOf, sandboxOf, startPurchase } from '../../support/payments.js';
import {
  DAY,
  HOUR,
  deliverLost,
  loseWebhooks,
  parkedPayment,
  reconcile,
  reconcileWith,
} from '../../support/reconciling.js';
import { act } from '../../support/payment-story.js';
import { verified } from '../../support/people.js';
import type { Visitor } from '../../support/visitor.js';
import { METADATA } from '../../support/test-kernel.js';
import { send } from '../../support/posts.js';

const usd = (amount: number) => ({ amount, currency: 'usd' });

/** The objects and kinds of the differences, sorted. */
const kindsIn = ({ differences }: ReconciliationReport) =>
  differences.map(({ object, kind, repair }) => `${object} ${kind}, ${repair ?? 'no repair'}`).toSorted();

describe('reconciliation', () => {
  const app = useOwnApp('moves the clock, and compares all payments');
  let buyer: Visitor;
  let buyerId: string;

  beforeEach(async () => {
    const { browser, user } = await verified(app, `${unique('buyer')}@example.org`);
    [buyer, buyerId] = [browser, user.id];
  });
  /** Lets what a test has done become too old for the next one. */
  afterEach(async () => {
    await deliverLost(app);
    sandboxOf(app).deliverTo(`${app.url}/api/stripe/webhook`);
    app.clock.advance(100 * DAY);
  });
  /** A payment that the provider has and of which the log learns nothing. */
  const payUnheard = async () => {
    const sessionId = await startPurchase(buyer);
    loseWebhooks(app);
    sandboxOf(app).actOnCheckout(sessionId, 'pay');
  };
  /** Not by a call: the session of the buyer ends before some of these tests do. */
  const paymentOf = async (id: string | null = null) => {
    const payments = await app.server.get(PaymentsReader, { strict: false }).by(buyerId, app.clock.now());
    const payment = payments.find((one) => id === null || one.id === id);
    if (!payment) throw new Error('there is no payment');
    return payment;
  };
  const granted = async () =>
    (await app.adapters.storage.log.readAll(0, 10_000)).filter(
      ({ type, data }) => type === 'BoostPurchased' && (data as { userId?: string }).userId === buyerId,
    ).length;

  it('finds nothing when nothing is missing, and sums up the balance', async () => {
    const payment = await buyBoost(app, buyer, 'mega');
    sandboxOf(app).actOnPayment(intentOf(payment), 'refund', 100);
    sandboxOf(app).actOnPayment(intentOf(payment), 'inquire', null);
    await heard(app);
    app.clock.advance(2 * HOUR);
    const report = await reconcile(app);
    expect(report).toMatchObject({
      compared: { charge: 1, refund: 1, dispute: 1, event: 4 },
      differences: [],
      pending: { count: 0 },
      foreign: { count: 0 },
      totals: {
        usd: {
          charged: { provider: 999, log: 999 },
          refunded: { provider: 100, log: 100 },
          disputed: { provider: 0, log: 0 },
        },
      },
      balance: { count: 2, totals: { usd: { lines: 2, amount: 899, fee: 59, net: 840 } } },
    });
    expect(report.balance.listed).toContainEqual(
      expect.objectContaining({ type: 'charge', fee: 59, net: 940, exchangeRate: null }),
    );
  });

  it('leaves what is younger than an hour to the webhooks, then ingests their events, and grants once', async () => {
    await payUnheard();
    app.clock.advance(HOUR - 1000);
    expect(await reconcile(app)).toMatchObject({ differences: [], pending: { count: 2 }, totals: {} });
    expect(await granted()).toBe(0);
    app.clock.advance(1000);
    const report = await reconcile(app);
    expect(kindsIn(report)).toEqual([
      'charge not in the log, no repair',
      'event not in the log, event ingested',
    ]);
    const { id: reference } = await paymentOf();
    expect(report.differences).toContainEqual(
      expect.objectContaining({
        object: 'charge',
        reference,
        provider: { amount: usd(199), state: 'paid' },
        log: null,
      }),
    );
    expect(await paymentOf()).toMatchObject({ status: 'paid', boost: { state: 'unclaimed' } });
    expect(kindsIn(await reconcile(app))).toEqual([]);
    expect(await deliverLost(app)).toEqual([200]);
    expect(await granted()).toBe(1);
    expect(kindsIn(await reconcile(app))).toEqual([]);
  });

  it('waits for the news of an old payment, too', async () => {
    const sessionId = await startPurchase(buyer);
    sandboxOf(app).actOnCheckout(sessionId, 'pay-later');
    await heard(app);
    app.clock.advance(3 * DAY);
    loseWebhooks(app);
    const [payment] = sandboxOf(app).payments(1);
    sandboxOf(app).actOnPayment(payment?.paymentIntentId ?? '', 'arrive', null);
    expect(await reconcile(app)).toMatchObject({ differences: [], pending: { count: 2 } });
    app.clock.advance(HOUR);
    expect(kindsIn(await reconcile(app))).toEqual([
      'charge state differs, no repair',
      'event not in the log, event ingested',
    ]);
    expect(await paymentOf()).toMatchObject({ status: 'paid' });
  });

  it('appends observations of what is older than the events of the provider', async () => {
    await payUnheard();
    app.clock.advance(40 * DAY);
    const report = await reconcile(app, 50);
    expect(kindsIn(report)).toEqual(['charge not in the log, observation appended']);
    const chargeId = report.differences[0]?.objectId ?? '';
    expect(await app.adapters.storage.log.readStream(`stripeObserved-${chargeId}-paid`)).toHaveLength(1);
    expect(await paymentOf()).toMatchObject({ status: 'paid', boost: { state: 'unclaimed' } });
    expect(kindsIn(await reconcile(app, 50))).toEqual([]);
    expect(await granted()).toBe(1);
  });

  it('finds refunds and disputes that the log does not know, and disputes that have ended since', async () => {
    const [mega, regular] = [await buyBoost(app, buyer, 'mega'), await buyBoost(app, buyer)];
    const sandbox = sandboxOf(app);
    sandbox.actOnPayment(intentOf(regular), 'dispute', null);
    await heard(app);
    loseWebhooks(app);
    sandbox.actOnDispute(sandbox.payment(intentOf(regular))?.disputes[0]?.disputeId ?? '', 'win');
    sandbox.actOnPayment(intentOf(mega), 'refund', 100);
    sandbox.actOnPayment(intentOf(mega), 'dispute', null);
    app.clock.advance(40 * DAY);
    const report = await reconcile(app, 50);
    expect(kindsIn(report)).toEqual([
      'dispute not in the log, observation appended',
      'dispute state differs, observation appended',
      'refund not in the log, observation appended',
    ]);
    const unknown = report.differences.filter(({ log }) => log === null);
    expect(unknown.map(({ provider }) => provider)).toEqual([
      { amount: usd(100), state: 'succeeded' },
      { amount: usd(899), state: 'open' },
    ]);
    expect(report.totals['usd']).toMatchObject({
      refunded: { provider: 100, log: 0 },
      disputed: { provider: 899, log: 199 },
    });
    expect(kindsIn(await reconcile(app, 50))).toEqual([]);
    expect(await paymentOf(mega.id)).toMatchObject({ status: 'disputed', refunded: usd(100) });
    expect(await paymentOf(regular.id)).toMatchObject({ status: 'paid', boost: { state: 'unclaimed' } });
  });

  it('finds what only the log contains', async () => {
    const payment = await buyBoost(app, buyer);
    sandboxOf(app).actOnPayment(intentOf(payment), 'refund', 50);
    await heard(app);
    const nothing = { observe: () => Promise.resolve([]), async *movements() {} };
    expect(await reconcileWith(app, nothing)).toMatchObject({ differences: [], pending: { count: 2 } });
    app.clock.advance(2 * HOUR);
    const report = await reconcileWith(app, nothing);
    expect(kindsIn(report)).toEqual([
      'charge not at the provider, no repair',
      'refund not at the provider, no repair',
    ]);
    expect(report.totals).toMatchObject({
      usd: { charged: { provider: 0, log: 199 }, refunded: { provider: 0, log: 50 } },
    });
  });

  it('compares amounts in their own currency, finds second charges, and asks for what no list contains', async () => {
    await buyBoost(app, buyer);
    app.clock.advance(2 * HOUR);
    expect(await reconcileWith(app, { async *movements() {} })).toMatchObject({ differences: [] });
    const changed = (change: (movement: Movement) => Movement) =>
      reconcileWith(app, {
        async *movements(since) {
          for await (const movement of app.adapters.payments.movements(since)) yield change(movement);
        },
      });
    const more = await changed((movement) => ({ ...movement, amount: usd(200) }));
    expect(kindsIn(more)).toEqual(['charge amount differs, no repair']);
    expect(more.differences[0]).toMatchObject({
      provider: { amount: usd(200), state: 'paid' },
      log: { amount: usd(199), state: 'paid' },
    });
    const yen = await changed((movement) => ({ ...movement, amount: { amount: 199, currency: 'jpy' } }));
    expect(kindsIn(yen)).toEqual(['charge currency differs, no repair']);
    expect(yen.totals).toMatchObject({
      jpy: { charged: { provider: 199, log: 0 } },
      usd: { charged: { provider: 0, log: 199 } },
    });
    const twice = await reconcileWith(app, {
      async *movements(since) {
        for await (const movement of app.adapters.payments.movements(since)) {
          yield movement;
          yield { ...movement, objectId: 'ch_second' };
        }
      },
    });
    expect(twice.differences).toMatchObject([{ kind: 'not in the log', objectId: 'ch_second' }]);
  });

  it('lists a charge apart once an admin has settled it', async () => {
    const reference = await parkedPayment(app, buyer);
    app.clock.advance(2 * HOUR);
    const before = await reconcile(app);
    expect(before.differences).toMatchObject([
      { kind: 'amount differs', reference, provider: { amount: usd(250) }, log: { state: 'parked' } },
    ]);
    await send(app, Payment.DismissPayment({ reference, note: 'A test.', ...act }));
    expect(await reconcile(app)).toMatchObject({
      differences: [],
      settled: { count: 1, listed: [{ reference }] },
      totals: {},
    });
  });

  it('lists objects of others apart, without ingesting their events', async () => {
    await payUnheard();
    app.clock.advance(2 * HOUR);
    const { payments } = app.adapters;
    const report = await reconcileWith(app, {
      async *movements(since) {
        for await (const movement of payments.movements(since)) yield { ...movement, reference: null };
      },
      observe: async (id) => (await payments.observe(id)).map((seen) => ({ ...seen, reference: null })),
    });
    expect(report).toMatchObject({ differences: [], foreign: { count: 2 }, totals: {} });
    expect(await granted()).toBe(0);
  });

  it('lists what is in quarantine, and compares everything else', async () => {
    const [damaged, intact] = [await buyBoost(app, buyer, 'mega'), await buyBoost(app, buyer, 'mega')];
    await heard(app);
    const { log, quarantine } = app.adapters.storage;
    const stream = `payment-${damaged.id}`;
    const metadata = { ...METADATA, version: 1 };
    await log.append(stream, 'any', [{ id: crypto.randomUUID(), type: 'PaymentFramed', data: {}, metadata }]);
    await heard(app);
    expect(quarantine.has(stream)).toBe(true);
    app.clock.advance(2 * HOUR);
    const report = await reconcile(app);
    expect(report.compared).toMatchObject({ charge: 2 });
    expect(new Set(report.differences.map(({ kind }) => kind))).toEqual(new Set(['not readable']));
    expect(report.differences[0]?.log?.state).toContain('in quarantine: PaymentFramed at position');
    expect(report.totals['usd']?.charged).toEqual({ provider: 999, log: 999 });
    expect(JSON.stringify(report.differences)).not.toContain(intact.id);
  });
});
