import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { adminBrowser } from '../support/admins.js';
import { useOwnApp } from '../support/app.js';
import { Authenticator } from '../support/authenticator.js';
import { ADMIN_PASSWORD, Desk } from '../support/desk.js';
import { expectRefusal, from } from '../support/limits.js';
import {
  LOGIN,
  ORIGIN,
  PASSKEYS,
  add,
  answer,
  challenge,
  confirmBy,
  offer,
  signIn,
} from '../support/passkeys.js';
import { verified } from '../support/people.js';

describe('where every admin needs a second factor', () => {
  const app = useOwnApp('not shared yet', { per: 'start' });

  it('a passkey is one: then the password alone signs in no more', async () => {
    await app.start({ env: { PUBLIC_URL: ORIGIN, ALLOW_SANDBOX: 'yes', ADMIN_REQUIRE_TOTP: 'on' } });
    const browser = await adminBrowser(app, 'olga', 'owner');
    expect((await browser.admins()).status).toBe(403);
    const { key, passkeys } = await add(browser);
    expect((await browser.admins()).status).toBe(200);
    const byPassword = (password: string) => app.desk().signIn('olga', { password });
    expect(await byPassword(ADMIN_PASSWORD)).toMatchObject({
      status: 401,
      body: { code: 'passkey_required', message: 'Please sign in with your passkey.' },
    });
    expect(await byPassword('not the password')).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated', message: 'Invalid credentials' },
    });
    const { status, body } = await signIn(app.desk(), key);
    expect(status).toBe(200);
    expect(body.mustEnrolTotp).toBe(false);
    expect((await confirmBy(browser, key)).status).toBe(204);
    expect(await browser.post(`${PASSKEYS}/${passkeys[0]?.id}/remove`)).toMatchObject({
      status: 403,
      body: { message: 'Every admin needs an authenticator app or a passkey here.' },
    });
  });
});

describe('limits of sign-ins with passkeys', () => {
  const app = useOwnApp('not shared yet', { per: 'start' });

  it('count by network, so that nobody outside can lock an admin out', async () => {
    const env = { PUBLIC_URL: ORIGIN, ALLOW_SANDBOX: 'yes', RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' };
    await app.start({ env });
    const { key } = await add(await adminBrowser(app, 'olga'));
    const send = <Body>(browser: Desk, network: string, path: string, body: object) =>
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
      expect((await send(app.desk(), '192.0.2.1', `${LOGIN}/offer`, {})).status).toBe(200);
    }
    expectRefusal(await send(app.desk(), '192.0.2.1', `${LOGIN}/offer`, {}), 300, '5 minutes');
    const browser = app.desk();
    const { options } = (
      await send<{ options: PublicKeyCredentialRequestOptionsJSON }>(
        browser,
        '198.51.100.1',
        `${LOGIN}/offer`,
        {},
      )
    ).body;
    const response = key.get(options);
    expect((await send(browser, '198.51.100.1', LOGIN, { response })).status).toBe(200);
  });
});

describe('without a public address', () => {
  const app = useOwnApp('not shared yet', { per: 'start' });

  it('passkeys work at localhost, and neither at IP addresses nor at other names', async () => {
    await app.start();
    const byAddress = await adminBrowser(app, 'olga');
    expect(await byAddress.post(`${LOGIN}/offer`)).toMatchObject({
      status: 409,
      body: { code: 'passkeys_unavailable' },
    });
    expect((await byAddress.post(`${PASSKEYS}/offer`)).status).toBe(409);
    // Behind a proxy with https, for a name that a stranger pointed here.
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' };
    expect((await app.desk().request('POST', `${LOGIN}/offer`, { headers })).status).toBe(409);

    const local = app.url.replace('127.0.0.1', 'localhost');
    const browser = new Desk({ url: local });
    await browser.signIn('olga');
    const { key } = await add(browser, new Authenticator(local));
    expect((await signIn(new Desk({ url: local }), key)).status).toBe(200);
    expect((await signIn(new Desk({ url: local }), key, { origin: 'http://localhost:1' })).status).toBe(401);
  });
});

describe('the events of a passkey', () => {
  const app = useOwnApp('not shared yet', { per: 'start' });

  it('are stored encrypted', async () => {
    await app.start({ env: { PUBLIC_URL: ORIGIN, ALLOW_SANDBOX: 'yes' } });
    const browser = await adminBrowser(app, 'olga');
    const response = new Authenticator(ORIGIN).create(await offer(browser));
    expect((await browser.post(PASSKEYS, { name: 'Grey walrus', response })).status).toBe(200);
    const stream = `admin-${(await browser.self()).body.id}`;
    const logged = JSON.stringify(await app.adapters.storage.log.readStream(stream));
    expect(logged).toMatch(/PasskeyAdded.*internal/);
    const texts = [logged, ...(await app.texts())];
    for (const secret of ['Grey walrus', response.id]) {
      expect(texts.filter((text) => text.includes(secret))).toEqual([]);
    }
  });
});

describe('a passkey of the back office', () => {
  const app = useOwnApp('not shared yet', { per: 'start' });

  it('has nothing to do with the sessions of the site', async () => {
    await app.start({ env: { PUBLIC_URL: ORIGIN, ALLOW_SANDBOX: 'yes' } });
    const { key } = await add(await adminBrowser(app, 'olga'));
    const { browser } = await verified(app, 'ann@example.org');
    const session = browser.cookies.get('__Host-session') ?? '';
    expect(session).not.toBe('');
    const person = app.desk();
    for (const name of ['__Secure-admin', '__Secure-passkey']) person.cookies.set(name, session);
    expect((await person.get(PASSKEYS)).status).toBe(401);
    expect((await person.post(`${PASSKEYS}/offer`)).status).toBe(401);
    expect((await answer(person, key.get({ challenge: session }))).status).toBe(401);
    await challenge(person);
    person.cookies.set('__Secure-admin', person.cookies.get('__Secure-passkey') ?? '');
    expect((await person.self()).status).toBe(401);
  });
});
