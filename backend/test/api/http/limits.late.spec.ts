import { randomUUID } from 'node:crypto';
import { LimitsSweeper } from '../../../src/api/http/sweepers.js';
import { adminBrowser } from '../../support/admins.js';
import { startApp, unique, useOwnApp } from '../../support/app.js';
import type { Browser } from '../../support/browser.js';
import { DESK, type Desk } from '../../support/desk.js';
import { expectRefusal, from, useUp, write } from '../../support/limits.js';
import { registered, verified } from '../../support/people.js';
import { PASSWORD, type Visitor } from '../../support/visitor.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const app = useOwnApp('moves the clock of limits, behind a proxy', {
  env: { RATE_LIMITS: 'on', ALLOW_SANDBOX: 'yes', TRUSTED_PROXIES: '1' },
});

/** Two networks of a test. */
let home: string;
let elsewhere: string;
let ann: string;
let bob: string;

beforeEach(() => {
  [home, elsewhere] = [`2001:db8:${unique('')}::1`, `2001:db8:${unique('')}::1`];
  [ann, bob] = [`${unique('ann')}@example.org`, `${unique('bob')}@example.org`];
});

const post = <Body>(browser: Browser, address: string, body: object, network = home) =>
  browser.request<Body>('POST', address, {
    headers: { 'content-type': 'application/json', ...from(network).headers },
    body: JSON.stringify(body),
  });
/** A login without a password: it is answered with 400 before anything is hashed. */
const signIn = (email: string, network = home) => post(app.browser(), '/api/auth/login', { email }, network);
const register = (email: string, network = home, password = PASSWORD, browser = app.browser()) =>
  post(browser, '/api/auth/register', { email, password }, network);
const resend = (email: string, network = home) =>
  post(app.browser(), '/api/auth/resend-verification', { email }, network);
const head = () => app.adapters.storage.log.head();

describe('limits on logins', () => {
  it('are 25 in 5 minutes for an address, for any emails; those that succeed do not count', async () => {
    await verified(app, ann);
    const login = (browser = app.browser()) =>
      post(browser, '/api/auth/login', { email: ann, password: PASSWORD });
    await useUp(24, (time) => signIn(`p${time}@example.org`), 400);
    app.clock.advance(MINUTE);
    const own = app.browser();
    await useUp(3, () => login(own), 200);
    await useUp(1, () => signIn('p25@example.org'), 400);
    expectRefusal(await login(), 240, '4 minutes');
    // Her own browser is not limited by what strangers beside her do.
    expect((await login(own)).status).toBe(200);
    app.clock.advance(4 * MINUTE - 1);
    expectRefusal(await login(), 1, '1 second');
    app.clock.advance(1);
    expect((await login()).status).toBe(200);
  });

  it.each([true, false])(
    'are 10 in an hour for an email, known or not, in any spelling: %s',
    async (known) => {
      if (known) await registered(app, ann);
      await useUp(10, (time) => signIn(time % 2 ? ann : ` ${ann.toUpperCase()} `), 400);
      app.clock.advance(10 * SECOND);
      expectRefusal(await signIn(ann), 3590, '60 minutes');
      expect((await signIn(ann, elsewhere)).status).toBe(400);
      expect((await signIn(bob)).status).toBe(400);
      app.clock.advance(60 * MINUTE - 10 * SECOND);
      expect((await signIn(ann)).status).toBe(400);
    },
  );

  it('do not count a login for the email when the limit of the address rejects it', async () => {
    await useUp(25, (time) => signIn(`p${time}@example.org`), 400);
    await useUp(30, () => signIn(ann), 429);
    app.clock.advance(5 * MINUTE);
    await useUp(10, () => signIn(ann), 400);
    expect((await signIn(ann)).status).toBe(429);
  });
});

describe('limits on registrations', () => {
  it('do not count a password that is refused', async () => {
    // A weak password, and one that is the email.
    await useUp(20, (time) => register(ann, home, time % 2 ? 'password' : ann), 400);
    await useUp(5, () => register(ann), 201);
    expectRefusal(await register(ann), 1800, '30 minutes');
    expectRefusal(await register(ann, home, 'password'), 1800, '30 minutes');
  });
});

describe('limits on requested mails', () => {
  it.each([true, false])('are 5 in 30 minutes for an email, known or not: %s', async (known) => {
    if (known) await registered(app, ann);
    await useUp(5, (time) => resend(ann, time % 2 ? home : elsewhere), 200);
    const events = await head();
    expectRefusal(await resend(ann, elsewhere), 1800, '30 minutes');
    expect(await head()).toBe(events);
    expect((await resend(bob)).status).toBe(200);
    app.clock.advance(30 * MINUTE);
    expect((await resend(ann)).status).toBe(200);
  });

  it('count by address also for a signed-in user, since each registration is another account', async () => {
    const { browser } = await registered(app, ann);
    const ask = (call: string) => {
      const email = `${unique('p')}@example.org`;
      if (call === 'register') return register(email, home, PASSWORD, browser);
      return post(browser, `/api/auth/${call}`, { email });
    };
    await useUp(296, () => write(app.browser(), home), 204);
    await useUp(2, () => ask('register'), 201);
    expect((await ask('resend-verification')).status).toBe(200);
    expect((await ask('forgot-password')).status).toBe(200);
    const events = await head();
    for (const call of ['register', 'resend-verification', 'forgot-password'])
      expectRefusal(await ask(call), 300, '5 minutes');
    expect(await head()).toBe(events);
    expect((await write(browser, home)).status).toBe(204);
  });
});

describe('limits on uploads and other writes', () => {
  const upload = (browser: Visitor, network = home) => post(browser, '/api/upload', {}, network);

  it('are 30 uploads in 30 minutes for an account, or for an address without a login', async () => {
    const { browser } = await verified(app, ann);
    await useUp(30, () => upload(browser), 400);
    expectRefusal(await upload(browser), 1800, '30 minutes');
    await useUp(30, () => upload(app.browser()), 400);
    expectRefusal(await upload(app.browser()), 1800, '30 minutes');
    const body = new FormData();
    body.append('image', new Blob([new Uint8Array(2_000_000)]), 'feet.jpg');
    const photo = app.browser().request('POST', '/api/upload', { ...from(home), body });
    expectRefusal(await photo, 1800, '30 minutes');
    app.clock.advance(30 * MINUTE);
    expect((await upload(browser)).status).toBe(400);
  });

  it('are 30 uploads for an unverified account, and also for its address', async () => {
    const [{ browser: one }, { browser: other }] = [await registered(app, ann), await registered(app, bob)];
    const { browser: cara } = await verified(app, `${unique('cara')}@example.org`);
    await useUp(30, () => upload(one), 400);
    expectRefusal(await upload(one, elsewhere), 1800, '30 minutes');
    expectRefusal(await upload(other), 1800, '30 minutes');
    expectRefusal(await upload(app.browser()), 1800, '30 minutes');
    expect((await upload(other, elsewhere)).status).toBe(400);
    expect((await upload(cara)).status).toBe(400);
  });

  it('are 300 in 5 minutes for each account at one address, registrations included, and no reads', async () => {
    const [{ browser: one }, { browser: other }] = [await registered(app, ann), await registered(app, bob)];
    for (const browser of [one, other]) {
      await useUp(300, () => write(browser, home), 204);
      expectRefusal(await write(browser, home), 300, '5 minutes');
    }
    const cara = `${unique('cara')}@example.org`;
    await useUp(300, () => write(app.browser(), home), 204);
    expectRefusal(await register(cara), 300, '5 minutes');
    await useUp(10, () => app.browser().request('GET', '/api/ratings/pending', from(home)), 200);
    app.clock.advance(MINUTE + SECOND / 2);
    expectRefusal(await write(app.browser(), home), 240, '4 minutes');
    app.clock.advance(4 * MINUTE - SECOND / 2);
    expect((await register(cara)).status).toBe(201);
  });

  it('are 300 in 5 minutes for each admin, no matter who else writes from their address (V2.3.2)', async () => {
    const olga = await adminBrowser(app, unique('olga'), 'owner');
    const moe = await adminBrowser(app, unique('moe'));
    const ofAdmin = (desk: Desk) => desk.request('DELETE', `${DESK}/sessions/${randomUUID()}`, from(home));
    await useUp(300, () => ofAdmin(olga), 404);
    expectRefusal(await ofAdmin(olga), 300, '5 minutes');
    await useUp(300, () => write(app.browser(), home), 204);
    expect((await write(app.browser(), home)).status).toBe(429);
    expect((await ofAdmin(moe)).status).toBe(404);
    // Passwords that an admin has to enter count for the admin, too.
    const change = (desk: Desk) => desk.put(`${DESK}/password`, {});
    app.clock.advance(5 * MINUTE);
    await useUp(25, () => change(moe), 400);
    expect((await change(moe)).status).toBe(429);
    expect((await change(olga)).status).toBe(400);
  });

  it('do not stop users from logging out, ending sessions or cancelling a deletion', async () => {
    const { browser } = await registered(app, ann);
    await app.browser().login(ann);
    await browser.post('/api/user/deletion', { password: PASSWORD });
    const [here, there] = (await browser.get<{ id: string; isCurrent: boolean }[]>('/api/user/sessions')).body
      .toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
      .map(({ id }) => id);
    await useUp(299, () => write(browser), 204);
    expectRefusal(await write(browser), 300, '5 minutes');
    expect(await browser.delete('/api/user/deletion')).toMatchObject({
      status: 200,
      body: { deletionDueAt: null },
    });
    expect((await browser.delete(`/api/user/sessions/${there}`)).status).toBe(200);
    expect(await browser.delete('/api/user/sessions')).toMatchObject({ status: 200, body: { ended: 0 } });
    expect((await browser.get<{ id: string }[]>('/api/user/sessions')).body).toMatchObject([{ id: here }]);
    expect((await browser.logout()).status).toBe(204);
    expect((await browser.me()).status).toBe(401);
  });

  it('do not count requests from other sites', async () => {
    const foreign = { headers: { origin: 'https://elsewhere.example', ...from(home).headers } };
    await useUp(310, () => app.browser().request('DELETE', '/api/ratings/pending', foreign), 403);
    expect((await write(app.browser(), home)).status).toBe(204);
  });
});

describe('the counts of limits', () => {
  it('survive a restart', async () => {
    await useUp(5, () => resend(ann), 200);
    await app.restart();
    app.clock.advance(MINUTE);
    expectRefusal(await resend(ann), 1740, '29 minutes');
  });

  it('store no address and no email, and are deleted when they expire', async () => {
    const sweeper = app.server.get(LimitsSweeper, { strict: false });
    app.clock.advance(25 * 60 * MINUTE);
    await sweeper.sweep();
    const take = jest.spyOn(app.adapters.storage.limits, 'take');
    await resend(ann, '192.0.2.77');
    const keys = take.mock.calls.flatMap(([quotas]) => quotas.map(({ key }) => key));
    take.mockRestore();
    expect(keys).toHaveLength(5);
    expect(keys.filter((key) => !/^[0-9a-f]{64}$/.test(key))).toEqual([]);
    const texts = (await app.texts()).join('\n');
    expect([texts.includes('192.0.2.77'), texts.includes(ann)]).toEqual([false, false]);
    const swept = [];
    for (const time of [5 * MINUTE - 1, 1, 25 * MINUTE, 24 * 60 * MINUTE, 0]) {
      app.clock.advance(time);
      swept.push(await sweeper.sweep());
    }
    expect(swept).toEqual([0, 1, 2, 2, 0]);
  });

  it('are not kept when limits are off', async () => {
    await using off = await startApp({ env: { RATE_LIMITS: 'off' } });
    await useUp(310, () => write(off.browser()), 204);
    const again = () => off.browser().post('/api/auth/resend-verification', { email: ann });
    await useUp(8, again, 200);
    expect(await off.adapters.storage.limits.removeExpired(new Date('9999-01-01'))).toBe(0);
  });
});
