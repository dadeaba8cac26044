import type { RatingResult } from '../../src/projections/photos/rating-result.js';
import { useApp } from '../support/app.js';
import type { Browser } from '../support/browser.js';
import { PASSWORD, mailedToken, verified } from '../support/people.js';
import { jpegPhoto } from '../support/photos.js';

describe('a saved rating', () => {
  const app = useApp();
  let ann: Browser;
  beforeAll(async () => {
    ann = (await verified(app, 'ann@example.org')).browser;
  });
  let seed = 400;
  const rate = async (browser: Browser) => {
    seed += 1;
    return (await browser.upload<RatingResult>('/api/upload', await jpegPhoto(seed))).body;
  };
  const publish = (browser: Browser, rating: object) =>
    browser.post<{ id: string; message: string }>('/api/posts/publish', rating);

  it('finds the rating by the cookie until it is published', async () => {
    const { browser } = await verified(app, 'cleo@example.org');
    const rating = await rate(browser);
    const { imageUrl, imageHash } = rating;
    expect((await browser.put('/api/ratings/pending', { imageUrl, imageHash })).status).toBe(204);
    expect((await browser.get('/api/ratings/pending')).body).toEqual({ rating });
    expect((await publish(browser, rating)).status).toBe(201);
    expect((await browser.get('/api/ratings/pending')).body).toEqual({ rating: null });
  });

  /** Signs in an account in a browser. */
  const signIn = (browser: Browser, email: string) =>
    browser.post('/api/auth/login', { email, password: PASSWORD });
  const pendingIn = async (browser: Browser) =>
    (await browser.get<{ rating: RatingResult | null }>('/api/ratings/pending')).body.rating;
  /** A browser in which a visitor has uploaded a photo, wants to publish it, and signs in. */
  const arrived = async (email: string) => {
    await verified(app, email);
    const browser = app.browser();
    const rating = await rate(browser);
    expect((await browser.put('/api/ratings/pending', rating)).status).toBe(204);
    expect((await signIn(browser, email)).status).toBe(200);
    return { browser, rating };
  };

  it('publishes what a visitor has uploaded in this browser, after they register and verify', async () => {
    const browser = app.browser();
    const rating = await rate(browser);
    expect((await browser.put('/api/ratings/pending', rating)).status).toBe(204);
    await browser.post('/api/auth/register', { email: 'dora@example.org', password: PASSWORD });
    expect(await pendingIn(browser)).toEqual(rating);
    const token = await mailedToken(app, 'dora@example.org');
    expect((await browser.post('/api/auth/verify-email', { token })).status).toBe(200);
    expect(await pendingIn(browser)).toEqual(rating);
    expect((await publish(browser, rating)).status).toBe(201);
  });

  it('publishes what a visitor has uploaded without saving it, but does not name it', async () => {
    await verified(app, 'edna@example.org');
    const browser = app.browser();
    const rating = await rate(browser);
    await signIn(browser, 'edna@example.org');
    expect(await pendingIn(browser)).toBeNull();
    expect((await publish(browser, rating)).status).toBe(201);
  });

  it('does not publish what another browser has uploaded', async () => {
    const rating = await rate(app.browser());
    expect(await publish(ann, rating)).toMatchObject({
      status: 400,
      body: { message: 'Invalid saved rating' },
    });
    expect((await ann.put('/api/ratings/pending', rating)).status).toBe(400);
    expect((await app.browser().put('/api/ratings/pending', rating)).status).toBe(400);
  });

  it('ends at sign-out, so that the next person publishes nothing of the first', async () => {
    const { browser, rating } = await arrived('fay@example.org');
    expect(await pendingIn(browser)).toEqual(rating);
    const copy = browser.cookies.get('claim') ?? '';
    expect((await browser.post('/api/auth/logout')).status).toBe(204);
    expect(browser.cookies.has('claim')).toBe(false);
    await verified(app, 'gus@example.org');
    await signIn(browser, 'gus@example.org');
    expect(await pendingIn(browser)).toBeNull();
    expect((await publish(browser, rating)).status).toBe(400);
    // The browser did not delete the cookie.
    browser.cookies.set('claim', copy);
    expect(await pendingIn(browser)).toBeNull();
    expect((await publish(browser, rating)).status).toBe(400);
  });

  it('ends when another account signs in over the first', async () => {
    const { browser, rating } = await arrived('hal@example.org');
    await verified(app, 'ida@example.org');
    await signIn(browser, 'ida@example.org');
    expect(browser.cookies.has('claim')).toBe(false);
    expect((await publish(browser, rating)).status).toBe(400);
  });

  it('waits for its account after the session has ended, hidden from visitors and other accounts', async () => {
    const { browser, rating } = await arrived('jan@example.org');
    browser.cookies.delete('session');
    expect(await pendingIn(browser)).toBeNull();
    expect((await browser.put('/api/ratings/pending', rating)).status).toBe(400);
    await signIn(browser, 'jan@example.org');
    expect(await pendingIn(browser)).toEqual(rating);
    expect((await publish(browser, rating)).status).toBe(201);
  });

  it('does not keep a photo that was uploaded while signed in for another account', async () => {
    const { browser } = await verified(app, 'kim@example.org');
    const rating = await rate(browser);
    expect((await browser.put('/api/ratings/pending', rating)).status).toBe(204);
    await verified(app, 'lea@example.org');
    await signIn(browser, 'lea@example.org');
    expect(await pendingIn(browser)).toBeNull();
    expect((await browser.put('/api/ratings/pending', rating)).status).toBe(400);
    expect((await publish(browser, rating)).status).toBe(400);
    await signIn(browser, 'kim@example.org');
    expect((await publish(browser, rating)).status).toBe(201);
  });

  it('forgets the rating on request, and does not save a forged one', async () => {
    const browser = app.browser();
    const { imageUrl, imageHash } = await rate(browser);
    await browser.put('/api/ratings/pending', { imageUrl, imageHash });
    expect((await browser.delete('/api/ratings/pending')).status).toBe(204);
    expect((await browser.get('/api/ratings/pending')).body).toEqual({ rating: null });
    const forged = await browser.put('/api/ratings/pending', { imageUrl, imageHash: 'f'.repeat(64) });
    expect(forged).toMatchObject({ status: 400, body: { message: 'Invalid saved rating' } });
  });

  it('ignores a cookie with a wrong signature', async () => {
    const browser = app.browser();
    const { imageUrl, imageHash } = await rate(browser);
    await browser.put('/api/ratings/pending', { imageUrl, imageHash });
    const claim = browser.cookies.get('claim') ?? '';
    browser.cookies.set(
      'claim',
      claim.replace(/^./, (first) => (first === '0' ? '1' : '0')),
    );
    expect((await browser.get('/api/ratings/pending')).body).toEqual({ rating: null });
  });
});
