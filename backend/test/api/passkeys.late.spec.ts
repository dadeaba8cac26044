import { randomBytes } from 'node:crypto';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { adminBrowser, newAdmin, signedInAdmin } from '../support/admins.js';
import { useOwnApp } from '../support/app.js';
import { mailsTo } from '../support/mails.js';
import { Authenticator, type Lie } from '../support/authenticator.js';
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
} from '../support/passkeys.js';

const MINUTE = 60_000;
const COOKIE = '__Secure-passkey';
const REFUSED = { code: 'unauthenticated', message: 'This passkey is not valid here.' };
const TOO_LATE = 'This took too long, or was answered already. Please try again.';

describe('a passkey', () => {
  const app = useOwnApp('not shared yet', { env: { PUBLIC_URL: ORIGIN, ALLOW_SANDBOX: 'yes' } });
  let names = 0;
  const someone = () => `admin.${(names += 1)}`;
  const withKey = async (key = new Authenticator(ORIGIN)) => {
    const username = someone();
    const browser = await adminBrowser(app, username);
    return { username, browser, ...(await add(browser, key)) };
  };

  it('signs in without username, password and code, like a password', async () => {
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
  });

  it('is mailed to its admin when it is added, and so is a sign-in with it on a new device', async () => {
    const username = someone();
    const address = `${username}@example.org`;
    await newAdmin(app, username, 'moderator', address);
    const { key } = await add(await signedInAdmin(app, username));
    expect((await signIn(app.desk(), key)).status).toBe(200);
    const texts = (await mailsTo(app, address, 2)).map(({ text }) => text).join();
    expect(texts).toContain('The passkey My phone was added');
    expect(texts).toContain('signed in with a new device');
  });

  it('is asked for with a cookie of the back office, and in the same way for everybody', async () => {
    const { browser } = await withKey();
    const { headers, body } = await browser.post<{ options: object }>(`${LOGIN}/offer`);
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
    const options = await offer(browser);
    expect(options).toMatchObject({
      rp: { id: 'footnote.example' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: key.get({ challenge: 'any' }).id, transports: ['internal'] }],
    });
  });

  it.each<[string, Lie]>([
    ['made at another address', { origin: 'https://evil.example' }],
    ['made for another challenge', { challenge: randomBytes(32).toString('base64url') }],
    ['made for another site', { rpId: 'evil.example' }],
    ['made without verifying the person', { isVerified: false }],
    ['used instead of made', { type: 'webauthn.get' }],
  ])('is not added when it was %s', async (_, lie) => {
    const browser = await adminBrowser(app, someone());
    const response = new Authenticator(ORIGIN).create(await offer(browser), lie);
    expect(await browser.post(PASSKEYS, { name: 'Key', response })).toMatchObject({
      status: 400,
      body: { message: 'This passkey could not be added.' },
    });
    expect((await browser.get(PASSKEYS)).body).toEqual([]);
  });

  it.each<[string, Lie]>([
    ['at another address', { origin: 'https://evil.example' }],
    ['for another challenge', { challenge: randomBytes(32).toString('base64url') }],
    ['for another site', { rpId: 'evil.example' }],
    ['without verifying the person', { isVerified: false }],
    ['for another purpose', { type: 'webauthn.create' }],
    ['for a login that does not exist', { userHandle: randomBytes(32).toString('base64url') }],
  ])('does not sign in %s', async (_, lie) => {
    const { key } = await withKey();
    const browser = app.desk();
    expect(await signIn(browser, key, lie)).toMatchObject({ status: 401, body: REFUSED });
    expect((await browser.self()).status).toBe(401);
    expect((await signIn(browser, key)).status).toBe(200);
  });

  it('does not sign in another admin', async () => {
    const [one, other] = [await withKey(), await withKey()];
    const handle = other.key.get({ challenge: 'any' }).response.userHandle ?? '';
    const refused = await signIn(app.desk(), one.key, { userHandle: handle });
    expect(refused).toMatchObject({ status: 401, body: REFUSED });
    // Also with the id of the other one's passkey.
    const browser = app.desk();
    const response = one.key.get(await challenge(browser), { userHandle: handle });
    const { id } = other.key.get({ challenge: 'any' });
    expect(await answer(browser, { ...response, id, rawId: id })).toMatchObject({
      status: 401,
      body: REFUSED,
    });
  });

  it('does not sign in with broken answers', async () => {
    const { key } = await withKey();
    const whole = () => key.get({ challenge: 'any' });
    const broken: ((response: AuthenticationResponseJSON) => object)[] = [
      () => ({}),
      ({ response: _, ...rest }) => rest,
      (all) => ({ ...all, response: null }),
      (all) => ({ ...all, response: { ...all.response, clientDataJSON: '%%%' } }),
      (all) => ({ ...all, response: { ...all.response, authenticatorData: 'AA' } }),
      (all) => ({ ...all, response: { ...all.response, signature: 7 } }),
      (all) => ({ ...all, response: { ...all.response, userHandle: 7 } }),
    ];
    for (const spoil of broken) {
      const browser = app.desk();
      await challenge(browser);
      expect(await answer(browser, spoil(whole()))).toMatchObject({ status: 401, body: REFUSED });
    }
    expect((await app.desk().post(LOGIN, { response: 'text' })).status).toBe(400);
  });

  it('signs in once with each challenge', async () => {
    const { key } = await withKey();
    const browser = app.desk();
    const options = await challenge(browser);
    const cookie = browser.cookies.get(COOKIE) ?? '';
    const response = key.get(options);
    expect((await answer(browser, response)).status).toBe(200);
    expect(browser.cookies.has(COOKIE)).toBe(false);
    for (const again of [response, key.get(options)]) {
      const thief = app.desk();
      thief.cookies.set(COOKIE, cookie);
      expect(await answer(thief, again)).toMatchObject({ status: 401, body: { message: TOO_LATE } });
    }
  });

  it('signs in once with a challenge that is answered at the same time', async () => {
    const { key } = await withKey();
    const browser = app.desk();
    const response = key.get(await challenge(browser));
    const answers = await Promise.all(Array.from({ length: 5 }, () => answer(browser, response)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401]);
  });

  it('uses up a challenge with a wrong answer', async () => {
    const { key } = await withKey();
    const browser = app.desk();
    const options = await challenge(browser);
    const cookie = browser.cookies.get(COOKIE) ?? '';
    expect((await answer(browser, key.get(options, { isVerified: false }))).status).toBe(401);
    browser.cookies.set(COOKIE, cookie);
    expect((await answer(browser, key.get(options))).status).toBe(401);
  });

  it('signs in within 5 minutes', async () => {
    const { key } = await withKey();
    const [early, late] = [app.desk(), app.desk()];
    const [first, second] = [await challenge(early), await challenge(late)];
    app.clock.advance(5 * MINUTE - 1);
    expect((await answer(early, key.get(first))).status).toBe(200);
    app.clock.advance(1);
    expect((await answer(late, key.get(second))).status).toBe(401);
  });

  it('signs in only in the browser that asked for the challenge', async () => {
    const { key } = await withKey();
    const browser = app.desk();
    const response = key.get(await challenge(browser));
    const other = app.desk();
    expect((await answer(other, response)).status).toBe(401);
    await challenge(other);
    expect((await answer(other, response)).status).toBe(401);
    // Nobody can make a challenge of their own, or a later end.
    const [content = '', signature = ''] = (browser.cookies.get(COOKIE) ?? '').split('.');
    const stored = JSON.parse(Buffer.from(content, 'base64url').toString()) as object;
    const forged = Buffer.from(JSON.stringify({ ...stored, expiresAt: Number.MAX_SAFE_INTEGER }));
    other.cookies.set(COOKIE, `${forged.toString('base64url')}.${signature}`);
    expect((await answer(other, response)).status).toBe(401);
    expect((await answer(browser, response)).status).toBe(200);
  });

  it('is added only to the login that it was offered to, and not with the challenge of a sign-in', async () => {
    const [one, other] = [await adminBrowser(app, someone()), await adminBrowser(app, someone())];
    const response = new Authenticator(ORIGIN).create(await offer(one));
    other.cookies.set(COOKIE, one.cookies.get(COOKIE) ?? '');
    expect((await other.post(PASSKEYS, { name: 'Key', response })).status).toBe(400);
    const options = await offer(one);
    const signInChallenge = await challenge(one);
    const wrong = new Authenticator(ORIGIN).create({ ...options, ...signInChallenge });
    expect((await one.post(PASSKEYS, { name: 'Key', response: wrong })).status).toBe(400);
    expect((await one.self()).body.passkeys).toBe(0);
  });

  it('does not sign in with the challenge of a new passkey', async () => {
    const { browser, key } = await withKey();
    await confirmBy(browser, key);
    const { challenge: ofNew } = await offer(browser);
    const answered = await answer(browser, key.get({ challenge: ofNew }));
    expect(answered).toMatchObject({ status: 401, body: { message: TOO_LATE } });
  });

  it('is removed from its own login alone, and signs in no more', async () => {
    const { browser, key, passkeys } = await withKey();
    const path = `${PASSKEYS}/${passkeys[0]?.id}/remove`;
    const stranger = await adminBrowser(app, someone());
    expect((await stranger.post(path)).status).toBe(204);
    expect((await signIn(app.desk(), key)).status).toBe(200);
    await confirmBy(browser, key);
    expect((await browser.post(path)).status).toBe(204);
    expect(await signIn(app.desk(), key)).toMatchObject({ status: 401, body: REFUSED });
    expect((await browser.get(PASSKEYS)).body).toEqual([]);
    // The proof is worthless with the passkey that gave it.
    expect(await browser.post(`${PASSKEYS}/offer`)).toMatchObject({
      status: 403,
      body: { code: 'sign_in_again' },
    });
  });

  it('of a dismissed admin signs in no more', async () => {
    const username = someone();
    const id = await newAdmin(app, username, 'moderator');
    const { key } = await add(await signedInAdmin(app, username));
    const owner = await adminBrowser(app, someone(), 'owner');
    await owner.dismiss(id);
    expect(await signIn(app.desk(), key)).toMatchObject({ status: 401, body: REFUSED });
    await owner.post(`/api/rtm-sys/admins/${id}/reinstate`, { reason: 'Came back.' });
    expect((await signIn(app.desk(), key)).status).toBe(200);
  });

  it('that counts its signatures does not sign in with a count that did not rise', async () => {
    const { key } = await withKey(new Authenticator(ORIGIN, 7));
    expect((await signIn(app.desk(), key)).status).toBe(200);
    for (const behind of [7, 6, 0]) {
      key.counter = behind;
      expect(await signIn(app.desk(), key)).toMatchObject({ status: 401, body: REFUSED });
    }
    key.counter = 8;
    expect((await signIn(app.desk(), key)).status).toBe(200);
  });
});
