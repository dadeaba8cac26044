import { PaymentDesk } from '../../src/api/boosts/payment-desk.service.js';
import { type RunningApp, startApp } from '../support/app.js';
import type { Browser } from '../support/browser.js';
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
import { heard, parkedPayment, receive } from '../support/reconciling.js';

const usd = (amount: number) => ({ amount, currency: 'usd' });

describe('the desk for payments', () => {
  let app: RunningApp;
  let desk: PaymentDesk;
  let people = 0;
  let browser: Browser;

  beforeAll(async () => {
    app = await startApp();
    desk = app.server.get(PaymentDesk, { strict: false });
  });
  beforeEach(async () => {
    people += 1;
    ({ browser } = await verified(app, `buyer${people}@example.org`));
  });
  afterAll(() => app.stop());

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
    const decision = { disputeId, boost: 'revoked', note: '' } as const;
    await expect(desk.resolveDispute(id, 'ann', decision)).rejects.toThrow('Only a lost dispute');
    sandboxOf(app).actOnDispute(disputeId, 'lose');
    await heard(app);
    expect(await waitingFor(id)).toMatchObject({ disputes: { [disputeId]: 'lost' } });
    await desk.resolveDispute(id, 'ann', decision);
    expect(await lastOf(id, 1)).toEqual([['DisputeResolved', ann]]);
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

  it('lists parked events of the provider', async () => {
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
  });
});
