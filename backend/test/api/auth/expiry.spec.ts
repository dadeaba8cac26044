import { hash } from 'node:crypto';
import type { AccountSession } from '../../../src/api/account/sessions.controller.js';
import { SessionSweeper } from '../../../src/api/http/sweepers.js';
import type { Session } from '../../../src/infrastructure/sessions/session-store.port.js';
import { unique, useOwnApp } from '../../support/app.js';
import { mailsTo, tokenIn } from '../../support/mails.js';
import { registered, signedUp, verified } from '../../support/people.js';
import { PASSWORD, type Visitor } from '../../support/visitor.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const OTHER = 'a loud run at dawn';

const app = useOwnApp('moves the clock, and restarts');
const newEmail = () => `${unique('ann')}@example.org`;
const join = async () => {
  const email = newEmail();
  return { email, ...(await registered(app, email)) };
};
const me = async (browser: Visitor) => (await browser.me()).status;
const login = async (email: string, password = PASSWORD) => {
  const browser = app.browser();
  return { browser, status: (await browser.login(email, password)).status };
};
/** What the server stores of the session of a browser. */
const stored = (browser: Visitor) =>
  app.adapters.storage.sessions.find(hash('sha256', browser.cookies.get('session') ?? ''), app.clock.now());

describe('a session', () => {
  const LIST = '/api/user/sessions';
  const list = async (browser: Visitor) => (await browser.get<AccountSession[]>(LIST)).body;
  const confirm = (browser: Visitor, password: string) => browser.post('/api/auth/me/confirm', { password });

  it('ends after 30 days, however often it is used or its user shows who they are, and not before', async () => {
    const [{ browser }, { browser: other }] = [await join(), await join()];
    for (let days = 0; days < 20; days += 10) {
      app.clock.advance(10 * DAY);
      expect([await me(browser), (await confirm(other, PASSWORD)).status]).toEqual([200, 204]);
    }
    app.clock.advance(10 * DAY - 1);
    expect(await me(browser)).toBe(200);
    app.clock.advance(1);
    expect([await me(browser), await me(other)]).toEqual([401, 401]);
  });

  it('ends after 14 days without a request, and not before (V7.3.1)', async () => {
    const { browser } = await join();
    app.clock.advance(14 * DAY - 1);
    expect(await me(browser)).toBe(200);
    app.clock.advance(14 * DAY);
    expect(await me(browser)).toBe(401);
  });

  it.each([
    ['header', { 'x-background': '1' }],
    ['picture', { 'sec-fetch-dest': 'image' }],
    ['live connection', { accept: 'text/event-stream' }],
  ])('is not renewed by requests that a page sends by itself: %s', async (_, headers) => {
    const { browser } = await join();
    app.clock.advance(10 * DAY);
    expect((await browser.request('GET', '/api/auth/me', { headers })).status).toBe(200);
    app.clock.advance(4 * DAY);
    expect(await me(browser)).toBe(401);
  });

  it('survives a restart of the server, like the account', async () => {
    const { email, browser } = await join();
    await app.restart();
    expect([await me(browser), (await login(email)).status]).toEqual([200, 200]);
  });

  it('has the browser, shortened, and the time of last use, to the minute', async () => {
    const { email } = await join();
    const browser = app.browser();
    const body = JSON.stringify({ email, password: PASSWORD });
    const headers = { 'content-type': 'application/json', 'user-agent': 'x'.repeat(1000) };
    await browser.request('POST', '/api/auth/login', { headers, body });
    const begun = app.clock.now();
    const userAgent = 'x'.repeat(300);
    expect(await stored(browser)).toMatchObject({ userAgent, createdAt: begun, lastUsedAt: begun });
    app.clock.advance(MINUTE - 1);
    await me(browser);
    expect((await stored(browser))?.lastUsedAt).toEqual(begun);
    app.clock.advance(1);
    await me(browser);
    expect(await stored(browser)).toMatchObject({ createdAt: begun, lastUsedAt: app.clock.now() });
  });

  it('is deleted some time after it expires', async () => {
    await join();
    app.clock.advance(30 * DAY);
    const { browser: fresh } = await join();
    await app.server.get(SessionSweeper, { strict: false }).sweep();
    expect(await app.adapters.storage.sessions.removeExpired(app.clock.now())).toBe(0);
    expect(await me(fresh)).toBe(200);
  });

  it('is listed with device and times, last used first, and without its token', async () => {
    const { email, browser } = await join();
    const begun = app.clock.now().toISOString();
    app.clock.advance(MINUTE);
    const { browser: other } = await login(email);
    const after = app.clock.now().toISOString();
    const sessions = await list(other);
    const times = { createdAt: after, lastUsedAt: after };
    expect(sessions).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        device: expect.any(String),
        place: null,
        address: '127.0.0.1',
        ...times,
        isCurrent: true,
      },
      expect.objectContaining({ createdAt: begun, lastUsedAt: begun, isCurrent: false }),
    ]);
    expect(JSON.stringify(sessions)).not.toContain((await stored(other))?.tokenHash);
    app.clock.advance(MINUTE);
    expect((await list(browser)).map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
  });

  it('is ended with the password, if the sign-in was over 10 minutes ago (V7.5.2)', async () => {
    const { browser, email } = await join();
    app.clock.advance(1);
    const { browser: other } = await login(email);
    const id = (await list(other)).find(({ isCurrent }) => isCurrent)?.id;
    const end = async () => {
      const answers = [await browser.delete(`${LIST}/${id}`), await browser.delete(LIST)];
      return answers.map(({ status, body }) => [status, (body as { code?: string }).code]);
    };
    const refused = [403, 'sign_in_again'];
    app.clock.advance(10 * MINUTE);
    expect(await end()).toEqual([refused, refused]);
    const message = 'Current password is incorrect';
    expect(await confirm(browser, 'not the one')).toMatchObject({ status: 400, body: { message } });
    expect(await end()).toEqual([refused, refused]);
    expect(await me(other)).toBe(200);

    expect((await confirm(browser, PASSWORD)).status).toBe(204);
    expect((await end()).map(([status]) => status)).toEqual([200, 200]);
    expect([await me(browser), await me(other)]).toEqual([200, 401]);
  });

  it('ends with a change of the password, even if the server failed to remove it', async () => {
    const { email, browser, user } = await join();
    await login(email);
    const { sessions } = app.adapters.storage;
    const kept = await sessions.ofAccount(user.id, app.clock.now());
    app.clock.advance(1000);
    const change = { currentPassword: PASSWORD, newPassword: OTHER };
    expect((await browser.put('/api/auth/update-password', change)).status).toBe(200);
    /** The store has only hashes, so this replaces the stored hash with the hash of a known token. */
    const statusWith = async (session: Session) => {
      const token = app.adapters.ids.secret(32);
      await sessions.add({ ...session, tokenHash: hash('sha256', token) });
      const holder = app.browser();
      holder.cookies.set('session', token);
      return me(holder);
    };
    // As after a crash between the event and the removal.
    expect(await Promise.all(kept.map(statusWith))).toEqual([401, 401]);
    expect(await me(browser)).toBe(200);
  });
});

describe('a mailed link', () => {
  it('verifies an address within 24 hours; then the address is free for another account', async () => {
    const [late, just] = [await signedUp(app, newEmail()), await signedUp(app, newEmail())];
    const mailed = async (email: string, mails = 1) => tokenIn((await mailsTo(app, email, mails)).at(-1));
    const [first, second] = [await mailed(late.user.email), await mailed(just.user.email)];
    app.clock.advance(DAY - 1);
    expect((await just.browser.verifyEmail(second)).status).toBe(200);
    app.clock.advance(1);
    expect(await late.browser.verifyEmail(first)).toMatchObject({
      status: 400,
      body: { message: 'Verification failed. This link has expired. Please request a new one.' },
    });
    const other = await signedUp(app, late.user.email, OTHER);
    expect((await other.browser.verifyEmail(await mailed(late.user.email, 2))).status).toBe(200);
  });

  const forget = async (email: string, mails: number) => {
    await app.browser().post('/api/auth/forgot-password', { email });
    const mail = (await mailsTo(app, email, mails)).at(-1);
    return /\/reset-password\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  };
  const reset = (token: string, password = OTHER) =>
    app.browser().post('/api/auth/reset-password', { token, password });
  const expired = {
    status: 400,
    body: { message: 'This link has expired. Please request a new one.' },
  };

  it('resets a password within an hour', async () => {
    const { email } = (await verified(app, newEmail())).user;
    const late = await forget(email, 2);
    app.clock.advance(HOUR);
    expect(await reset(late)).toMatchObject(expired);
    const soon = await forget(email, 3);
    app.clock.advance(HOUR - 1);
    expect((await reset(soon)).status).toBe(200);
    expect([(await login(email)).status, (await login(email, OTHER)).status]).toEqual([401, 200]);
  });

  it('resets no password after an hour, nor reserves the address, if nobody has verified it', async () => {
    const { email, browser } = await join();
    const late = await forget(email, 2);
    // A password that is easy to guess from the account.
    expect((await reset(late, email)).status).toBe(400);
    app.clock.advance(HOUR);
    expect(await reset(late)).toMatchObject(expired);
    expect((await browser.me()).body.emailVerified).toBe(false);
    const other = await signedUp(app, email, 'the password of another');
    const token = tokenIn((await mailsTo(app, email, 3)).at(-1));
    expect((await other.browser.verifyEmail(token)).status).toBe(200);
  });
});
