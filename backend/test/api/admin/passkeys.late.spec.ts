import { randomBytes } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { adminBrowser, newAdmin, signedInAdmin } from '../../support/admins.js';
import { unique, useApp, useOwnApp } from '../../support/app.js';
import { Authenticator, type Lie } from '../../support/authenticator.js';
import { ADMIN_PASSWORD, Desk } from '../../support/desk.js';
import { expectRefusal, from } from '../../support/limits.js';
import { mailsTo } from '../../support/mails.js';
import {
  LOGIN,
  ORIGIN,
  type OwnPasskey,
  PASSKEYS,
  add,
  answer,
  challenge,
  confirmBy,
  offer,
  signIn,
} from '../../support/passkeys.js';
import { usePerson } from '../../support/people.js';

const MINUTE = 60_000;
const COOKIE = '__Secure-passkey';
const REFUSED = {
  status: 401,
  body: { code: 'unauthenticated', message: 'This passkey is not valid here.' },
};
const TOO_LATE = {
  status: 401,
  body: { message: 'This took too long, or was answered already. Please try again.' },
};
const ENV = { PUBLIC_URL: ORIGIN, ALLOW_SANDBOX: 'yes' };

describe('a passkey', () => {
  const app = useOwnApp('moves the clock', { env: ENV });
  const ann = usePerson(app, 'ann');
  const withKey = async (key = new Authenticator(ORIGIN)) => {
    const username = unique('admin');
    const browser = await adminBrowser(app, username);
    return { username, browser, ...(await add(browser, key)) };
  };
  /** The answer to a challenge, and the browser that asked for it, with its cookie. */
  const asked = async (key: Authenticator, lie?: Lie) => {
    const browser = app.desk();
    const options = await challenge(browser);
    return { browser, options, cookie: browser.cookies.get(COOKIE) ?? '', response: key.get(options, lie) };
  };

  it('signs in without username, password and code, like a password, and is stored encrypted', async () => {
    const { username, browser, key, passkeys } = await withKey();
    expect(passkeys).toEqual([
      { id: expect.any(String), name: 'My phone', addedAt: app.clock.now().toISOString(), usedAt: null },
    ]);
    app.clock.advance(MINUTE);
    const other = app.desk();
    const { status, body, headers } = await signIn(other, key);
    expect(status).toBe(200);
    expect(body).toMatchObject({ username, passkeys: 1, hasTotp: false });
    expect(headers.getSetCookie()).toContainEqual(
      expect.stringMatching(
        /^__Secure-admin=[\w-]{43}; Max-Age=28800; Path=\/api\/rtm-sys; HttpOnly; Secure; SameSite=Strict$/,
      ),
    );
    expect((await other.self()).body.username).toBe(username);
    expect((await browser.get<object[]>('/api/rtm-sys/sessions')).body).toHaveLength(2);
    const { body: listed } = await browser.get<OwnPasskey[]>(PASSKEYS);
    expect(listed.map(({ usedAt }) => usedAt)).toEqual([app.clock.now().toISOString()]);
    expect(JSON.stringify([body, listed])).not.toMatch(/credential|key"/i);

    const logged = JSON.stringify(await app.adapters.storage.log.readStream(`admin-${body.id}`));
    expect(logged).toMatch(/PasskeyAdded.*internal/);
    for (const secret of ['My phone', key.get({ challenge: 'any' }).id]) {
      expect([logged, ...(await app.texts())].filter((text) => text.includes(secret))).toEqual([]);
    }
  });

  it('is mailed to its admin when it is added, and so is a sign-in with it on a new device', async () => {
    const username = unique('admin');
    const address = `${username}@example.org`;
    await newAdmin(app, username, 'moderator', address);
    const { key } = await add(await signedInAdmin(app, username));
    expect((await signIn(app.desk(), key)).status).toBe(200);
    const texts = (await mailsTo(app, address, 2)).map(({ text }) => text).join();
    expect(texts).toContain('The passkey My phone was added');
    expect(texts).toContain('signed in with a new device');
  });

  it('is asked for with a cookie of the back office, and in the same way for everybody', async () => {
    const { headers, body } = await app.desk().post<{ options: object }>(`${LOGIN}/offer`);
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Secure-passkey=[\w.-]+; Max-Age=300; Path=\/api\/rtm-sys; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ]);
    expect(body.options).toEqual({
      rpId: 'footnote.example',
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      timeout: 5 * MINUTE,
      userVerification: 'required',
    });
  });

  it('is created on an authenticator that verifies the person and remembers the login', async () => {
    const { browser, key } = await withKey();
    await confirmBy(browser, key);
    expect(await offer(browser)).toMatchObject({
      rp: { id: 'footnote.example' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: key.get({ challenge: 'any' }).id, transports: ['internal'] }],
    });
  });

  const LIES: readonly [string, Lie][] = [
    ['at another address', { origin: 'https://evil.example' }],
    ['for another challenge', { challenge: randomBytes(32).toString('base64url') }],
    ['for another site', { rpId: 'evil.example' }],
    ['without verifying the person', { isVerified: false }],
  ];

  it.each<[string, Lie]>([...LIES, ['by using one', { type: 'webauthn.get' }]])(
    'is not added when it was made %s',
    async (_, lie) => {
      const browser = await adminBrowser(app, unique('admin'));
      const response = new Authenticator(ORIGIN).create(await offer(browser), lie);
      expect(await browser.post(PASSKEYS, { name: 'Key', response })).toMatchObject({
        status: 400,
        body: { message: 'This passkey could not be added.' },
      });
      expect((await browser.get(PASSKEYS)).body).toEqual([]);
    },
  );

  it.each<[string, Lie]>([
    ...LIES,
    ['for another purpose', { type: 'webauthn.create' }],
    ['for a login that does not exist', { userHandle: randomBytes(32).toString('base64url') }],
  ])('does not sign in %s', async (_, lie) => {
    const { key } = await withKey();
    const browser = app.desk();
    expect(await signIn(browser, key, lie)).toMatchObject(REFUSED);
    expect((await browser.self()).status).toBe(401);
    expect((await signIn(browser, key)).status).toBe(200);
  });

  it('does not sign in another admin, nor with broken answers', async () => {
    const [one, other] = [await withKey(), await withKey()];
    const { id, response: stolen } = other.key.get({ challenge: 'any' });
    const lie = { userHandle: stolen.userHandle ?? '' };
    expect(await signIn(app.desk(), one.key, lie)).toMatchObject(REFUSED);
    // Also with the id of the other one's passkey.
    const { browser: thief, response } = await asked(one.key, lie);
    expect(await answer(thief, { ...response, id, rawId: id })).toMatchObject(REFUSED);

    const broken: ((all: AuthenticationResponseJSON) => object)[] = [
      () => ({}),
      ({ response: _, ...rest }) => rest,
      (all) => ({ ...all, response: null }),
      (all) => ({ ...all, response: { ...all.response, clientDataJSON: '%%%' } }),
      (all) => ({ ...all, response: { ...all.response, authenticatorData: 'AA' } }),
      (all) => ({ ...all, response: { ...all.response, signature: 7 } }),
      (all) => ({ ...all, response: { ...all.response, userHandle: 7 } }),
    ];
    for (const spoil of broken) {
      const { browser, response: whole } = await asked(one.key);
      expect(await answer(browser, spoil(whole))).toMatchObject(REFUSED);
    }
    expect((await app.desk().post(LOGIN, { response: 'text' })).status).toBe(400);
  });

  it('signs in once with each challenge, also at the same time, and never after a wrong answer', async () => {
    const { key } = await withKey();
    const { browser, options, cookie, response } = await asked(key);
    const answers = await Promise.all(Array.from({ length: 5 }, () => answer(browser, response)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401]);
    expect(browser.cookies.has(COOKIE)).toBe(false);
    for (const again of [response, key.get(options)]) {
      const thief = app.desk();
      thief.cookies.set(COOKIE, cookie);
      expect(await answer(thief, again)).toMatchObject(TOO_LATE);
    }
    const wrong = await asked(key, { isVerified: false });
    expect((await answer(wrong.browser, wrong.response)).status).toBe(401);
    wrong.browser.cookies.set(COOKIE, wrong.cookie);
    expect((await answer(wrong.browser, key.get(wrong.options))).status).toBe(401);
  });

  it('signs in within 5 minutes', async () => {
    const { key } = await withKey();
    const [early, late] = [await asked(key), await asked(key)];
    app.clock.advance(5 * MINUTE - 1);
    expect((await answer(early.browser, early.response)).status).toBe(200);
    app.clock.advance(1);
    expect((await answer(late.browser, late.response)).status).toBe(401);
  });

  it('signs in only in the browser that asked for the challenge', async () => {
    const { key } = await withKey();
    const { browser, cookie, response } = await asked(key);
    const other = app.desk();
    expect((await answer(other, response)).status).toBe(401);
    await challenge(other);
    expect((await answer(other, response)).status).toBe(401);
    // Nobody can make a challenge of their own, or a later end.
    const [content = '', signature = ''] = cookie.split('.');
    const stored = JSON.parse(Buffer.from(content, 'base64url').toString()) as object;
    const forged = Buffer.from(JSON.stringify({ ...stored, expiresAt: Number.MAX_SAFE_INTEGER }));
    other.cookies.set(COOKIE, `${forged.toString('base64url')}.${signature}`);
    expect((await answer(other, response)).status).toBe(401);
    expect((await answer(browser, response)).status).toBe(200);
  });

  it('is added only to the login that it was offered to, and its challenge is not that of a sign-in', async () => {
    const [one, other] = [await adminBrowser(app, unique('admin')), await adminBrowser(app, unique('admin'))];
    const response = new Authenticator(ORIGIN).create(await offer(one));
    other.cookies.set(COOKIE, one.cookies.get(COOKIE) ?? '');
    expect((await other.post(PASSKEYS, { name: 'Key', response })).status).toBe(400);
    const options = await offer(one);
    const wrong = new Authenticator(ORIGIN).create({ ...options, ...(await challenge(one)) });
    expect((await one.post(PASSKEYS, { name: 'Key', response: wrong })).status).toBe(400);
    expect((await one.self()).body.passkeys).toBe(0);

    const { key } = await add(one);
    await confirmBy(one, key);
    const { challenge: ofNew } = await offer(one);
    expect(await answer(one, key.get({ challenge: ofNew }))).toMatchObject(TOO_LATE);
  });

  it('is removed from its own login alone, and signs in no more', async () => {
    const { browser, key, passkeys } = await withKey();
    const path = `${PASSKEYS}/${passkeys[0]?.id}/remove`;
    const stranger = await adminBrowser(app, unique('admin'));
    expect((await stranger.post(path)).status).toBe(204);
    expect((await signIn(app.desk(), key)).status).toBe(200);
    await confirmBy(browser, key);
    expect((await browser.post(path)).status).toBe(204);
    expect(await signIn(app.desk(), key)).toMatchObject(REFUSED);
    expect((await browser.get(PASSKEYS)).body).toEqual([]);
    // The proof is worthless with the passkey that gave it.
    expect(await browser.post(`${PASSKEYS}/offer`)).toMatchObject({
      status: 403,
      body: { code: 'sign_in_again' },
    });
  });

  it('of a dismissed admin signs in no more', async () => {
    const { browser, key } = await withKey();
    const { id } = (await browser.self()).body;
    const owner = await adminBrowser(app, unique('olga'), 'owner');
    await owner.dismiss(id);
    expect(await signIn(app.desk(), key)).toMatchObject(REFUSED);
    await owner.post(`/api/rtm-sys/admins/${id}/reinstate`, { reason: 'Came back.' });
    expect((await signIn(app.desk(), key)).status).toBe(200);
  });

  it('that counts its signatures does not sign in with a count that did not rise', async () => {
    const { key } = await withKey(new Authenticator(ORIGIN, 7));
    expect((await signIn(app.desk(), key)).status).toBe(200);
    for (const behind of [7, 6, 0]) {
      key.counter = behind;
      expect(await signIn(app.desk(), key)).toMatchObject(REFUSED);
    }
    key.counter = 8;
    expect((await signIn(app.desk(), key)).status).toBe(200);
  });

  it('has nothing to do with the sessions of the site', async () => {
    const { key } = await withKey();
    const session = ann.cookies.get('__Host-session') ?? '';
    expect(session).not.toBe('');
    const person = app.desk();
    for (const name of ['__Secure-admin', COOKIE]) person.cookies.set(name, session);
    expect((await person.get(PASSKEYS)).status).toBe(401);
    expect((await person.post(`${PASSKEYS}/offer`)).status).toBe(401);
    expect((await answer(person, key.get({ challenge: session }))).status).toBe(401);
    await challenge(person);
    person.cookies.set('__Secure-admin', person.cookies.get(COOKIE) ?? '');
    expect((await person.self()).status).toBe(401);
  });
});

describe('where every admin needs a second factor', () => {
  const app = useOwnApp('limits by network', {
    env: { ...ENV, ADMIN_REQUIRE_TOTP: 'on', RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' },
  });

  it('a passkey is one: then the password alone signs in no more', async () => {
    const username = unique('olga');
    const browser = await adminBrowser(app, username, 'owner');
    expect((await browser.admins()).status).toBe(403);
    const { key, passkeys } = await add(browser);
    expect((await browser.admins()).status).toBe(200);
    const byPassword = (password: string) => app.desk().signIn(username, { password });
    expect(await byPassword(ADMIN_PASSWORD)).toMatchObject({
      status: 401,
      body: { code: 'passkey_required', message: 'Please sign in with your passkey.' },
    });
    expect(await byPassword('not the password')).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated', message: 'Invalid credentials' },
    });
    const { status, body } = await signIn(app.desk(), key);
    expect([status, body.mustEnrolTotp]).toEqual([200, false]);
    expect((await confirmBy(browser, key)).status).toBe(204);
    expect(await browser.post(`${PASSKEYS}/${passkeys[0]?.id}/remove`)).toMatchObject({
      status: 403,
      body: { message: 'Every admin needs an authenticator app or a passkey here.' },
    });
  });

  it('sign-ins are limited by network, so that nobody outside can lock an admin out', async () => {
    const { key } = await add(await adminBrowser(app, unique('olga')));
    const send = <Body>(browser: Desk, network: string, path: string, body: object = {}) =>
      browser.request<Body>('POST', path, {
        headers: { 'content-type': 'application/json', ...from(network).headers },
        body: JSON.stringify(body),
      });
    for (let time = 0; time < 25; time += 1) {
      const response = key.get({ challenge: 'any' });
      expect((await send(app.desk(), '192.0.2.1', LOGIN, { response })).status).toBe(401);
    }
    expectRefusal(await send(app.desk(), '192.0.2.1', LOGIN, { response: {} }), 300, '5 minutes');
    for (let time = 0; time < 50; time += 1) {
      expect((await send(app.desk(), '192.0.2.1', `${LOGIN}/offer`)).status).toBe(200);
    }
    expectRefusal(await send(app.desk(), '192.0.2.1', `${LOGIN}/offer`), 300, '5 minutes');
    const browser = app.desk();
    const { body } = await send<{ options: PublicKeyCredentialRequestOptionsJSON }>(
      browser,
      '198.51.100.1',
      `${LOGIN}/offer`,
    );
    const response = key.get(body.options);
    expect((await send(browser, '198.51.100.1', LOGIN, { response })).status).toBe(200);
  });
});

describe('without a public address', () => {
  const app = useApp();

  it('passkeys work at localhost, and neither at IP addresses nor at other names', async () => {
    const username = unique('olga');
    const byAddress = await adminBrowser(app, username);
    expect(await byAddress.post(`${LOGIN}/offer`)).toMatchObject({
      status: 409,
      body: { code: 'passkeys_unavailable' },
    });
    expect((await byAddress.post(`${PASSKEYS}/offer`)).status).toBe(409);
    // Behind a proxy with https, for a name that a stranger pointed here.
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' };
    expect((await app.desk().request('POST', `${LOGIN}/offer`, { headers })).status).toBe(409);

    const url = app.url.replace('127.0.0.1', 'localhost');
    const browser = new Desk({ url });
    await browser.signIn(username);
    const { key } = await add(browser, new Authenticator(url));
    expect((await signIn(new Desk({ url }), key)).status).toBe(200);
    expect((await signIn(new Desk({ url }), key, { origin: 'http://localhost:1' })).status).toBe(401);
  });
});
