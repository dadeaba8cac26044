import { LimitsSweeper } from '../../src/api/http/sweepers.js';
import { newAdmin, signedInAdmin } from '../support/admins.js';
import { useOwnApp } from '../support/app.js';
import { DESK } from '../support/desk.js';
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

/** A login without a password: it is answered with 400 before anything is hashed. */
const signIn = (email: string, forwardedFor?: string) =>
  app.browser().request('POST', '/api/auth/login', {
    headers: { ...JSON_BODY, ...from(forwardedFor).headers },
    body: JSON.stringify({ email }),
  });

const register = (email: string, forwardedFor?: string) =>
  app.browser().request('POST', '/api/auth/register', {
    headers: { ...JSON_BODY, ...from(forwardedFor).headers },
    body: JSON.stringify({ email, password: PASSWORD }),
  });

const resend = (email: string, forwardedFor?: string) =>
  app.browser().request('POST', '/api/auth/resend-verification', {
    headers: { ...JSON_BODY, ...from(forwardedFor).headers },
    body: JSON.stringify({ email }),
  });

describe('limits on logins', () => {
  it('are 25 in 5 minutes for an address, for any emails; those that succeed do not count', async () => {
    await start();
    await verified(app, 'ann@example.org');
    const login = { email: 'ann@example.org', password: PASSWORD };
    await useUp(24, (time) => signIn(`p${time}@example.org`), 400);
    app.clock.advance(MINUTE);
    const ann = app.browser();
    for (let time = 0; time < 3; time += 1) {
      expect((await ann.post('/api/auth/login', login)).status).toBe(200);
    }
    await useUp(1, () => signIn('p25@example.org'), 400);
    expectRefusal(await app.browser().post('/api/auth/login', login), 240, '4 minutes');
    // Her own browser is not limited by what strangers beside her do.
    expect((await ann.post('/api/auth/login', login)).status).toBe(200);
    app.clock.advance(4 * MINUTE - 1);
    expectRefusal(await app.browser().post('/api/auth/login', login), 1, '1 second');
    app.clock.advance(1);
    expect((await app.browser().post('/api/auth/login', login)).status).toBe(200);
  });

  it.each(['ann@example.org', 'unknown@example.org'])(
    'are 10 in an hour for the email %s from one address, in any spelling',
    async (email) => {
      await start(1);
      await signedUp(app, 'ann@example.org');
      await useUp(10, (time) => signIn(time % 2 ? email : ` ${email.toUpperCase()} `, '192.0.2.1'), 400);
      app.clock.advance(10 * SECOND);
      expectRefusal(await signIn(email, '192.0.2.1'), 3590, '60 minutes');
      expect((await signIn(email, '198.51.100.1')).status).toBe(400);
      expect((await signIn('bob@example.org', '192.0.2.1')).status).toBe(400);
      app.clock.advance(60 * MINUTE - 10 * SECOND);
      expect((await signIn(email, '192.0.2.1')).status).toBe(400);
    },
  );

  it('do not count a login for the email when the limit of the address rejects it', async () => {
    await start(1);
    await useUp(25, (time) => signIn(`p${time}@example.org`, '192.0.2.1'), 400);
    for (let time = 0; time < 30; time += 1) await signIn('ann@example.org', '192.0.2.1');
    app.clock.advance(5 * MINUTE);
    await useUp(10, () => signIn('ann@example.org', '192.0.2.1'), 400);
    expect((await signIn('ann@example.org', '192.0.2.1')).status).toBe(429);
  });
});

describe('limits on registrations', () => {
  it('do not count a password that is refused', async () => {
    await start(1);
    const choose = (password: string) =>
      app.browser().request('POST', '/api/auth/register', {
        headers: { ...JSON_BODY, ...from('192.0.2.1').headers },
        body: JSON.stringify({ email: 'ann@example.org', password }),
      });
    // A weak password, and one that is the email.
    await useUp(20, (time) => choose(time % 2 ? 'password' : 'ann@example.org'), 400);
    await useUp(5, () => choose(PASSWORD), 201);
    expectRefusal(await choose(PASSWORD), 1800, '30 minutes');
    expectRefusal(await choose('password'), 1800, '30 minutes');
  });
});

describe('limits on verification links', () => {
  it('are 25 in 5 minutes for an address, with any token', async () => {
    await start(1);
    const open = (token: string, forwardedFor: string) =>
      app.browser().request('POST', '/api/auth/verify-email', {
        headers: { ...JSON_BODY, ...from(forwardedFor).headers },
        body: JSON.stringify({ token, password: PASSWORD }),
      });
    await useUp(25, (time) => open(`token${time}`, '192.0.2.1'), 400);
    expectRefusal(await open('another', '192.0.2.1'), 300, '5 minutes');
    expect((await open('another', '198.51.100.1')).status).toBe(400);
  });
});

describe('limits on requested mails', () => {
  it.each(['ann@example.org', 'unknown@example.org'])(
    'are 5 in 30 minutes for the email %s',
    async (email) => {
      await start(1);
      await signedUp(app, 'ann@example.org');
      await useUp(5, (time) => resend(email, `192.0.2.${time}`), 200);
      const events = await app.adapters.storage.log.head();
      expectRefusal(await resend(email, '198.51.100.1'), 1800, '30 minutes');
      expect(await app.adapters.storage.log.head()).toBe(events);
      expect((await resend('bob@example.org', '192.0.2.1')).status).toBe(200);
      app.clock.advance(30 * MINUTE);
      expect((await resend(email, '192.0.2.1')).status).toBe(200);
    },
  );

  it('are 5 registrations in 30 minutes for an email, counted apart from other mails', async () => {
    await start(1);
    await useUp(
      5,
      (time) => register(time % 2 ? 'ann@example.org' : ' ANN@example.org', `192.0.2.${time}`),
      201,
    );
    const events = await app.adapters.storage.log.head();
    expectRefusal(await register('ann@example.org', '198.51.100.1'), 1800, '30 minutes');
    expect(await app.adapters.storage.log.head()).toBe(events);
    expect((await register('bob@example.org', '198.51.100.1')).status).toBe(201);
    expect((await resend('ann@example.org', '198.51.100.1')).status).toBe(200);
    app.clock.advance(30 * MINUTE);
    expect((await register('ann@example.org', '198.51.100.1')).status).toBe(201);
  });

  it('include the limit on writes, which stops a client that tries one email after the other', async () => {
    await start();
    await useUp(299, () => write(app.browser()), 204);
    expect((await resend('p1@example.org')).status).toBe(200);
    expectRefusal(await resend('p2@example.org'), 300, '5 minutes');
  });

  it('count by address also for a signed-in user, since each registration is another account', async () => {
    await start();
    const { browser: ann } = await signedUp(app, 'p1@example.org');
    await useUp(295, () => write(app.browser()), 204);
    const another = (time: number) => ({ email: `p${time}@example.org` });
    await useUp(
      2,
      (time) => ann.post('/api/auth/register', { ...another(time + 2), password: PASSWORD }),
      201,
    );
    expect((await ann.post('/api/auth/resend-verification', another(4))).status).toBe(200);
    expect((await ann.post('/api/auth/forgot-password', another(5))).status).toBe(200);
    const events = await app.adapters.storage.log.head();
    for (const [call, body] of [
      ['register', { ...another(6), password: PASSWORD }],
      ['resend-verification', another(7)],
      ['forgot-password', another(8)],
    ] as const) {
      expectRefusal(await ann.post(`/api/auth/${call}`, body), 300, '5 minutes');
    }
    expect(await app.adapters.storage.log.head()).toBe(events);
    expect((await write(ann)).status).toBe(204);
  });
});

describe('limits on repeated password entry', () => {
  it('are 25 in an hour for an account, over all calls that ask for the password', async () => {
    await start();
    const { browser } = await signedUp(app, 'ann@example.org');
    await useUp(24, () => browser.put('/api/auth/update-password', {}), 400);
    await useUp(1, () => browser.post('/api/user/deletion', {}), 400);
    expectRefusal(await browser.post('/api/user/deletion', { password: PASSWORD }), 3600, '60 minutes');
    app.clock.advance(60 * MINUTE);
    await useUp(1, () => browser.put('/api/auth/update-password', {}), 400);
  });
});

describe('limits on exports', () => {
  it('are 10 in an hour for an account', async () => {
    await start();
    const { browser: ann } = await signedUp(app, 'ann@example.org');
    const { browser: bob } = await signedUp(app, 'bob@example.org');
    const download = (browser: Visitor) => browser.get('/api/user/export');
    await useUp(10, () => download(ann), 200);
    expectRefusal(await download(ann), 3600, '60 minutes');
    expect((await download(bob)).status).toBe(200);
    app.clock.advance(60 * MINUTE);
    await ann.post('/api/auth/me/confirm', { password: PASSWORD });
    expect((await download(ann)).status).toBe(200);
  });
});

describe('the counts of limits', () => {
  it('survive a restart', async () => {
    await start();
    await useUp(5, () => resend('ann@example.org'), 200);
    await app.restart();
    app.clock.advance(MINUTE);
    expectRefusal(await resend('ann@example.org'), 1740, '29 minutes');
  });

  it('store no address and no email, and are deleted when they expire', async () => {
    await start(1);
    const take = jest.spyOn(app.adapters.storage.limits, 'take');
    await resend('ann@example.org', '192.0.2.77');
    const keys = take.mock.calls.flatMap(([quotas]) => quotas.map(({ key }) => key));
    expect(keys).toHaveLength(5);
    expect(keys.filter((key) => !/^[0-9a-f]{64}$/.test(key))).toEqual([]);
    const texts = await app.texts();
    expect(texts.filter((text) => /192\.0\.2\.77|ann@example\.org/.test(text))).toEqual([]);
    const sweeper = app.server.get(LimitsSweeper, { strict: false });
    app.clock.advance(5 * MINUTE - 1);
    expect(await sweeper.sweep()).toBe(0);
    app.clock.advance(1);
    expect(await sweeper.sweep()).toBe(1);
    app.clock.advance(25 * MINUTE);
    expect(await sweeper.sweep()).toBe(2);
    app.clock.advance(24 * 60 * MINUTE);
    expect(await sweeper.sweep()).toBe(2);
    expect(await sweeper.sweep()).toBe(0);
  });

  it('are not kept when limits are off', async () => {
    await app.start({ env: { RATE_LIMITS: 'off' } });
    await useUp(310, () => write(app.browser()), 204);
    await useUp(8, () => resend('unknown@example.org'), 200);
    expect(await app.adapters.storage.limits.removeExpired(new Date('9999-01-01'))).toBe(0);
  });
});

describe('the limit of looks at email addresses', () => {
  it('is 60 in an hour', async () => {
    await start();
    const { user } = await signedUp(app, 'ann@example.org');
    await newAdmin(app, 'fin', 'finance');
    const finance = await signedInAdmin(app, 'fin');
    const look = () => finance.post(`${DESK}/users/${user.id}/email`);
    await useUp(60, look, 200);
    expect((await look()).status).toBe(429);
  });
});
