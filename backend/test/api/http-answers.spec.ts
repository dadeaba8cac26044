import { readdirSync } from 'node:fs';
import path from 'node:path';
import { useAdmin } from '../support/admins.js';
import { useOwnApp } from '../support/app.js';
import { answerOn, connectionTo } from '../support/raw-http.js';
import { PASSWORD } from '../support/visitor.js';

const BUILT = path.join(import.meta.dirname, '../../../../frontend/dist');
/** Types whose meaning depends on the charset. JavaScript and JSON are text, although their types do not begin so. */
const TEXT = /^text\/|\/xml|\+xml|javascript|json/;

describe('answers of the server', () => {
  const app = useOwnApp('not shared yet');
  const finance = useAdmin(app, 'fin', 'finance');
  const raw = (text: string) => {
    const socket = connectionTo(app.url);
    socket.write(text);
    return answerOn(socket);
  };

  it('contain no account at first (V6.3.2)', async () => {
    const events = await app.adapters.storage.log.readAll(0, 1000);
    // The login of the test's own admin.
    expect(events.filter(({ type }) => type === 'AdminCreated')).toHaveLength(1);
    expect(events.filter(({ type }) => type === 'AccountRegistered')).toEqual([]);
  });

  it('name type and charset of every text (V4.1.1)', async () => {
    const files = readdirSync(BUILT, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && !/\.(?:html|br|gz)$/.test(file.name))
      .map(({ parentPath, name }) => `/${path.relative(BUILT, path.join(parentPath, name))}`);
    const oneOfEachType = new Map(files.map((file) => [path.extname(file), file])).values();
    const addresses = [
      ...oneOfEachType,
      '/',
      '/nope',
      '/api/posts',
      '/api/nothing',
      '/api/docs',
      '/api/docs-json',
      '/sandbox/mail',
      '/sandbox/payments',
      '/health',
    ];
    const list = '/api/rtm-sys/payments?format=csv';
    const answers = [
      ...(await Promise.all(addresses.map(async (to) => [to, await app.browser().get(to)] as const))),
      [list, await finance.get(list)] as const,
    ];
    const types = answers.map(([to, { headers }]) => [to, headers.get('content-type') ?? 'none'] as const);
    expect(types.filter(([, type]) => type === 'none')).toEqual([]);
    const vague = types.filter(([, type]) => TEXT.test(type) && !/; ?charset=utf-8$/i.test(type));
    expect(vague).toEqual([]);
  });

  it('let no other origin read them (V3.4.2)', async () => {
    const origin = 'https://evil.example';
    const preflight = { origin, 'access-control-request-method': 'POST' };
    for (const { headers } of [
      await app.browser().request('GET', '/api/posts', { headers: { origin } }),
      await app.browser().request('GET', '/api/auth/me', { headers: { origin } }),
      await app.browser().request('OPTIONS', '/api/auth/login', { headers: preflight }),
    ]) {
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });

  it.each(['"__proto__":{"isAdmin":true}', '"constructor":{"prototype":{"isAdmin":true}}'])(
    'refuse a body that sets a prototype: %s (V1.5.2, V15.3.6)',
    async (poison) => {
      const register = (rest: string) =>
        app.browser().request('POST', '/api/auth/register', {
          headers: { 'content-type': 'application/json' },
          body: `{"email":"eve@example.org","password":"${PASSWORD}"${rest}}`,
        });
      expect((await register(`,${poison}`)).status).toBe(400);
      expect((await register('')).status).toBe(201);
    },
  );

  it('echo no request with TRACE (V13.4.4)', async () => {
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
  ])('refuse a request whose end is ambiguous: %s (V4.2.1)', async (_, rest) => {
    const { status, body } = await raw(`POST /api/auth/logout HTTP/1.1\r\nHost: a\r\n${rest}`);
    expect(status).toBe(400);
    expect(body).not.toContain('HTTP/1.1');
  });

  it.each(['/assets', '/assets/', '/images', '/images/', '/sandbox/', '/health/'])(
    'list no folder: %s (V13.4.3)',
    async (address) => expect((await app.browser().get(address)).status).toBe(404),
  );
});
