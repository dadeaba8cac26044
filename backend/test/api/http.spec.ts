import type { Alarm } from '../../src/kernel/alarms.js';
import { AlarmMails } from '../../src/reactions/mails/alarm-mails.js';
import { newAdmin } from '../support/admins.js';
import { startApp, useOwnApp } from '../support/app.js';
import { LogLines } from '../support/log-lines.js';
import { mailsTo } from '../support/mails.js';
import { verified } from '../support/people.js';

const CREDENTIALS = { email: 'ann@example.org', password: 'quiet meadow lane' };
const JSON_TYPE = { 'content-type': 'application/json' };

describe('the HTTP layer', () => {
  const app = useOwnApp('not shared yet');
  /** Sends a request without origin headers, other than those in `headers`. */
  const send = async (
    method: string,
    address: string,
    headers: Record<string, string> = {},
    body?: string,
  ) => {
    const response = await fetch(new URL(address, app.url), {
      method,
      headers,
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };

  describe('accepts changes only from our own pages', () => {
    const logout = (headers: Record<string, string>) => send('POST', '/api/auth/logout', headers);

    it.each([
      ['a same-origin fetch', { 'sec-fetch-site': 'same-origin' }],
      ['an old browser on our page', { origin: 'OWN' }],
      ['an address typed in, with our origin', { 'sec-fetch-site': 'none', origin: 'OWN' }],
    ])('accepts %s', async (_, headers) => {
      const own = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, value.replace('OWN', app.url)]),
      );
      expect((await logout(own)).status).toBe(204);
    });

    it.each([
      ['a request that does not say where it comes from', {}],
      ['a page of another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
      ['another site that claims our origin', { 'sec-fetch-site': 'cross-site', origin: 'OWN' }],
      ['another host of the same site', { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:1' }],
      ['an old browser on another site', { origin: 'https://evil.example' }],
      ['our host on another port', { origin: 'http://127.0.0.1:1' }],
      ['a sandboxed frame', { origin: 'null' }],
      ['nonsense', { origin: '://', 'sec-fetch-site': 'none' }],
    ])('rejects %s (V3.5.1)', async (_, headers) => {
      const sent = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, value.replace('OWN', app.url)]),
      );
      expect(await logout(sent)).toMatchObject({
        status: 403,
        body: {
          code: 'forbidden',
          message: 'This request did not come from a page of this site, so it was rejected.',
        },
      });
    });

    it('does not process the body of a rejected request', async () => {
      const body = JSON.stringify(CREDENTIALS);
      const { status, headers } = await send(
        'POST',
        '/api/auth/register',
        { ...JSON_TYPE, origin: 'https://evil.example' },
        body,
      );
      expect([status, headers.getSetCookie()]).toEqual([403, []]);
      expect((await app.browser().post('/api/auth/login', CREDENTIALS)).status).toBe(401);
    });

    it('accepts pages of the public address behind a proxy that renames the host', async () => {
      await using proxied = await startApp({
        env: { PUBLIC_URL: 'https://footnote.example', ALLOW_SANDBOX: 'yes' },
      });
      const from = (origin: string) =>
        fetch(new URL('/api/auth/logout', proxied.url), { method: 'POST', headers: { origin } });
      expect((await from('https://footnote.example')).status).toBe(204);
      expect((await from('https://other.example')).status).toBe(403);
    });

    it('says what came and what was expected, and raises an alarm once three people are refused', async () => {
      const log = new LogLines();
      const env = { PUBLIC_URL: 'https://wrong.example', ALLOW_SANDBOX: 'yes' };
      await using site = await startApp({ env, log });
      await newAdmin(site, 'olga', 'owner', 'olga@example.org');
      const people = ['ann', 'bob', 'cleo', 'dora'].map(async (name) =>
        verified(site, `${name}@example.org`),
      );
      const [ann, bob, cleo, dora] = (await Promise.all(people)).map(({ browser }) => browser);
      const foreign = { origin: 'https://real.example', host: 'upstream' };
      const patch = async (browser = site.browser(), headers: Record<string, string> = foreign) => {
        const sent = { 'content-type': 'application/json', ...headers };
        return (await browser.request('PATCH', '/api/user/profile', { headers: sent, body: '{}' })).status;
      };
      const alarm = async () => {
        const { body } = await site.browser().get<{ status: string; alarms: Alarm[] }>('/health');
        return { status: body.status, problem: body.alarms[0]?.problem ?? null };
      };
      const nothing = { status: 'ok', problem: null };

      // Anybody can send these.
      for (let times = 0; times < 5; times += 1) expect(await patch()).toBe(403);
      for (const browser of [ann, bob, ann, bob]) expect(await patch(browser)).toBe(403);
      expect(await alarm()).toEqual(nothing);
      expect(await patch(cleo)).toBe(403);
      const raised = {
        status: 'ok',
        problem:
          'the last writes of three accounts within an hour were refused, because they did not come from wrong.example; the log of the program has what came',
      };
      expect(await alarm()).toEqual(raised);
      expect(log.lines.find(({ came }) => came !== undefined)).toMatchObject({
        msg: 'a write was refused, because its origin is not the site',
        came: { origin: 'https://real.example', 'sec-fetch-site': 'none' },
        expected: 'wrong.example',
      });
      await site.server.get(AlarmMails, { strict: false }).send();
      const [mailed] = await mailsTo(site, 'olga@example.org', 1);
      expect([mailed?.subject, mailed?.text]).toEqual([
        'What people send is refused',
        expect.stringContaining(raised.problem),
      ]);

      // Most browsers send this, so it says nothing about the others.
      expect(await patch(dora, { 'sec-fetch-site': 'same-origin' })).toBe(200);
      expect(await alarm()).toEqual(raised);
      site.clock.advance(3_600_000);
      expect(await alarm()).toEqual(nothing);
      for (const browser of [ann, bob, cleo]) await patch(browser);
      expect(await alarm()).toEqual(raised);
      expect(await patch(bob, { origin: site.url })).toBe(200);
      expect(await alarm()).toEqual(nothing);
    });

    it('lets any site read', async () => {
      expect(
        (await send('GET', '/api/posts', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }))
          .status,
      ).toBe(200);
    });
  });

  describe('returns a message, a code and the request id for', () => {
    const own = () => ({ ...JSON_TYPE, origin: app.url });

    it.each([
      [
        'broken JSON',
        '{"email":',
        400,
        'invalid',
        'The request could not be read. Please check the data that you sent.',
      ],
      ['a body that is not an object', '"ann"', 400, 'invalid', expect.any(String)],
      ['an empty body', '', 400, 'invalid', expect.any(String)],
      ['a body that sets __proto__', '{"__proto__":{"isAdmin":true}}', 400, 'invalid', expect.any(String)],
      [
        'a body that is too large',
        JSON.stringify({ email: 'x'.repeat(70_000) }),
        413,
        'too_large',
        'The request is too large.',
      ],
    ])('%s', async (_, body, status, code, message) => {
      const answer = await send('POST', '/api/auth/register', own(), body);
      expect(answer.body).toMatchObject({ code, message, requestId: expect.any(String) });
      expect(answer.status).toBe(status);
      expect(answer.headers.get('x-request-id')).toBe(answer.body.requestId);
    });

    it('an unsupported content type (V1.5.1)', async () => {
      const answer = await send(
        'POST',
        '/api/auth/register',
        { origin: app.url, 'content-type': 'application/xml' },
        'hello',
      );
      expect(answer).toMatchObject({
        status: 415,
        body: {
          code: 'unsupported_media_type',
          message: 'The body must be JSON, with the content type application/json.',
        },
      });
    });

    it.each(['/api', '/api/', '/api/nothing', '/api/auth/me/more', '/api/%zz'])(
      'an unknown address: %s',
      async (address) => {
        const { status, headers, body } = await send('GET', address);
        expect([400, 404]).toContain(status);
        expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
        expect(body).toEqual({
          message: expect.any(String),
          code: expect.any(String),
          requestId: expect.any(String),
        });
        expect(body.message).not.toMatch(/Cannot|GET/);
      },
    );

    it('a method that a path does not support', async () => {
      expect(await send('DELETE', '/api/auth/me', { origin: app.url })).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      });
    });
  });

  describe('gives each request an id', () => {
    it('from the caller if it is valid, otherwise a new one (V16.4.1)', async () => {
      const idOf = async (given: string) =>
        (await send('GET', '/api/auth/me', { 'x-request-id': given })).body.requestId;
      expect(await idOf('trace-0123456789')).toBe('trace-0123456789');
      for (const odd of ['short', 'with space in it', '<script>alert(1)</script>', 'x'.repeat(65)]) {
        expect(await idOf(odd)).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
      }
    });

    it('that its events store, with the user', async () => {
      const browser = app.browser();
      const headers = { ...JSON_TYPE, 'x-request-id': 'causes-events-1' };
      const body = JSON.stringify({ ...CREDENTIALS, email: 'causes@example.org' });
      const { body: user } = await browser.request<{ id: string }>('POST', '/api/auth/register', {
        headers,
        body,
      });
      const events = await app.adapters.storage.log.readAll(0, 1000);
      const caused = events.filter(
        ({ metadata }) => (metadata as { requestId?: string }).requestId === 'causes-events-1',
      );
      expect(caused.map(({ type }) => type)).toEqual([
        'UsernameClaimed',
        'RegistrationOpened',
        'AccountRegistered',
        'VerificationRequested',
      ]);
      for (const { metadata } of caused) {
        expect(metadata).toMatchObject({
          actor: { kind: 'user', id: user.id },
          $correlationId: 'causes-events-1',
          $causationId: 'causes-events-1',
        });
      }
    });
  });

  it('sends headers against foreign content, inline scripts, framing, caching and leaking addresses (V3.4.3, V3.4.4, V3.4.5, V3.4.6, V14.3.2)', async () => {
    const { headers } = await send('GET', '/api/auth/me');
    const policy = headers.get('content-security-policy')?.split(';') ?? [];
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ]),
    );
    expect(policy.join()).not.toMatch(/unsafe|\*|http/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it('describes the API unless a setting says otherwise', async () => {
    const { status, headers } = await send('GET', '/api/docs');
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
    expect(headers.get('content-security-policy')).toContain("style-src 'self' 'unsafe-inline'");
    await using silent = await startApp({ env: { API_DOCS: 'off' } });
    for (const address of ['/api/docs', '/api/docs-json', '/api/docs-yaml', '/api/docs/swagger-ui.css']) {
      expect((await silent.browser().get(address)).status).toBe(404);
    }
  });
});
