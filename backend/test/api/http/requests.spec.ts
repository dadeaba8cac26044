import { readdirSync } from 'node:fs';
import path from 'node:path';
import { useAdmin } from '../../support/admins.js';
import { unique, useApp } from '../../support/app.js';
import { ADDRESS } from '../../support/browser.js';
import { DESK } from '../../support/desk.js';
import { answerOn, connectionTo } from '../../support/raw-http.js';
import { PASSWORD } from '../../support/visitor.js';

const BUILT = path.join(import.meta.dirname, '../../../../../frontend/dist');
/** Types whose meaning depends on the charset. JavaScript and JSON are text, although their types do not begin so. */
const TEXT = /^text\/|\/xml|\+xml|javascript|json/;
const JSON_TYPE = { 'content-type': 'application/json' };
const OUR_JSON = 'The body must be JSON, with the content type application/json.';

describe('the HTTP layer', () => {
  const app = useApp();
  const finance = useAdmin(app, unique('fin'), 'finance');
  const credentials = () => ({ email: `${unique('ann')}@example.org`, password: PASSWORD });
  const raw = (text: string) => {
    const socket = connectionTo(app.url);
    socket.write(text);
    return answerOn(socket);
  };
  /** Sends a request without origin headers, other than those in `headers`. */
  const send = async (
    method: string,
    address: string,
    headers: Record<string, string> = {},
    body?: string,
  ) => {
    const response = await fetch(new URL(address, app.url), {
      method,
      headers: { [ADDRESS]: app.browser().address, ...headers },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };

  describe('accepts changes only from our own pages', () => {
    const logout = (headers: Record<string, string>) =>
      send('POST', '/api/auth/logout', {
        ...headers,
        ...(headers['origin'] === 'OWN' && { origin: app.url }),
      });

    it.each([
      ['a same-origin fetch', { 'sec-fetch-site': 'same-origin' }],
      ['an old browser on our page', { origin: 'OWN' }],
      ['an address typed in, with our origin', { 'sec-fetch-site': 'none', origin: 'OWN' }],
    ])('accepts %s', async (_, headers) => expect((await logout(headers)).status).toBe(204));

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
      const message = 'This request did not come from a page of this site, so it was rejected.';
      expect(await logout(headers)).toMatchObject({ status: 403, body: { code: 'forbidden', message } });
    });

    it('does not process the body of a rejected request', async () => {
      const given = credentials();
      const headers = { ...JSON_TYPE, origin: 'https://evil.example' };
      const answer = await send('POST', '/api/auth/register', headers, JSON.stringify(given));
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
      expect((await app.browser().login(given.email)).status).toBe(401);
    });
  });

  it('lets no other origin read answers, other than those without a session (V3.4.2)', async () => {
    const origin = 'https://evil.example';
    const preflight = { origin, 'access-control-request-method': 'POST' };
    const posts = await send('GET', '/api/posts', { origin, 'sec-fetch-site': 'cross-site' });
    expect(posts.status).toBe(200);
    for (const { headers } of [
      posts,
      await send('GET', '/api/auth/me', { origin }),
      await send('OPTIONS', '/api/auth/login', preflight),
    ]) {
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });

  describe('returns a message, a code and the request id for', () => {
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
      [
        'a body that is too large',
        JSON.stringify({ email: 'x'.repeat(70_000) }),
        413,
        'too_large',
        'The request is too large.',
      ],
    ])('%s', async (_, body, status, code, message) => {
      const answer = await send('POST', '/api/auth/register', { ...JSON_TYPE, origin: app.url }, body);
      expect(answer.body).toMatchObject({ code, message, requestId: expect.any(String) });
      expect(answer.status).toBe(status);
      expect(answer.headers.get('x-request-id')).toBe(answer.body.requestId);
    });

    it('an unsupported content type (V1.5.1)', async () => {
      const headers = { origin: app.url, 'content-type': 'application/xml' };
      expect(await send('POST', '/api/auth/register', headers, 'hello')).toMatchObject({
        status: 415,
        body: { code: 'unsupported_media_type', message: OUR_JSON },
      });
    });

    it.each(['/api', '/api/', '/api/nothing', '/api/auth/me/more', '/api/%zz'])(
      'an unknown address: %s',
      async (address) => {
        const { status, headers, body } = await send('GET', address);
        expect([400, 404]).toContain(status);
        expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
        const text = expect.any(String);
        expect(body).toEqual({ message: text, code: text, requestId: text });
        expect(body.message).not.toMatch(/Cannot|GET/);
      },
    );

    it('a method that a path does not support', async () => {
      const found = await send('DELETE', '/api/auth/me', { origin: app.url });
      expect(found).toMatchObject({ status: 404, body: { code: 'not_found' } });
    });
  });

  it.each(['"__proto__":{"isAdmin":true}', '"constructor":{"prototype":{"isAdmin":true}}'])(
    'refuses a body that sets a prototype: %s (V1.5.2, V15.3.6)',
    async (poison) => {
      const { email, password } = credentials();
      const register = (rest: string) =>
        app.browser().request('POST', '/api/auth/register', {
          headers: JSON_TYPE,
          body: `{"email":"${email}","password":"${password}"${rest}}`,
        });
      expect(await register(`,${poison}`)).toMatchObject({ status: 400, body: { code: 'invalid' } });
      expect((await register('')).status).toBe(201);
    },
  );

  it('gives each request an id: the caller’s if it is valid, otherwise a new one (V16.4.1)', async () => {
    const idOf = async (given: string) =>
      (await send('GET', '/api/auth/me', { 'x-request-id': given })).body.requestId;
    expect(await idOf('trace-0123456789')).toBe('trace-0123456789');
    for (const odd of ['short', 'with space in it', '<script>alert(1)</script>', 'x'.repeat(65)]) {
      expect(await idOf(odd)).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    }
  });

  it('gives each request an id that its events store, with the user', async () => {
    const id = `causes-events-${unique('')}`;
    const { body: user } = await app.browser().request<{ id: string }>('POST', '/api/auth/register', {
      headers: { ...JSON_TYPE, 'x-request-id': id },
      body: JSON.stringify(credentials()),
    });
    const events = await app.adapters.storage.log.readAll(0, Number.MAX_SAFE_INTEGER);
    const caused = events.filter(({ metadata }) => (metadata as { requestId?: string }).requestId === id);
    expect(caused.map(({ type }) => type)).toEqual([
      'UsernameClaimed',
      'RegistrationOpened',
      'AccountRegistered',
      'VerificationRequested',
    ]);
    const actor = { kind: 'user', id: user.id };
    for (const { metadata } of caused)
      expect(metadata).toMatchObject({ actor, $correlationId: id, $causationId: id });
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
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cache-control': 'private, no-store',
    });
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it('describes the API', async () => {
    const { status, headers } = await send('GET', '/api/docs');
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
    expect(headers.get('content-security-policy')).toContain("style-src 'self' 'unsafe-inline'");
  });

  it('names type and charset of every text (V4.1.1)', async () => {
    const files = readdirSync(BUILT, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && !/\.(?:html|br|gz)$/.test(file.name))
      .map(({ parentPath, name }) => `/${path.relative(BUILT, path.join(parentPath, name))}`);
    const oneOfEachType = new Map(files.map((file) => [path.extname(file), file])).values();
    const api = ['/api/posts', '/api/nothing', '/api/docs', '/api/docs-json'];
    const addresses = [
      ...oneOfEachType,
      '/',
      '/nope',
      ...api,
      '/sandbox/mail',
      '/sandbox/payments',
      '/health',
    ];
    const list = `${DESK}/payments?format=csv`;
    const answers = [
      ...(await Promise.all(addresses.map(async (to) => [to, await app.browser().get(to)] as const))),
      [list, await finance.get(list)] as const,
    ];
    const types = answers.map(([to, { headers }]) => [to, headers.get('content-type') ?? 'none'] as const);
    expect(types.filter(([, type]) => type === 'none')).toEqual([]);
    const vague = types.filter(([, type]) => TEXT.test(type) && !/; ?charset=utf-8$/i.test(type));
    expect(vague).toEqual([]);
  });

  it('echoes no request with TRACE (V13.4.4)', async () => {
    const { status, body } = await raw(
      'TRACE /api/posts HTTP/1.1\r\nHost: a\r\nX-Mark: echoed\r\nConnection: close\r\n\r\n',
    );
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body).not.toContain('echoed');
  });

  it.each([
    ['a length and chunks', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /'],
    ['two lengths', 'Content-Length: 0\r\nContent-Length: 5\r\n\r\nGET /'],
    ['chunks that are not the last coding', 'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n'],
  ])('refuses a request whose end is ambiguous: %s (V4.2.1)', async (_, rest) => {
    const { status, body } = await raw(`POST /api/auth/logout HTTP/1.1\r\nHost: a\r\n${rest}`);
    expect(status).toBe(400);
    expect(body).not.toContain('HTTP/1.1');
  });

  it.each(['/assets', '/assets/', '/images', '/images/', '/sandbox/', '/health/'])(
    'lists no folder: %s (V13.4.3)',
    async (address) => expect((await app.browser().get(address)).status).toBe(404),
  );
});
