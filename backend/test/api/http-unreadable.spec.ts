import { once } from 'node:events';
import { useOwnApp } from '../support/app.js';
import { LogLines } from '../support/log-lines.js';
import { routesOf } from '../support/routes.js';
import { answerOn, connectionTo } from '../support/raw-http.js';

const HOST = 'Host: footnote\r\nConnection: close\r\n';
const JSON_OF = (length: number) => `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
/** The calls that take other bodies too. */
const isJson = (path: string) =>
  path.startsWith('/api/') &&
  !/^\/api\/(?:stripe\/webhook|unsubscribe|upload|posts\/publish-direct|user\/profile\/picture)$/.test(path);
const FORM = 'Content-Type: multipart/form-data; boundary=X\r\nContent-Length: 2000\r\n\r\n--X\r\n';

describe('an unreadable request', () => {
  const log = new LogLines();
  const app = useOwnApp('not shared yet', { log });
  beforeEach(() => log.lines.splice(0));

  const sent = (text: string) => {
    const socket = connectionTo(app.url);
    socket.write(text);
    return socket;
  };
  const raw = (text: string) => answerOn(sent(text));

  it.each([
    ['an unknown method', `BREW /coffee HTTP/1.1\r\n${HOST}\r\n`, 400, 'invalid'],
    ['a method of proxies', `CONNECT other:443 HTTP/1.1\r\n${HOST}\r\n`, 400, 'invalid'],
    ['an unknown version', `GET / HTTP/3.9\r\n${HOST}\r\n`, 400, 'invalid'],
    // Short enough to arrive in one piece: after its answer, the server resets a connection that sends more.
    [
      'headers that are too large',
      `GET / HTTP/1.1\r\n${HOST}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'too_large',
    ],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'invalid'],
    ['an empty host', 'GET / HTTP/1.1\r\nHost: \r\nConnection: close\r\n\r\n', 400, 'invalid'],
    ['two hosts', `GET / HTTP/1.1\r\n${HOST}host: other\r\n\r\n`, 400, 'invalid'],
    ['twice the same host', `GET /api/posts HTTP/1.1\r\n${HOST}HOST: footnote\r\n\r\n`, 400, 'invalid'],
    [
      'two hosts in one header',
      'GET / HTTP/1.1\r\nHost: footnote, other\r\nConnection: close\r\n\r\n',
      400,
      'invalid',
    ],
    ['two hosts in HTTP/1.0', 'GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n', 400, 'invalid'],
    ['a malformed address', `GET /% HTTP/1.1\r\n${HOST}\r\n`, 400, 'invalid'],
    ['a malformed address of the API', `GET /api/%zz HTTP/1.1\r\n${HOST}\r\n`, 400, 'invalid'],
    ['half a character', `GET /post/%E0%A4%A HTTP/1.1\r\n${HOST}\r\n`, 400, 'invalid'],
    [
      'a length that is no number',
      `POST /api/auth/login HTTP/1.1\r\n${HOST}Content-Length: 2x\r\n\r\n{}`,
      400,
      'invalid',
    ],
    [
      'a broken chunk',
      `POST /api/auth/login HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      400,
      'invalid',
    ],
    [
      'a broken content type',
      `POST /api/auth/login HTTP/1.1\r\n${HOST}Content-Type: ;;\r\nContent-Length: 2\r\n\r\n{}`,
      415,
      'unsupported_media_type',
    ],
  ])('with %s gets an error like any other, and a line in the log', async (_, text, status, code) => {
    const answer = await raw(text);
    const body = JSON.parse(answer.body) as { requestId: string };
    expect([answer.status, body]).toEqual([
      status,
      {
        message: expect.stringMatching(/^(The|This) .*\.$/),
        code,
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    ]);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'x-request-id': body.requestId,
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    await log.lines.one(
      'its line in the log',
      (line) => line['level'] === 'info' && line['requestId'] === body.requestId && line['status'] === status,
    );
  });

  it.each([
    ['an invalid cookie', 'Cookie: %zz=%zz; session=%ff; =; __proto__=1\r\n'],
    ['an unknown expectation', 'Expect: tea\r\n'],
    ['a protocol to switch to', 'Upgrade: websocket\r\n'],
    ['invalid ranges and dates', 'Range: bytes=9-1\r\nIf-Modified-Since: tea\r\nIf-None-Match: ,\r\n'],
  ])('with %s is served as without it', async (_, headers) => {
    const { status } = await raw(`GET /api/posts HTTP/1.1\r\n${HOST}${headers}\r\n`);
    expect(status).toBe(200);
  });

  it.each([
    ['a body', `POST /api/auth/login HTTP/1.1\r\n${HOST}Origin: http://footnote\r\n${JSON_OF(200)}{"a`],
    [
      'an upload',
      `POST /api/upload HTTP/1.1\r\n${HOST}Origin: http://footnote\r\n${FORM}Content-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\nhello`,
    ],
  ])('that breaks off in %s is a line in the log, no error', async (_, text) => {
    const socket = sent(text);
    const [arrived] = await once(app.server.getHttpServer(), 'request');
    // It was sent at once, so it was read at once.
    expect(arrived.socket.bytesRead).toBe(text.length);
    socket.resetAndDestroy();
    await log.lines.one('its line in the log', ({ msg }) => msg === 'a request broke off');
    expect(log.lines).toContainEqual(expect.objectContaining({ level: 'info', method: 'POST' }));
    expect(log.lines.filter(({ level }) => level === 'error' || level === 'warn')).toEqual([]);
    expect(JSON.stringify(log.lines)).not.toContain('stack');
  });

  it('is not answered on a connection that has not sent a byte', async () => {
    const socket = connectionTo(app.url);
    const [side] = await once(app.server.getHttpServer(), 'connection');
    app.server.getHttpServer().emit('clientError', new Error('too late'), side);
    expect(Number.isNaN((await answerOn(socket)).status)).toBe(true);
    expect(log.lines).toEqual([]);
  });

  it.each(['/api/posts', '/health', '/'])(
    'that names two hosts gets no answer that is kept: %s',
    async (path) => {
      for (const hosts of [`${HOST}Host: other\r\n`, 'Host: footnote,other\r\nConnection: close\r\n']) {
        await app.browser().request('GET', path);
        expect(await raw(`GET ${path} HTTP/1.1\r\n${hosts}\r\n`)).toMatchObject({ status: 400 });
      }
    },
  );

  it.each([
    ['a form', 'Content-Type: application/x-www-form-urlencoded\r\n', 'email=a%40b.org&password=x'],
    ['text', 'Content-Type: text/plain\r\n', '{"email":"a@b.org"}'],
    ['text that looks like JSON', 'Content-Type: text/plain; application/json\r\n', '{"email":"a@b.org"}'],
    ['a form with files', 'Content-Type: multipart/form-data; boundary=X\r\n', '--X--\r\n'],
    ['another kind of JSON', 'Content-Type: application/json-patch+json\r\n', '[]'],
    ['no type', '', '{"email":"a@b.org"}'],
  ])('with %s where the API reads JSON is rejected on every route', async (_, type, body) => {
    const writes = routesOf(app).filter(({ method, path }) => method !== 'GET' && isJson(path));
    expect(writes.length).toBeGreaterThan(100);
    for (const { call, method, path } of writes) {
      const address = path.replaceAll(/:\w+/g, 'x');
      const answer = await raw(
        `${method} ${address} HTTP/1.1\r\n${HOST}${type}Content-Length: ${body.length}\r\n\r\n${body}`,
      );
      expect({ call, status: answer.status, body: JSON.parse(answer.body) as object }).toMatchObject({
        call,
        status: 415,
        body: {
          message: 'The body must be JSON, with the content type application/json.',
          code: 'unsupported_media_type',
        },
      });
    }
  });

  it('with a body nested too deeply is rejected on every route, before anything reads it', async () => {
    const body = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
    const writes = routesOf(app).filter(({ method }) => method !== 'GET');
    const refused = { status: 400, body: { code: 'invalid', requestId: expect.any(String) } };
    for (const { call, method, path } of writes) {
      const address = path.replaceAll(/:\w+/g, 'x');
      const headers = { 'content-type': 'application/json', 'idempotency-key': 'a-key-of-this-test' };
      const answer = await app.browser().request(method, address, { headers, body });
      expect({ call, ...answer }).toMatchObject({ call, ...refused });
    }
    expect(writes.map(({ path }) => path)).toContain('/api/stripe/webhook');
  });
});
