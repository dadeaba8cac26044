import { hash } from 'node:crypto';
import { SessionSweeper } from '../../src/api/http/sweepers.js';
import type { User } from '../../src/projections/accounts/accounts.js';
import { startApp, useOwnApp } from '../support/app.js';
import type { Visitor } from '../support/visitor.js';

const CREDENTIALS = { email: 'ann@example.org', password: 'quiet meadow lane' };
const DAY = 24 * 60 * 60 * 1000;

describe('sessions over HTTP', () => {
  const app = useOwnApp('not shared yet');

  beforeAll(async () => {
    await app.browser().post('/api/auth/register', CREDENTIALS);
  });
  const login = async (browser: Visitor) => {
    const answer = await browser.post<User>('/api/auth/login', CREDENTIALS);
    expect(answer.status).toBe(200);
    return answer.headers.getSetCookie();
  };
  const me = async (browser: Visitor) => (await browser.me()).status;
  /** A browser that always presents this session token, even after the server sets another. */
  const holding = (token: string) => {
    const browser = app.browser();
    browser.cookies.set('session', token);
    return browser;
  };

  it('use an HttpOnly, SameSite cookie for 30 days (V3.3.4, V7.2.3)', async () => {
    expect(await login(app.browser())).toEqual([
      expect.stringMatching(/^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
      'member=1; Max-Age=2592000; Path=/; SameSite=Lax',
    ]);
  });

  it('are marked for the pages, which scripts can read, until they end', async () => {
    const browser = app.browser();
    await login(browser);
    expect(browser.cookies.get('member')).toBe('1');
    await browser.logout();
    expect(browser.cookies.get('member')).toBeUndefined();
  });

  it('get a marker that is missing with the next read', async () => {
    const browser = app.browser();
    await login(browser);
    browser.cookies.delete('member');
    await browser.post('/api/auth/resend-verification', {});
    expect(browser.cookies.get('member')).toBeUndefined();
    await browser.me();
    expect(browser.cookies.get('member')).toBe('1');
    expect((await browser.me()).headers.getSetCookie()).toEqual([]);
  });

  it('get a new token at each login, which ends the presented session (V7.2.4)', async () => {
    const browser = app.browser();
    await login(browser);
    const before = browser.cookies.get('session') ?? '';
    await login(browser);
    const after = browser.cookies.get('session') ?? '';
    expect(after).not.toBe(before);
    expect(await me(holding(before))).toBe(401);
    expect(await me(holding(after))).toBe(200);
  });

  it('are never adopted from the browser: the login replaces a planted token (V7.2.2)', async () => {
    const planted = 'p'.repeat(43);
    const browser = holding(planted);
    await login(browser);
    expect(browser.cookies.get('session')).not.toBe(planted);
    expect(await me(holding(planted))).toBe(401);
  });

  it('stay on other devices after a login or logout', async () => {
    const [phone, laptop] = [app.browser(), app.browser()];
    await login(phone);
    await login(laptop);
    expect(await me(phone)).toBe(200);
    await laptop.logout();
    expect(await me(phone)).toBe(200);
  });

  it('end at logout, on the server and in the browser (V7.4.1)', async () => {
    const browser = app.browser();
    await login(browser);
    const token = browser.cookies.get('session') ?? '';
    await browser.logout();
    expect(browser.cookies.has('session')).toBe(false);
    expect(await me(holding(token))).toBe(401);
  });

  it('are not started by a failed login, which keeps the current session', async () => {
    const browser = app.browser();
    await login(browser);
    const answer = await browser.post('/api/auth/login', { ...CREDENTIALS, password: 'wrong password' });
    expect(answer.status).toBe(401);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await me(browser)).toBe(200);
  });

  it('end after 30 days, and not before', async () => {
    const browser = app.browser();
    await login(browser);
    for (let days = 0; days < 20; days += 10) {
      app.clock.advance(10 * DAY);
      expect(await me(browser)).toBe(200);
    }
    app.clock.advance(10 * DAY - 1);
    expect(await me(browser)).toBe(200);
    app.clock.advance(1);
    expect(await me(browser)).toBe(401);
  });

  it('end after 14 days without a request, and not before (V7.3.1)', async () => {
    const browser = app.browser();
    await login(browser);
    app.clock.advance(14 * DAY - 1);
    expect(await me(browser)).toBe(200);
    app.clock.advance(14 * DAY);
    expect(await me(browser)).toBe(401);
  });

  it.each([
    ['header', { 'x-background': '1' }],
    ['picture', { 'sec-fetch-dest': 'image' }],
    ['live connection', { accept: 'text/event-stream' }],
  ])('are not renewed by requests that a page sends by itself: %s', async (_, headers) => {
    const browser = app.browser();
    await login(browser);
    app.clock.advance(10 * DAY);
    expect((await browser.request('GET', '/api/auth/me', { headers })).status).toBe(200);
    app.clock.advance(4 * DAY);
    expect(await me(browser)).toBe(401);
  });

  it('leave nothing in the cache of the browser at logout (V14.3.1)', async () => {
    const browser = app.browser();
    await login(browser);
    expect((await browser.logout()).headers.get('clear-site-data')).toBe('"cache"');
  });

  it.each(['', 'x', 'p'.repeat(43), '../../etc/passwd', '%00', 'p'.repeat(5000)])(
    'reject an unknown token like "%s" (V7.2.1)',
    async (token) => {
      expect(await me(holding(token))).toBe(401);
    },
  );

  it('survive a restart of the server, like the accounts', async () => {
    const browser = app.browser();
    await login(browser);
    const token = browser.cookies.get('session') ?? '';
    await app.restart();
    expect(await me(holding(token))).toBe(200);
    expect((await app.browser().post('/api/auth/login', CREDENTIALS)).status).toBe(200);
  });

  it('store the browser, shortened, and the time of last use, to the minute', async () => {
    const browser = app.browser();
    const body = JSON.stringify(CREDENTIALS);
    const headers = { 'content-type': 'application/json', 'user-agent': 'x'.repeat(1000) };
    await browser.request('POST', '/api/auth/login', { headers, body });
    const kept = async () =>
      app.adapters.storage.sessions.find(
        hash('sha256', browser.cookies.get('session') ?? ''),
        app.clock.now(),
      );
    const begun = app.clock.now();
    expect(await kept()).toMatchObject({ userAgent: 'x'.repeat(300), createdAt: begun, lastUsedAt: begun });
    app.clock.advance(59_999);
    await me(browser);
    expect((await kept())?.lastUsedAt).toEqual(begun);
    app.clock.advance(1);
    await me(browser);
    expect(await kept()).toMatchObject({ createdAt: begun, lastUsedAt: app.clock.now() });
  });

  it('are deleted some time after they expire', async () => {
    const [old, fresh] = [app.browser(), app.browser()];
    await login(old);
    app.clock.advance(30 * DAY);
    await login(fresh);
    await app.server.get(SessionSweeper, { strict: false }).sweep();
    expect(await app.adapters.storage.sessions.removeExpired(app.clock.now())).toBe(0);
    expect(await me(fresh)).toBe(200);
  });

  it('use secure cookies of this host alone on a site reached by https (V3.3.1, V3.4.1)', async () => {
    await using secure = await startApp({
      env: { PUBLIC_URL: 'https://footnote.example', ALLOW_SANDBOX: 'yes' },
    });
    const browser = secure.browser();
    const { headers } = await browser.post('/api/auth/register', CREDENTIALS);
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-registered=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
      expect.stringMatching(/^__Host-session=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
      expect.stringMatching(/^__Host-member=1; .*; Path=\/; Secure; SameSite=Lax$/),
    ]);
    expect((await browser.me()).status).toBe(200);
    // Any host of the domain could have set a cookie of this name.
    const cookie = `session=${browser.cookies.get('__Host-session')}`;
    expect((await secure.browser().request('GET', '/api/auth/me', { headers: { cookie } })).status).toBe(401);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  });
});
