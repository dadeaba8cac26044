import type { OwnPayment, UnclaimedBoosts } from '../../src/projections/payments/shown-payments.js';
import { BoostTimes } from '../../src/reactions/timers/boost-times.js';
import { useOwnApp } from '../support/app.js';
import { mailBoxOf } from '../support/mails.js';
import {
  buyBoost,
  checkOut,
  newestPayment,
  sandboxOf,
  sessionIn,
  startPurchase,
  heardPayment,
} from '../support/payments.js';
import { askForDeletion } from '../support/erasure.js';
import { joining, registered } from '../support/people.js';
import { publishPost, rate } from '../support/posts.js';
import { settled } from '../support/settled.js';
import type { Visitor } from '../support/visitor.js';

const HOUR = 3_600_000;

describe('boosts', () => {
  const app = useOwnApp('not shared yet');
  const join = joining(app, 'buyer');
  const subjectsTo = async (address: string) => {
    await settled(app);
    return (await mailBoxOf(app).list(1000)).filter(({ to }) => to === address).map(({ subject }) => subject);
  };
  const unclaimed = async (browser: Visitor) =>
    (await browser.get<UnclaimedBoosts>('/api/boosts/unclaimed')).body;

  it('have prices with a currency', async () => {
    const { body } = await app.browser().get('/api/boost/prices');
    expect(body).toEqual({
      regular: { amount: 199, currency: 'usd' },
      mega: { amount: 999, currency: 'usd' },
      donation: { least: 100, most: 100_000, presets: [500, 1000, 2000, 5000, 10_000] },
      isTest: true,
    });
  });

  it('are bought, wait in the account, and are applied to a post', async () => {
    const { browser, user } = await join();
    const postId = await publishPost(app, user.id, 7);
    const payment = await buyBoost(app, browser, 'mega');
    expect(payment).toMatchObject({ kind: 'boost', status: 'paid', canRequestRefund: true });
    expect(await unclaimed(browser)).toMatchObject({
      count: 1,
      boost: { boostType: 'mega', state: 'unclaimed', price: { amount: 999, currency: 'usd' } },
    });
    expect(await browser.post(`/api/posts/${postId}/apply-boost`)).toMatchObject({
      status: 200,
      body: { boostType: 'mega' },
    });
    expect(await unclaimed(browser)).toMatchObject({ count: 0, boost: null, boosts: [] });
    const expiresAt = new Date(app.clock.now().getTime() + 168 * HOUR).toISOString();
    const shown = { boostType: 'mega', state: 'active', expiresAt, isActive: true, remainingMs: 0, postId };
    const boostSeenBy = (viewer: Visitor) => viewer.get(`/api/posts/${postId}/boost`);
    expect((await boostSeenBy(app.browser())).body).toEqual({ boost: shown });
    expect((await boostSeenBy((await join()).browser)).body).toEqual({ boost: shown });
    const { id, price } = payment;
    expect((await boostSeenBy(browser)).body).toMatchObject({
      boost: { ...shown, id, price, userId: user.id, stripePaymentIntentId: expect.any(String) },
    });
  });

  it('are applied at once when they were bought for a post', async () => {
    const { browser, user } = await join();
    const postId = await publishPost(app, user.id, 7);
    const payment = await buyBoost(app, browser, 'regular', postId);
    expect(payment.boost).toMatchObject({ state: 'active', postId });
    // What two payments for one post bought: one is applied, one is unclaimed.
    const another = await publishPost(app, user.id, 6);
    const sessions = [
      await startPurchase(browser, 'regular', another),
      await startPurchase(browser, 'mega', another),
    ];
    for (const session of sessions) await checkOut(app, browser, session);
    const states = (await browser.get<OwnPayment[]>('/api/user/payments')).body.map(
      ({ boost }) => boost?.state,
    );
    expect(states.toSorted()).toEqual(['active', 'active', 'unclaimed']);
  });

  it('of one person are applied once each, however many requests come at once', async () => {
    const { browser, user } = await join();
    const posts = await Promise.all(Array.from({ length: 20 }, () => publishPost(app, user.id, 5)));
    await buyBoost(app, browser);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        browser.post(`/api/posts/${posts[index % posts.length]}/apply-boost`),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(199);
  });

  it('go to one’s own public posts without a boost only', async () => {
    const { browser, user } = await join();
    const other = await join();
    const theirs = await publishPost(app, other.user.id, 7);
    const own = await publishPost(app, user.id, 7);
    const hidden = await publishPost(app, user.id, 7, { moderationFlags: ['shows a face'] });
    const apply = (id: string) => browser.post(`/api/posts/${id}/apply-boost`);
    const buy = (id: string) => browser.post(`/api/posts/${id}/boost`, { boostType: 'mega' });
    expect(await apply(own)).toMatchObject({ status: 409, body: { message: 'You have no unused boost.' } });
    await buyBoost(app, browser, 'regular', own);
    await buyBoost(app, browser);
    for (const act of [apply, buy]) {
      expect(await act(own)).toMatchObject({
        status: 409,
        body: { message: 'This post already has a boost.' },
      });
      expect(await act(hidden)).toMatchObject({
        status: 409,
        body: { message: 'A hidden post cannot be boosted.' },
      });
      expect(await act(theirs)).toMatchObject({
        status: 403,
        body: { message: 'You can only boost your own posts.' },
      });
      expect((await act(crypto.randomUUID())).status).toBe(404);
    }
  });

  it('are applied in the order that their owner chooses', async () => {
    const { browser, user } = await join();
    const postId = await publishPost(app, user.id, 7);
    await buyBoost(app, browser, 'regular');
    const { id: boostId } = await buyBoost(app, browser, 'mega');
    const apply = (body: object) => browser.post(`/api/posts/${postId}/apply-boost`, body);
    expect((await apply({ boostId: 'the mega one' })).status).toBe(400);
    expect(await apply({ boostId })).toMatchObject({ status: 200, body: { boostType: 'mega' } });
    expect((await unclaimed(browser)).boosts).toMatchObject([{ boostType: 'regular' }]);
  });

  it('are not sold to an account that waits for its deletion', async () => {
    const { browser, user } = await join();
    const postId = await publishPost(app, user.id, 7);
    expect((await askForDeletion(browser)).status).toBe(200);
    for (const path of ['/api/boost/checkout', `/api/posts/${postId}/boost`]) {
      expect(await browser.post(path, { boostType: 'mega' })).toMatchObject({
        status: 409,
        body: { message: 'Your account will be deleted. Keep your account to buy a boost.' },
      });
    }
    expect((await browser.post('/api/donations/checkout', { amount: 500 })).status).toBe(200);
  });

  it('need a verified account, and a known type', async () => {
    expect((await app.browser().post('/api/boost/checkout', { boostType: 'mega' })).status).toBe(401);
    const { browser } = await registered(app, 'unverified@example.org');
    expect((await browser.post('/api/boost/checkout', { boostType: 'mega' })).status).toBe(403);
    const buyer = await join();
    expect((await buyer.browser.post('/api/boost/checkout', { boostType: 'giga' })).status).toBe(400);
  });

  it('end at their second, are recorded later, and are announced an hour before', async () => {
    const { browser, user } = await join();
    const postId = await publishPost(app, user.id, 7);
    await buyBoost(app, browser, 'regular', postId);
    await rate(app, postId, user.id, 9);
    const times = app.server.get(BoostTimes, { strict: false });
    app.clock.advance(23 * HOUR - 1);
    await times.record();
    expect(await subjectsTo(user.email)).not.toContain('Your Regular Boost ends soon');
    app.clock.advance(1);
    await times.record();
    await times.record();
    const subjects = await subjectsTo(user.email);
    expect(subjects.filter((subject) => subject === 'Your Regular Boost ends soon')).toHaveLength(1);
    app.clock.advance(HOUR - 1);
    expect((await newestPayment(browser)).boost).toMatchObject({ state: 'active' });
    app.clock.advance(1);
    expect((await newestPayment(browser)).boost).toMatchObject({ state: 'ended', isActive: false });
    expect((await browser.get(`/api/posts/${postId}/boost`)).body).toEqual({ boost: null });
    await times.record();
    expect(await heardPayment(app, browser)).toMatchObject({
      brought: { hours: 24, ratings: 1, likes: 0 },
    });
  });

  it('end with their post', async () => {
    const { browser, user } = await join();
    const postId = await publishPost(app, user.id, 7);
    await buyBoost(app, browser, 'regular', postId);
    expect((await browser.deletePost(postId)).status).toBe(200);
    expect(await heardPayment(app, browser)).toMatchObject({ boost: { state: 'ended' } });
  });

  it('keep what was paid when the post is gone before the payment is confirmed', async () => {
    const { browser, user } = await join();
    const postId = await publishPost(app, user.id, 7);
    const session = await startPurchase(browser, 'regular', postId);
    expect((await browser.deletePost(postId)).status).toBe(200);
    expect((await checkOut(app, browser, session)).boost).toMatchObject({ state: 'unclaimed', postId: null });
  });

  it('do not send the notice of their end to people who switched it off', async () => {
    const { browser, user } = await join();
    const postId = await publishPost(app, user.id, 7);
    await browser.patch('/api/auth/email-preferences', { emailNotificationsBoosts: false });
    await buyBoost(app, browser, 'regular', postId);
    app.clock.advance(23.5 * HOUR);
    await app.server.get(BoostTimes, { strict: false }).record();
    expect(await subjectsTo(user.email)).not.toContain('Your Regular Boost ends soon');
  });

  it('keep a checkout open until it is dropped, paid or over', async () => {
    const { browser, user } = await join();
    const part = async (name: 'open' | 'settled') =>
      (await browser.get<OwnPayment[]>(`/api/user/payments?part=${name}`)).body.map(
        ({ boostType, checkoutUrl }) => [boostType, checkoutUrl && sessionIn(checkoutUrl)],
      );
    const dropped = await startPurchase(browser, 'mega');
    app.clock.advance(1000);
    const paid = await startPurchase(browser);
    app.clock.advance(1000);
    const over = await startPurchase(browser, 'regular', await publishPost(app, user.id, 7));
    expect(await part('open')).toEqual([
      ['regular', over],
      ['regular', paid],
      ['mega', dropped],
    ]);
    expect(await part('settled')).toEqual([]);
    const { body: payments } = await browser.get<OwnPayment[]>('/api/user/payments');
    const drop = (at: number, visitor = browser) =>
      visitor.post<{ message?: string }>(`/api/user/payments/${payments.at(at)?.id}/drop`);
    expect((await drop(-1, (await join()).browser)).status).toBe(404);
    expect((await drop(-1)).status).toBe(200);
    // Before the provider's notice has arrived.
    expect(await part('open')).toEqual([
      ['regular', over],
      ['regular', paid],
    ]);
    expect(sandboxOf(app).checkout(dropped)?.status).toBe('expired');
    await checkOut(app, browser, paid);
    expect(await drop(-2)).toMatchObject({
      status: 409,
      body: { message: 'This checkout is paid, or has ended.' },
    });
    expect(await part('open')).toEqual([['regular', over]]);
    expect(await part('settled')).toEqual([['regular', null]]);
    app.clock.advance(HOUR);
    expect(await part('open')).toEqual([]);
    expect((await browser.get<OwnPayment[]>('/api/user/payments')).body).toHaveLength(3);
  });

  it('start a new checkout when the last one has expired', async () => {
    const { browser } = await join();
    const first = await startPurchase(browser);
    sandboxOf(app).actOnCheckout(first, 'expire');
    expect(await heardPayment(app, browser)).toMatchObject({ status: 'expired' });
    expect(await startPurchase(browser)).not.toBe(first);
  });
});
