import type { OwnPayment, UnclaimedBoosts } from '../../../src/projections/payments/shown-payments.js';
import { BoostTimes } from '../../../src/reactions/timers/boost-times.js';
import { unique, useApp, useOwnApp } from '../../support/app.js';
import { askForDeletion } from '../../support/erasure.js';
import { mailsTo } from '../../support/mails.js';
import {
  buyBoost,
  checkOut,
  heardPayment,
  intentOf,
  newestPayment,
  sandboxOf,
  sessionIn,
  startPurchase,
} from '../../support/payments.js';
import { joining } from '../../support/people.js';
import { publishPost, rate } from '../../support/posts.js';
import { settled } from '../../support/settled.js';
import type { Visitor } from '../../support/visitor.js';

const HOUR = 3_600_000;

describe('boosts', () => {
  const app = useApp();
  const join = joining(app, `${unique('booster')}.`);

  it('have prices with a currency', async () => {
    const { body } = await app.browser().get('/api/boost/prices');
    expect(body).toEqual({
      regular: { amount: 199, currency: 'usd' },
      mega: { amount: 999, currency: 'usd' },
      donation: { least: 100, most: 100_000, presets: [500, 1000, 2000, 5000, 10_000] },
      isTest: true,
    });
  });

  it('are bought, wait in the account, and are applied to one post, which their owner chooses', async () => {
    const { browser, user } = await join();
    const posts = [await publishPost(app, user.id, 7), await publishPost(app, user.id, 6)];
    const unclaimed = async () => (await browser.get<UnclaimedBoosts>('/api/boosts/unclaimed')).body;
    const apply = (boostId: string) =>
      Promise.all(posts.map((id) => browser.post(`/api/posts/${id}/apply-boost`, { boostId })));
    const payment = await buyBoost(app, browser, 'mega');
    expect(payment).toMatchObject({ kind: 'boost', status: 'paid', canRequestRefund: true });
    expect(await unclaimed()).toMatchObject({
      count: 1,
      boost: { boostType: 'mega', state: 'unclaimed', price: { amount: 999, currency: 'usd' } },
    });
    await buyBoost(app, browser);
    const unknown = { status: 400, body: { message: 'Boost not found' } };
    expect(await apply('the mega one')).toMatchObject([unknown, unknown]);
    const answers = await apply(payment.id);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const postId = posts[answers.findIndex(({ status }) => status === 200)];
    expect(answers).toContainEqual(expect.objectContaining({ body: { boostType: 'mega' } }));
    expect(await unclaimed()).toMatchObject({ count: 1, boosts: [{ boostType: 'regular' }] });
    const expiresAt = new Date(app.clock.now().getTime() + 168 * HOUR).toISOString();
    const shown = { boostType: 'mega', state: 'active', expiresAt, isActive: true, remainingMs: 0, postId };
    const boostSeenBy = async (viewer: Visitor) => (await viewer.get(`/api/posts/${postId}/boost`)).body;
    expect(await boostSeenBy(app.browser())).toEqual({ boost: shown });
    expect(await boostSeenBy((await join()).browser)).toEqual({ boost: shown });
    const { id, price } = payment;
    expect(await boostSeenBy(browser)).toMatchObject({
      boost: { ...shown, id, price, userId: user.id, stripePaymentIntentId: expect.any(String) },
    });
  });

  it('are applied at once when they were bought for a post, until it is gone, or else wait', async () => {
    const { browser, user } = await join();
    const [boosted, gone] = [await publishPost(app, user.id, 7), await publishPost(app, user.id, 6)];
    const second = await startPurchase(browser, 'mega', boosted);
    const unlucky = await startPurchase(browser, 'regular', gone);
    const { boost, id } = await buyBoost(app, browser, 'regular', boosted);
    expect(boost).toMatchObject({ state: 'active', postId: boosted });
    expect((await checkOut(app, browser, second)).boost).toMatchObject({ state: 'unclaimed', postId: null });
    for (const postId of [boosted, gone]) expect((await browser.deletePost(postId)).status).toBe(200);
    expect((await checkOut(app, browser, unlucky)).boost).toMatchObject({ state: 'unclaimed', postId: null });
    const { body } = await browser.get<OwnPayment[]>('/api/user/payments');
    expect(body.find((payment) => payment.id === id)).toMatchObject({ boost: { state: 'ended' } });
  });

  it('are sold for one’s own public posts without a boost only', async () => {
    const { browser, user } = await join();
    const own = await publishPost(app, user.id, 7);
    await buyBoost(app, browser, 'regular', own);
    for (const [postId, status, message] of [
      [own, 409, 'This post already has a boost.'],
      [
        await publishPost(app, user.id, 7, { moderationFlags: ['shows a face'] }),
        409,
        'A hidden post cannot be boosted.',
      ],
      [await publishPost(app, (await join()).user.id, 7), 403, 'You can only boost your own posts.'],
      [crypto.randomUUID(), 404, 'Post not found'],
    ] as const) {
      const answer = await browser.post(`/api/posts/${postId}/boost`, { boostType: 'mega' });
      expect(answer).toMatchObject({ status, body: { message } });
    }
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
});

describe('the time of boosts and checkouts', () => {
  const app = useOwnApp('moves the clock');
  const join = joining(app, 'buyer');

  it('ends at its second, is recorded later, and is announced an hour before to people who want that', async () => {
    const [ann, bob] = [await join(), await join()];
    await bob.browser.patch('/api/auth/email-preferences', { emailNotificationsBoosts: false });
    const [postId] = await Promise.all(
      [ann, bob].map(async ({ browser, user }) => {
        const id = await publishPost(app, user.id, 7);
        await buyBoost(app, browser, 'regular', id);
        return id;
      }),
    );
    await rate(app, postId ?? '', ann.user.id, 9);
    const times = app.server.get(BoostTimes, { strict: false });
    const notices = async (email: string) => {
      await settled(app);
      return (await mailsTo(app, email, 1)).filter(({ subject }) => subject.endsWith('ends soon'));
    };
    app.clock.advance(23 * HOUR - 1);
    await times.record();
    expect(await notices(ann.user.email)).toEqual([]);
    app.clock.advance(1);
    await times.record();
    await times.record();
    expect(await notices(ann.user.email)).toMatchObject([{ subject: 'Your Regular Boost ends soon' }]);
    expect(await notices(bob.user.email)).toEqual([]);
    app.clock.advance(HOUR - 1);
    expect((await newestPayment(ann.browser)).boost).toMatchObject({ state: 'active' });
    app.clock.advance(1);
    expect((await newestPayment(ann.browser)).boost).toMatchObject({ state: 'ended', isActive: false });
    expect((await ann.browser.get(`/api/posts/${postId}/boost`)).body).toEqual({ boost: null });
    await times.record();
    const brought = { hours: 24, ratings: 1, likes: 0 };
    expect(await heardPayment(app, ann.browser)).toMatchObject({ brought });
  });

  it('stands still for a boost while its payment is disputed', async () => {
    const { browser, user } = await join();
    const payment = await buyBoost(app, browser, 'regular', await publishPost(app, user.id, 7));
    app.clock.advance(HOUR);
    sandboxOf(app).actOnPayment(intentOf(payment), 'dispute', null);
    expect(await heardPayment(app, browser)).toMatchObject({
      boost: { state: 'held', remainingMs: 23 * HOUR },
    });
    app.clock.advance(HOUR);
    const [dispute] = sandboxOf(app).payment(intentOf(payment))?.disputes ?? [];
    sandboxOf(app).actOnDispute(dispute?.disputeId ?? '', 'win');
    const expiresAt = new Date(app.clock.now().getTime() + 23 * HOUR).toISOString();
    expect(await heardPayment(app, browser)).toMatchObject({ boost: { state: 'active', expiresAt } });
  });

  it('ends for a checkout when it is dropped, paid or over', async () => {
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

  it('is seven days for the request of a refund', async () => {
    const { browser } = await join();
    await buyBoost(app, browser);
    app.clock.advance(7 * 24 * HOUR);
    expect((await newestPayment(browser)).canRequestRefund).toBe(true);
    app.clock.advance(1);
    expect((await newestPayment(browser)).canRequestRefund).toBe(false);
  });
});
