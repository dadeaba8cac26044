import type { RatingResult } from '../../src/projections/photos/rating-result.js';
import { useOwnApp } from '../support/app.js';
import { mailedToken, verified, usePerson } from '../support/people.js';
import { jpegPhoto } from '../support/photos.js';
import { type Visitor } from '../support/visitor.js';

describe('a saved rating', () => {
  const app = useOwnApp('not shared yet');
  const ann = usePerson(app, 'ann@example.org');
  let seed = 400;
  const rate = async (browser: Visitor) => {
    seed += 1;
    return (await browser.uploadPhoto(await jpegPhoto(seed))).body;
  };

  it('finds the rating by the cookie until it is published', async () => {
    const { browser } = await verified(app, 'cleo@example.org');
    const rating = await rate(browser);
    const { imageUrl, imageHash } = rating;
    expect((await browser.put('/api/ratings/pending', { imageUrl, imageHash })).status).toBe(204);
    expect((await browser.get('/api/ratings/pending')).body).toEqual({ rating });
    expect((await browser.publish(rating)).status).toBe(201);
    expect((await browser.get('/api/ratings/pending')).body).toEqual({ rating: null });
  });

  const pendingIn = async (browser: Visitor) =>
    (await browser.get<{ rating: RatingResult | null }>('/api/ratings/pending')).body.rating;
  /** A browser in which a visitor has uploaded a photo, wants to publish it, and signs in. */
  const arrived = async (email: string) => {
    await verified(app, email);
    const browser = app.browser();
    const rating = await rate(browser);
    expect((await browser.put('/api/ratings/pending', rating)).status).toBe(204);
    expect((await browser.login(email)).status).toBe(200);
    return { browser, rating };
  };

  it('publishes what a visitor has uploaded in this browser, after they register and verify', async () => {
    const browser = app.browser();
    const rating = await rate(browser);
    expect((await browser.put('/api/ratings/pending', rating)).status).toBe(204);
    await browser.register('dora@example.org');
    expect(await pendingIn(browser)).toEqual(rating);
    const token = await mailedToken(app, 'dora@example.org');
    expect((await browser.verifyEmail(token)).status).toBe(200);
    expect(await pendingIn(browser)).toEqual(rating);
    expect((await browser.publish(rating)).status).toBe(201);
  });

  it('publishes what a visitor has uploaded without saving it, but does not name it', async () => {
    await verified(app, 'edna@example.org');
    const browser = app.browser();
    const rating = await rate(browser);
    await browser.login('edna@example.org');
    expect(await pendingIn(browser)).toBeNull();
    expect((await browser.publish(rating)).status).toBe(201);
  });

  it('does not publish what another browser has uploaded', async () => {
    const rating = await rate(app.browser());
    expect(await ann.publish(rating)).toMatchObject({
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
    expect((await browser.logout()).status).toBe(204);
    expect(browser.cookies.has('claim')).toBe(false);
    await verified(app, 'gus@example.org');
    await browser.login('gus@example.org');
    expect(await pendingIn(browser)).toBeNull();
    expect((await browser.publish(rating)).status).toBe(400);
    // The browser did not delete the cookie.
    browser.cookies.set('claim', copy);
    expect(await pendingIn(browser)).toBeNull();
    expect((await browser.publish(rating)).status).toBe(400);
  });

  it('ends when another account signs in over the first', async () => {
    const { browser, rating } = await arrived('hal@example.org');
    await verified(app, 'ida@example.org');
    await browser.login('ida@example.org');
    expect(browser.cookies.has('claim')).toBe(false);
    expect((await browser.publish(rating)).status).toBe(400);
  });

  it('waits for its account after the session has ended, hidden from visitors and other accounts', async () => {
    const { browser, rating } = await arrived('jan@example.org');
    browser.cookies.delete('session');
    expect(await pendingIn(browser)).toBeNull();
    expect((await browser.put('/api/ratings/pending', rating)).status).toBe(400);
    await browser.login('jan@example.org');
    expect(await pendingIn(browser)).toEqual(rating);
    expect((await browser.publish(rating)).status).toBe(201);
  });

  it('does not keep a photo that was uploaded while signed in for another account', async () => {
    const { browser } = await verified(app, 'kim@example.org');
    const rating = await rate(browser);
    expect((await browser.put('/api/ratings/pending', rating)).status).toBe(204);
    await verified(app, 'lea@example.org');
    await browser.login('lea@example.org');
    expect(await pendingIn(browser)).toBeNull();
    expect((await browser.put('/api/ratings/pending', rating)).status).toBe(400);
    expect((await browser.publish(rating)).status).toBe(400);
    await browser.login('kim@example.org');
    expect((await browser.publish(rating)).status).toBe(201);
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
