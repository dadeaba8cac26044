import { hash } from 'node:crypto';
import { type AccountSession, placeOf } from '../../../src/api/account/sessions.controller.js';
import { deviceOf } from '../../../src/api/auth/new-devices.js';
import { codeAt, newAdmin, signedInAdmin } from '../../support/admins.js';
import { unique, useApp, useOwnApp } from '../../support/app.js';
import { ADMIN_PASSWORD, DESK } from '../../support/desk.js';
import { mailsTo } from '../../support/mails.js';
import { registered, usePerson, verified } from '../../support/people.js';
import { jpegPhoto } from '../../support/photos.js';
import { settled } from '../../support/settled.js';
import { PASSWORD, type Visitor } from '../../support/visitor.js';

const LIST = '/api/user/sessions';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

const app = useApp();
const newEmail = () => `${unique('ann')}@example.org`;
const me = async (browser: Visitor) => (await browser.me()).status;
const tokenOf = (browser: Visitor) => browser.cookies.get('session') ?? '';
/** A browser that always presents this session token, even after the server sets another. */
const holding = (token: string) => {
  const browser = app.browser();
  browser.cookies.set('session', token);
  return browser;
};
const join = async () => {
  const email = newEmail();
  return { email, ...(await registered(app, email)) };
};
const login = async (email: string, browser = app.browser()) => {
  const headers = { 'content-type': 'application/json', 'user-agent': FIREFOX };
  const body = JSON.stringify({ email, password: PASSWORD });
  expect((await browser.request('POST', '/api/auth/login', { headers, body })).status).toBe(200);
  return browser;
};
const list = async (browser: Visitor) => {
  const { status, body } = await browser.get<AccountSession[]>(LIST);
  expect(status).toBe(200);
  return body;
};

describe('sessions over HTTP', () => {
  it('use an HttpOnly, SameSite cookie for 30 days (V3.3.4, V7.2.3)', async () => {
    const { email } = await join();
    expect((await app.browser().login(email)).headers.getSetCookie()).toEqual([
      expect.stringMatching(/^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
      'member=1; Max-Age=2592000; Path=/; SameSite=Lax',
    ]);
  });

  it('are marked for the pages, which get a missing marker with the next read, until they end', async () => {
    const { browser } = await join();
    browser.cookies.delete('member');
    await browser.post('/api/auth/resend-verification', {});
    expect(browser.cookies.get('member')).toBeUndefined();
    await browser.me();
    expect(browser.cookies.get('member')).toBe('1');
    expect((await browser.me()).headers.getSetCookie()).toEqual([]);
    await browser.logout();
    expect(browser.cookies.get('member')).toBeUndefined();
  });

  it('get a new token at each login, which ends the presented session (V7.2.4)', async () => {
    const { email } = await join();
    const browser = await login(email);
    const before = tokenOf(browser);
    await login(email, browser);
    expect(tokenOf(browser)).not.toBe(before);
    expect([await me(holding(before)), await me(holding(tokenOf(browser)))]).toEqual([401, 200]);
  });

  it('are never adopted from the browser: the login replaces a planted token (V7.2.2)', async () => {
    const planted = 'p'.repeat(43);
    const browser = await login((await join()).email, holding(planted));
    expect(tokenOf(browser)).not.toBe(planted);
    expect(await me(holding(planted))).toBe(401);
  });

  it('end at logout, on the server and in the browser, which forgets its cache (V7.4.1, V14.3.1)', async () => {
    const { email, browser: phone } = await join();
    const laptop = await login(email);
    const token = tokenOf(laptop);
    expect((await laptop.logout()).headers.get('clear-site-data')).toBe('"cache"');
    expect(laptop.cookies.has('session')).toBe(false);
    expect([await me(holding(token)), await me(phone)]).toEqual([401, 200]);
  });

  it('are not started by a failed login, which keeps the current session', async () => {
    const { email, browser } = await join();
    const answer = await browser.login(email, 'wrong password');
    expect([answer.status, answer.headers.getSetCookie(), await me(browser)]).toEqual([401, [], 200]);
  });

  it.each(['', 'x', 'p'.repeat(43), '../../etc/passwd', '%00', 'p'.repeat(5000)])(
    'reject an unknown token like "%s" (V7.2.1)',
    async (token) => {
      expect(await me(holding(token))).toBe(401);
    },
  );

  describe('on a site reached by https', () => {
    const secure = useOwnApp('an https site', {
      env: { PUBLIC_URL: 'https://footnote.example', ALLOW_SANDBOX: 'yes' },
    });

    it('use secure cookies of this host alone (V3.3.1, V3.4.1)', async () => {
      const browser = secure.browser();
      const { headers } = await browser.register('ann@example.org');
      expect(headers.getSetCookie()).toEqual([
        expect.stringMatching(/^__Host-registered=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
        expect.stringMatching(/^__Host-session=.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
        expect.stringMatching(/^__Host-member=1; .*; Path=\/; Secure; SameSite=Lax$/),
      ]);
      expect(await me(browser)).toBe(200);
      // Any host of the domain could have set a cookie of this name.
      const stranger = secure.browser();
      stranger.cookies.set('session', browser.cookies.get('__Host-session') ?? '');
      expect(await me(stranger)).toBe(401);
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    });
  });
});

describe('the list of sessions', () => {
  it('ends one session, which is rejected on its next request, or all others', async () => {
    const [{ email, browser }, bob] = [await join(), await join()];
    const [phone, laptop] = [await login(email), await login(email)];
    const own = (await list(phone)).find(({ isCurrent }) => isCurrent);
    const end = `${LIST}/${own?.id}`;
    expect(await browser.delete(end)).toMatchObject({ status: 200, body: { success: true } });
    expect([await me(phone), await me(laptop), await me(browser)]).toEqual([401, 200, 200]);
    expect(await list(browser)).toHaveLength(2);
    await login(email);
    expect((await browser.delete(LIST)).body).toEqual({ success: true, ended: 2 });
    expect([await me(laptop), await me(bob.browser)]).toEqual([401, 200]);
    const [last, ...rest] = await list(browser);
    expect([last?.isCurrent, rest]).toEqual([true, []]);
    expect((await browser.delete(LIST)).body).toEqual({ success: true, ended: 0 });
    expect((await browser.delete(`${LIST}/${last?.id}`)).status).toBe(200);
    expect(await me(browser)).toBe(401);
  });

  it('returns 404 for a session of another user, an ended session or an invalid id (V8.2.2)', async () => {
    const [ann, bob] = [await join(), await join()];
    const [theirs] = await list(bob.browser);
    const second = await login(ann.email);
    const ended = (await list(second)).find(({ isCurrent }) => isCurrent);
    await second.logout();
    for (const id of [theirs?.id, ended?.id, crypto.randomUUID(), 'nonsense']) {
      const { status, body } = await ann.browser.delete(`${LIST}/${id}`);
      expect({ status, body }).toMatchObject({ status: 404, body: { message: 'Session not found' } });
    }
    expect(await me(bob.browser)).toBe(200);
  });

  it('shows the country of an address, null for what is unknown, and no expired session', async () => {
    const { browser, user } = await join();
    const now = app.clock.now().getTime();
    const add = (ago: number, userAgent: string | null, address: string | null, endsIn = 1000) =>
      app.adapters.storage.sessions.add({
        tokenHash: hash('sha256', `${user.id} ${ago}`),
        id: crypto.randomUUID(),
        accountId: user.id,
        createdAt: new Date(now),
        lastUsedAt: new Date(now - ago),
        expiresAt: new Date(now + endsIn),
        userAgent,
        address,
        proof: null,
      });
    await add(1, FIREFOX, '193.99.144.80');
    await add(2, null, null);
    await add(3, FIREFOX, null, 0);
    const sessions = await list(browser);
    expect(sessions).toMatchObject([
      { isCurrent: true },
      { device: 'Firefox on Linux', place: 'Germany', address: '193.99.144.80' },
      { device: 'Unknown device', place: null, address: null },
    ]);
    expect(sessions).toHaveLength(3);
  });
});

describe('a sign-in with a new device', () => {
  const NEW = 'New sign-in to your account';
  const mailsOf = async (address: string) => {
    await settled(app);
    return mailsTo(app, address, 0);
  };

  it('is mailed once', async () => {
    const { browser, user } = await verified(app, newEmail());
    const { email, anonymousUsername } = user;
    const other = await login(email);
    await login(email, other);
    await browser.login(email);
    const mails = await mailsOf(email);
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/verify/i), NEW]);
    for (const words of ['Firefox on Linux', anonymousUsername, '/forgot-password']) {
      expect(mails[1]?.text).toContain(words);
    }
  });

  it('is not mailed for a wrong password, or to an address that is not verified', async () => {
    const { email, user } = await join();
    expect((await app.browser().login(email)).status).toBe(200);
    expect((await app.browser().login(email, 'not the password')).status).toBe(401);
    expect(await mailsOf(email)).toHaveLength(1);
    const events = await app.adapters.storage.log.readStream(`account-${user.id}`);
    expect(events.map(({ type }) => type)).not.toContain('SignedInOnNewDevice');
  });

  it('to the back office is mailed, as an authenticator app is', async () => {
    const [name, email] = [unique('olga'), newEmail()];
    await newAdmin(app, name, 'owner', email);
    const olga = await signedInAdmin(app, name);
    await signedInAdmin(app, name, ADMIN_PASSWORD, olga);
    await signedInAdmin(app, name);
    await signedInAdmin(app, name, ADMIN_PASSWORD, olga);
    const [mail, ...more] = await mailsOf(email);
    expect([mail?.subject, more]).toEqual(['Your login of the back office', []]);
    expect(mail?.text).toContain('signed in with a new device');
    const { secret, offer } = (await olga.post<{ secret: string; offer: string }>(`${DESK}/totp/offer`)).body;
    const code = codeAt(secret, app.clock.now());
    await olga.post(`${DESK}/totp`, { currentPassword: ADMIN_PASSWORD, offer, code });
    const [, enrolled] = await mailsTo(app, email, 2);
    expect(enrolled?.text).toContain('An authenticator app was connected');
    expect(enrolled?.text).not.toContain(secret);
  });
});

describe('a page that was opened for another account', () => {
  const ann = usePerson(app, 'ann');
  const bea = usePerson(app, 'bea');
  const REFUSAL = {
    code: 'other_account',
    message: 'You are signed in as another user in this browser now. Please reload the page.',
  };
  const preferences = '/api/auth/email-preferences';
  const json = (accountId: string, body: object = {}) => ({
    headers: { 'content-type': 'application/json', 'x-account-id': accountId },
    body: JSON.stringify(body),
  });

  it('changes nothing for the signed-in user, by any call', async () => {
    const { body: before } = await bea.me();
    const form = new FormData();
    form.append('image', new Blob([new Uint8Array(await jpegPhoto(1))], { type: 'image/jpeg' }), 'feet.jpg');
    const calls: [method: string, address: string, sent: Parameters<Visitor['request']>[2]][] = [
      ['PATCH', preferences, json(ann.id, { emailNotificationsRating: false })],
      ['POST', '/api/user/deletion', json(ann.id, { password: PASSWORD })],
      ['DELETE', '/api/user/sessions', json(ann.id)],
      ['POST', '/api/auth/logout', json(ann.id)],
      ['POST', '/api/posts/no-such-post/comments', json(ann.id, { text: 'Hello' })],
      ['POST', '/api/upload', { headers: { 'x-account-id': ann.id }, body: form }],
    ];
    for (const [method, address, sent] of calls) {
      const answer = await bea.request(method, address, sent);
      expect([address, answer.status, answer.body]).toEqual([address, 409, expect.objectContaining(REFUSAL)]);
    }
    expect((await bea.me()).body).toEqual(before);
  });

  it('is not shown data of the signed-in user', async () => {
    for (const address of ['/api/user/posts', '/api/user/sessions', '/api/user/export']) {
      const read = async (accountId: string, method = 'GET') =>
        (await bea.request(method, address, { headers: { 'x-account-id': accountId } })).status;
      expect([await read(ann.id), await read(ann.id, 'HEAD'), await read(bea.id)]).toEqual([409, 409, 200]);
    }
  });

  it('may ask who is signed in, and log in', async () => {
    const other = { headers: { 'x-account-id': ann.id } };
    expect(await bea.request('GET', '/api/auth/me', other)).toMatchObject({
      status: 200,
      body: { id: bea.id },
    });
    const visitor = app.browser();
    expect(await visitor.request('PATCH', preferences, json(bea.id))).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated' },
    });
    const credentials = { email: bea.email, password: PASSWORD };
    expect((await visitor.request('POST', '/api/auth/login', json(ann.id, credentials))).status).toBe(200);
  });

  it('can change data with the right account id', async () => {
    const named = json(bea.id, { emailNotificationsRating: false });
    expect(await bea.request('PATCH', preferences, named)).toMatchObject({
      status: 200,
      body: { emailNotificationsRating: false },
    });
  });
});

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0';

describe('deviceOf', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox on Linux'],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${WEBKIT} Version/17.5 Mobile/15E148 Safari/604.1`,
      'Safari on iOS',
    ],
    [
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/17.5 Safari/605.1.15`,
      'Safari on macOS',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK} Safari/537.36 Edg/126.0.0.0`,
      'Microsoft Edge on Windows',
    ],
    [`Mozilla/5.0 (Linux; Android 14; Pixel 8) ${BLINK} Mobile Safari/537.36`, 'Chrome on Android'],
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'Googlebot'],
  ])('names the browser and system of %s as %s', (userAgent, device) => {
    expect(deviceOf(userAgent)).toBe(device);
  });

  it.each([null, '', ' ', 'curl', 'x'.repeat(300), '\u0000\uffff', '(((((('])(
    'returns null for %j',
    (userAgent) => {
      expect(deviceOf(userAgent)).toBeNull();
    },
  );
});

describe('placeOf', () => {
  it.each([
    ['8.8.8.8', 'United States'],
    ['193.99.144.80', 'Germany'],
    ['133.11.0.1', 'Japan'],
    ['2001:4860:4860::8888', 'United States'],
    ['2a02:8109::1', 'Germany'],
  ])('finds the country of %s: %s', (address, place) => {
    expect(placeOf(address)).toBe(place);
  });

  it.each([
    null,
    '',
    ...'127.0.0.1 127.255.255.254 10.0.0.1 172.16.0.1 192.168.1.20 169.254.1.1 100.64.0.1 0.0.0.0'.split(' '),
    ...'192.0.2.1 255.255.255.255 ::1 :: ::ffff:10.0.0.1 fd00::1 fe80::1 fe80::1%eth0 2001:db8::1'.split(' '),
    ...'8.8.8 localhost'.split(' '),
  ])('finds no country for %s', (address) => {
    expect(placeOf(address)).toBeNull();
  });
});
