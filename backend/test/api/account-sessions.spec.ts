import { hash } from 'node:crypto';
import type { AccountSession } from '../../src/api/account/sessions.controller.js';
import { useOwnApp } from '../support/app.js';
import { PASSWORD } from '../support/visitor.js';
import { signedUp } from '../support/people.js';
import type { Visitor } from '../support/visitor.js';

const LIST = '/api/user/sessions';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

describe('the list of sessions', () => {
  const app = useOwnApp('not shared yet');
  let person = 0;

  const join = async () => {
    person += 1;
    const email = `person${person}@example.org`;
    return { email, ...(await signedUp(app, email)) };
  };
  const login = async (email: string, userAgent = FIREFOX) => {
    const browser = app.browser();
    const headers = { 'content-type': 'application/json', 'user-agent': userAgent };
    const body = JSON.stringify({ email, password: PASSWORD });
    expect((await browser.request('POST', '/api/auth/login', { headers, body })).status).toBe(200);
    return browser;
  };
  const list = async (browser: Visitor) => {
    const { status, body } = await browser.get<AccountSession[]>(LIST);
    expect(status).toBe(200);
    return body;
  };
  const me = async (browser: Visitor) => (await browser.me()).status;

  it('ends a session, or all others, whose next request is rejected', async () => {
    const { email, browser } = await join();
    const [other, third] = [await login(email), await login(email)];
    const id = (await list(other)).find(({ isCurrent }) => isCurrent)?.id ?? '';
    expect((await list(browser)).map((session) => session.id)).toContain(id);
    expect((await browser.delete(`${LIST}/${id}`)).status).toBe(200);
    expect([await me(browser), await me(other), await me(third)]).toEqual([200, 401, 200]);
    expect((await browser.delete(LIST)).status).toBe(200);
    expect([await me(browser), await me(third)]).toEqual([200, 401]);
  });

  it('shows each session with its device and times, last used first, and without its token', async () => {
    const { browser, email } = await join();
    const begun = app.clock.now().toISOString();
    app.clock.advance(60_000);
    const other = await login(email);
    const after = app.clock.now().toISOString();
    const [first, second, ...rest] = await list(other);
    expect(rest).toEqual([]);
    expect(first).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      device: 'Firefox on Linux',
      place: null,
      address: '127.0.0.1',
      createdAt: after,
      lastUsedAt: after,
      isCurrent: true,
    });
    expect(second).toMatchObject({ createdAt: begun, lastUsedAt: begun, isCurrent: false });
    const token = other.cookies.get('session') ?? '';
    expect(JSON.stringify([first, second])).not.toContain(hash('sha256', token));

    app.clock.advance(60_000);
    expect((await list(browser)).map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
  });

  it('shows the country of an address, and null when device and address are unknown', async () => {
    const { browser, user } = await join();
    const now = app.clock.now();
    const kept = {
      accountId: user.id,
      createdAt: now,
      expiresAt: new Date(now.getTime() + 1000),
      proof: null,
    };
    const { sessions } = app.adapters.storage;
    const far = new Date(now.getTime() - 1);
    const farther = new Date(now.getTime() - 2);
    await sessions.add({
      ...kept,
      tokenHash: hash('sha256', `${user.id} far`),
      id: crypto.randomUUID(),
      lastUsedAt: far,
      userAgent: FIREFOX,
      address: '193.99.144.80',
    });
    await sessions.add({
      ...kept,
      tokenHash: hash('sha256', `${user.id} unknown`),
      id: crypto.randomUUID(),
      lastUsedAt: farther,
      userAgent: null,
      address: null,
    });
    expect(await list(browser)).toMatchObject([
      { isCurrent: true },
      { device: 'Firefox on Linux', place: 'Germany', address: '193.99.144.80' },
      { device: 'Unknown device', place: null, address: null },
    ]);
    app.clock.advance(1000);
    expect(await list(browser)).toHaveLength(1);
  });

  it('ends one session, which is rejected on its next request, and leaves the others', async () => {
    const { browser, email } = await join();
    const [phone, laptop] = [await login(email), await login(email)];
    const own = (await list(phone)).find(({ isCurrent }) => isCurrent);
    expect(await browser.delete(`${LIST}/${own?.id}`)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await me(phone)).toBe(401);
    expect((await phone.get(LIST)).status).toBe(401);
    expect([await me(laptop), await me(browser)]).toEqual([200, 200]);
    expect(await list(browser)).toHaveLength(2);
  });

  it('lets a person end their current session', async () => {
    const { browser } = await join();
    const [own] = await list(browser);
    expect((await browser.delete(`${LIST}/${own?.id}`)).status).toBe(200);
    expect(await me(browser)).toBe(401);
  });

  it('returns 404 for a session of another user, an ended session or an invalid id (V8.2.2)', async () => {
    const [ann, bob] = [await join(), await join()];
    const [theirs] = await list(bob.browser);
    const second = await login(ann.email);
    const ended = (await list(second)).find(({ isCurrent }) => isCurrent);
    expect((await ann.browser.delete(`${LIST}/${ended?.id}`)).status).toBe(200);
    for (const id of [theirs?.id, ended?.id, crypto.randomUUID(), 'nonsense']) {
      const { status, body } = await ann.browser.delete(`${LIST}/${id}`);
      expect({ status, body }).toMatchObject({ status: 404, body: { message: 'Session not found' } });
    }
    expect(await me(bob.browser)).toBe(200);
  });

  it('ends all other sessions at once, returns how many, and leaves those of other users', async () => {
    const [ann, bob] = [await join(), await join()];
    const others = [await login(ann.email), await login(ann.email), await login(ann.email)];
    const ended = await ann.browser.delete(LIST);
    expect(ended).toMatchObject({ status: 200, body: { success: true, ended: 3 } });
    expect(await Promise.all(others.map(me))).toEqual([401, 401, 401]);
    expect([await me(ann.browser), await me(bob.browser)]).toEqual([200, 200]);
    expect(await list(ann.browser)).toMatchObject([{ isCurrent: true }]);
    expect((await ann.browser.delete(LIST)).body).toEqual({ success: true, ended: 0 });
  });

  it('asks for the password first, if the sign-in was over 10 minutes ago (V7.5.2)', async () => {
    const { browser, email } = await join();
    app.clock.advance(1);
    const other = await login(email);
    const id = (await list(other)).find(({ isCurrent }) => isCurrent)?.id;
    const end = async () => {
      const answers = [await browser.delete(`${LIST}/${id}`), await browser.delete(LIST)];
      return answers.map(({ status, body }) => [status, (body as { code?: string }).code]);
    };
    const refused = [403, 'sign_in_again'];
    app.clock.advance(10 * 60_000);
    expect(await end()).toEqual([refused, refused]);
    const confirm = (password: string) => browser.post('/api/auth/me/confirm', { password });
    const wrong = { status: 400, body: { message: 'Current password is incorrect' } };
    expect(await confirm('not the one')).toMatchObject(wrong);
    expect(await end()).toEqual([refused, refused]);
    expect(await me(other)).toBe(200);

    expect((await confirm(PASSWORD)).status).toBe(204);
    expect(await end()).toEqual([
      [200, undefined],
      [200, undefined],
    ]);
    expect([await me(browser), await me(other)]).toEqual([200, 401]);
  });

  it('ends after 30 days, however often somebody shows who they are', async () => {
    const { browser } = await join();
    for (const days of [13, 13]) {
      app.clock.advance(days * 24 * 60 * 60_000);
      expect((await browser.post('/api/auth/me/confirm', { password: PASSWORD })).status).toBe(204);
    }
    app.clock.advance(4 * 24 * 60 * 60_000);
    expect(await me(browser)).toBe(401);
  });

  it('requires a login', async () => {
    const visitor = app.browser();
    const answers = [
      await visitor.get(LIST),
      await visitor.delete(LIST),
      await visitor.delete(`${LIST}/${crypto.randomUUID()}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  });

  it('rejects changes that come from another site', async () => {
    const { browser, email } = await join();
    const other = await login(email);
    const headers = { origin: 'https://elsewhere.example' };
    expect((await browser.request('DELETE', LIST, { headers })).status).toBe(403);
    expect(await me(other)).toBe(200);
  });
});
