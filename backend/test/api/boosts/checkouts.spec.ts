import {
  PaymentRefusedError,
  PaymentsUnavailableError,
} from '../../../src/infrastructure/payments/payments.port.js';
import type { OwnPayment } from '../../../src/projections/payments/shown-payments.js';
import { useOwnApp } from '../../support/app.js';
import { newestPayment, sandboxOf, sessionIn, startPurchase } from '../../support/payments.js';
import { joining } from '../../support/people.js';
import { publishPost } from '../../support/posts.js';
import { deliverLost, loseWebhooks } from '../../support/reconciling.js';
import { settled } from '../../support/settled.js';
import type { Visitor } from '../../support/visitor.js';

const MINUTE = 60_000;

/** All webhooks are lost here. */
describe('a person who comes back from a checkout', () => {
  const app = useOwnApp('loses webhooks');
  const join = joining(app, 'back');
  /** What the provider was asked for. */
  let asked: jest.SpyInstance;

  beforeAll(() => {
    loseWebhooks(app);
    asked = jest.spyOn(app.adapters.payments, 'observe');
  });
  beforeEach(() => asked.mockClear());
  const expectAsked = (...ids: string[]) => expect(asked.mock.calls.map(([id]) => id as string)).toEqual(ids);

  const comeBack = async (browser: Visitor, sessionId: string) => {
    const { status } = await browser.post(`/api/checkouts/${sessionId}/return`);
    await settled(app);
    return status;
  };
  const donate = async (browser: Visitor, amount = 500) => {
    const { status, body } = await browser.post<{ url: string }>('/api/donations/checkout', { amount });
    expect(status).toBe(200);
    return sessionIn(body.url);
  };
  const statusOf = async (browser: Visitor, sessionId: string) =>
    (await browser.get<{ status: string }>(`/api/checkouts/${sessionId}`)).body.status;
  const act = (sessionId: string, what: 'pay' | 'pay-later' | 'expire') =>
    sandboxOf(app).actOnCheckout(sessionId, what);
  const payments = async (browser: Visitor) => (await browser.get<OwnPayment[]>('/api/user/payments')).body;

  it('gets what was paid although no notice arrives, once', async () => {
    const { browser } = await join();
    const session = await startPurchase(browser);
    act(session, 'pay');
    expect(await newestPayment(browser)).toMatchObject({ status: 'started' });
    expect(await comeBack(browser, session)).toBe(204);
    expect(await newestPayment(browser)).toMatchObject({ status: 'paid', boost: { state: 'unclaimed' } });
    await deliverLost(app);
    expect(await comeBack(browser, session)).toBe(204);
    const { body } = await browser.get<{ count: number }>('/api/boosts/unclaimed');
    expect(body.count).toBe(1);
    expectAsked(session);
  });

  it('lets the server look once ever, also from several tabs at once, and loses nothing', async () => {
    const { browser } = await join();
    const session = await startPurchase(browser);
    const statuses = await Promise.all([1, 2, 3].map(() => comeBack(browser, session)));
    expect(statuses).toEqual([204, 204, 204]);
    app.clock.advance(30 * MINUTE);
    await comeBack(browser, session);
    expectAsked(session);
    const { log } = app.adapters.storage;
    expect(await log.readStream(`stripeObserved-${session}-returned`)).toHaveLength(1);
    expect(await newestPayment(browser)).toMatchObject({ status: 'started', boost: null });
    act(session, 'pay');
    await deliverLost(app);
    expect(await newestPayment(browser)).toMatchObject({ status: 'paid', boost: { state: 'unclaimed' } });
    asked.mockClear();
    expect(await comeBack(browser, session)).toBe(204);
    expectAsked();
  });

  it.each([
    ['pay-later', 'pending'],
    ['expire', 'expired'],
  ] as const)('sees what became of it: %s', async (what, status) => {
    const { browser } = await join();
    const session = await startPurchase(browser);
    act(session, what);
    await comeBack(browser, session);
    expect(await statusOf(browser, session)).toBe(status);
  });

  it('needs no account for a donation, in the browser that started it', async () => {
    const browser = app.browser();
    const session = await donate(browser);
    act(session, 'pay');
    expect(await comeBack(app.browser(), session)).toBe(404);
    expect(await statusOf(browser, session)).toBe('started');
    expect(await comeBack(browser, session)).toBe(204);
    expect(await statusOf(browser, session)).toBe('paid');
  });

  it('may have signed out meanwhile', async () => {
    const { browser, user } = await join();
    const session = await startPurchase(browser);
    act(session, 'pay');
    await browser.logout();
    expect(await comeBack(browser, session)).toBe(204);
    const other = app.browser();
    await other.login(user.email);
    expect(await newestPayment(other)).toMatchObject({ status: 'paid' });
  });

  it('is not another person, nobody for an unknown session, and needs a cookie of ours', async () => {
    const [one, other] = [await join(), await join()];
    const session = await startPurchase(one.browser);
    const reference = (await newestPayment(one.browser)).id;
    const forger = app.browser();
    forger.cookies.set('checkout', `name~${reference}.${Buffer.alloc(32).toString('base64url')}`);
    for (const browser of [other.browser, app.browser(), forger]) {
      expect(await comeBack(browser, session)).toBe(404);
    }
    expect(await comeBack(one.browser, 'cs_unknown')).toBe(404);
    expectAsked();
  });

  describe('and starts the same purchase again', () => {
    it('gets the page that is open, until less than 5 minutes are left', async () => {
      const { browser, user } = await join();
      const session = await startPurchase(browser, 'mega');
      app.clock.advance(55 * MINUTE);
      // In another browser, too.
      const other = app.browser();
      await other.login(user.email);
      expect(await startPurchase(other, 'mega')).toBe(session);
      app.clock.advance(1);
      expect(await startPurchase(browser, 'mega')).not.toBe(session);
      expect(await payments(browser)).toHaveLength(2);
    });

    it('gets a page of its own for anything else', async () => {
      const { browser, user } = await join();
      const [one, two] = [await publishPost(app, user.id, 7), await publishPost(app, user.id, 7)];
      const visitor = app.browser();
      const donation = await donate(visitor, 700);
      const sessions = [
        await startPurchase(browser, 'mega'),
        await startPurchase(browser, 'regular'),
        await startPurchase(browser, 'regular', one),
        await startPurchase(browser, 'regular', two),
        await startPurchase((await join()).browser, 'regular'),
        await donate(browser, 700),
        await donate(browser, 800),
        await donate(app.browser(), 700),
        donation,
      ];
      expect(new Set(sessions).size).toBe(sessions.length);
      expect(await donate(visitor, 700)).toBe(donation);
    });

    it('gets one page with two requests at once', async () => {
      const { browser } = await join();
      const sessions = await Promise.all([1, 2, 3].map(() => startPurchase(browser)));
      expect(new Set(sessions).size).toBe(1);
      expect(await payments(browser)).toHaveLength(1);
    });

    it.each([
      ['pay-later', 'pending'],
      ['expire', 'expired'],
    ] as const)(
      'gets another page after the first one has ended without a notice: %s',
      async (what, status) => {
        const { browser } = await join();
        const session = await startPurchase(browser);
        act(session, what);
        expect(await startPurchase(browser)).not.toBe(session);
        await settled(app);
        expect(await statusOf(browser, session)).toBe(status);
      },
    );

    it('is granted what they have paid by the server, not by their request', async () => {
      const { browser } = await join();
      const session = await startPurchase(browser);
      act(session, 'pay');
      expect(await startPurchase(browser)).not.toBe(session);
      await settled(app);
      const paid = (await payments(browser)).find(({ status }) => status === 'paid');
      const { log } = app.adapters.storage;
      const events = await log.readStream(`payment-${paid?.id}`);
      expect(events.find(({ type }) => type === 'PaymentConfirmed')?.metadata).toMatchObject({
        actor: { kind: 'system' },
      });
      const intent = sandboxOf(app).payments(1)[0]?.paymentIntentId;
      expect(await log.readStream(`paymentIntent-${intent}`)).toHaveLength(1);
    });

    it('gets the first answer to a repeated request, without an account, too', async () => {
      const request = {
        headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
        body: JSON.stringify({ amount: 900 }),
      };
      const ask = () => app.browser().request<{ url: string }>('POST', '/api/donations/checkout', request);
      const { body } = await ask();
      act(sessionIn(body.url), 'pay');
      expect(await ask()).toMatchObject({ status: 200, body });
    });

    it('gets another page after the first one was dropped', async () => {
      const { browser } = await join();
      const session = await startPurchase(browser);
      await browser.post(`/api/user/payments/${(await newestPayment(browser)).id}/drop`);
      expect(await startPurchase(browser)).not.toBe(session);
    });

    it.each([
      [
        'the open page while the provider does not answer',
        new PaymentsUnavailableError('down', false, true),
        true,
      ],
      ['another page if the provider refuses to show it', new PaymentRefusedError('refused', null), false],
      ['another page if the provider does not know it', null, false],
    ])('gets %s', async (_, error, isSame) => {
      const { browser } = await join();
      const session = await startPurchase(browser);
      if (error) asked.mockRejectedValueOnce(error);
      else asked.mockResolvedValueOnce([]);
      expect((await startPurchase(browser)) === session).toBe(isSame);
    });
  });
});
