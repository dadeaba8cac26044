import { randomUUID } from 'node:crypto';
import { adminBrowser } from '../support/admins.js';
import { useOwnApp } from '../support/app.js';
import type { Desk } from '../support/desk.js';
import { expectRefusal, from, useUp, write } from '../support/limits.js';
import { PASSWORD } from '../support/visitor.js';
import { signedUp, verified } from '../support/people.js';
import type { Visitor } from '../support/visitor.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const JSON_BODY = { 'content-type': 'application/json' };

const app = useOwnApp('not shared yet', { per: 'start' });

/** Starts a server with limits, behind the given number of trusted proxies. */
const start = (trustedProxies = 0) =>
  app.start({ env: { RATE_LIMITS: 'on', ALLOW_SANDBOX: 'yes', TRUSTED_PROXIES: String(trustedProxies) } });

describe('limits on uploads and other writes', () => {
  const upload = (browser: Visitor, forwardedFor?: string) =>
    browser.request('POST', '/api/upload', {
      headers: { ...JSON_BODY, ...from(forwardedFor).headers },
      body: '{}',
    });

  it('are 30 uploads in 30 minutes for an account, or for an address without a login', async () => {
    await start();
    const { browser: ann } = await verified(app, 'ann@example.org');
    const visitor = app.browser();
    await useUp(30, () => upload(ann), 400);
    expectRefusal(await upload(ann), 1800, '30 minutes');
    await useUp(30, () => upload(visitor), 400);
    expectRefusal(await upload(visitor), 1800, '30 minutes');
    expectRefusal(await visitor.uploadPhoto(Buffer.alloc(2_000_000)), 1800, '30 minutes');
    app.clock.advance(30 * MINUTE);
    expect((await upload(ann)).status).toBe(400);
  });

  it('are 30 uploads for an unverified account, and also for its address', async () => {
    await start(1);
    const [home, elsewhere] = ['192.0.2.1', '198.51.100.1'];
    const { browser: ann } = await signedUp(app, 'ann@example.org');
    const { browser: bob } = await signedUp(app, 'bob@example.org');
    const { browser: cara } = await verified(app, 'cara@example.org');
    await useUp(30, () => upload(ann, home), 400);
    expectRefusal(await upload(ann, elsewhere), 1800, '30 minutes');
    expectRefusal(await upload(bob, home), 1800, '30 minutes');
    expectRefusal(await upload(app.browser(), home), 1800, '30 minutes');
    expect((await upload(bob, elsewhere)).status).toBe(400);
    expect((await upload(cara, home)).status).toBe(400);
  });

  it('are 300 in 5 minutes for each account at one address, registrations included', async () => {
    await start();
    const { browser: ann } = await signedUp(app, 'ann@example.org');
    const { browser: bob } = await signedUp(app, 'bob@example.org');
    await useUp(300, () => write(ann), 204);
    expectRefusal(await write(ann), 300, '5 minutes');
    await useUp(300, () => write(bob), 204);
    expectRefusal(await write(bob), 300, '5 minutes');
    const visitor = app.browser();
    await useUp(298, () => write(visitor), 204);
    const cara = { email: 'cara@example.org', password: PASSWORD };
    expectRefusal(await visitor.post('/api/auth/register', cara), 300, '5 minutes');
    app.clock.advance(MINUTE + SECOND / 2);
    expectRefusal(await write(visitor), 240, '4 minutes');
    app.clock.advance(4 * MINUTE - SECOND / 2);
    expect((await visitor.post('/api/auth/register', cara)).status).toBe(201);
  });

  it('are 300 in 5 minutes for each admin, no matter who else writes from their address (V2.3.2)', async () => {
    await start();
    const [olga, moe] = [await adminBrowser(app, 'olga', 'owner'), await adminBrowser(app, 'moe')];
    const ofAdmin = (desk: Desk) => desk.delete(`/api/rtm-sys/sessions/${randomUUID()}`);
    await useUp(300, () => ofAdmin(olga), 404);
    expectRefusal(await ofAdmin(olga), 300, '5 minutes');
    await useUp(300, () => write(app.browser()), 204);
    expect((await write(app.browser())).status).toBe(429);
    expect((await ofAdmin(moe)).status).toBe(404);
    // Passwords that an admin has to enter count for the admin, too.
    const change = (desk: Desk) => desk.put('/api/rtm-sys/password', {});
    app.clock.advance(5 * MINUTE);
    await useUp(25, () => change(moe), 400);
    expect((await change(moe)).status).toBe(429);
    expect((await change(olga)).status).toBe(400);
  });

  it('do not stop users from logging out, ending sessions or cancelling a deletion', async () => {
    await start();
    const { browser: ann, user } = await signedUp(app, 'ann@example.org');
    const login = { email: user.email, password: PASSWORD };
    await app.browser().post('/api/auth/login', login);
    await ann.post('/api/user/deletion', { password: PASSWORD });
    const [here, there] = (await ann.get<{ id: string; isCurrent: boolean }[]>('/api/user/sessions')).body
      .toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
      .map(({ id }) => id);
    await useUp(299, () => write(ann), 204);
    expectRefusal(await write(ann), 300, '5 minutes');
    expect(await ann.delete('/api/user/deletion')).toMatchObject({
      status: 200,
      body: { deletionDueAt: null },
    });
    expect((await ann.delete(`/api/user/sessions/${there}`)).status).toBe(200);
    expect(await ann.delete('/api/user/sessions')).toMatchObject({ status: 200, body: { ended: 0 } });
    expect((await ann.get<{ id: string }[]>('/api/user/sessions')).body).toMatchObject([{ id: here }]);
    expect((await ann.logout()).status).toBe(204);
    expect((await ann.me()).status).toBe(401);
  });

  it('do not apply to reading', async () => {
    await start();
    await useUp(300, () => write(app.browser()), 204);
    expect((await write(app.browser())).status).toBe(429);
    await useUp(310, () => app.browser().get('/api/ratings/pending'), 200);
  });

  it('do not count requests from other sites', async () => {
    await start();
    const foreign = { headers: { origin: 'https://elsewhere.example' } };
    await useUp(310, () => app.browser().request('DELETE', '/api/ratings/pending', foreign), 403);
    expect((await write(app.browser())).status).toBe(204);
  });
});
