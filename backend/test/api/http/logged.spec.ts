import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createLogger, joinedByTurn } from '../../../src/api/http/logger.js';
import type { Alarm } from '../../../src/kernel/alarms.js';
import { Views } from '../../../src/kernel/projection.js';
import type { CurrentViews } from '../../../src/kernel/views/current-views.js';
import { AlarmMails } from '../../../src/reactions/mails/alarm-mails.js';
import { useAdmin } from '../../support/admins.js';
import { unique, useOwnApp } from '../../support/app.js';
import { useFolder } from '../../support/folder.js';
import { LogLines } from '../../support/log-lines.js';
import { mailsTo, tokenIn } from '../../support/mails.js';
import { joining } from '../../support/people.js';
import { answerOn, connectionTo } from '../../support/raw-http.js';
import { routesOf } from '../../support/routes.js';

const HOST = 'Host: footnote\r\nConnection: close\r\n';
const JSON_OF = (length: number) => `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
/** The calls that take other bodies too. */
const isJson = (path: string) =>
  path.startsWith('/api/') &&
  !/^\/api\/(?:stripe\/webhook|unsubscribe|upload|posts\/publish-direct|user\/profile\/picture)$/.test(path);
const FORM = 'Content-Type: multipart/form-data; boundary=X\r\nContent-Length: 2000\r\n\r\n--X\r\n';

const log = new LogLines();
const env = { PUBLIC_URL: 'https://footnote.example', ALLOW_SANDBOX: 'yes', API_DOCS: 'off' };

describe('a server with a log and a public address', () => {
  const app = useOwnApp('reads its log, and begins empty', { env, log });
  useAdmin(app, 'olga', 'owner', 'olga@example.org');
  beforeEach(async () => {
    // The line of a request comes after its answer: here, after the lines of the last test.
    const requestId = unique('the-mark-of-test-');
    await app.browser().request('GET', '/robots.txt', { headers: { 'x-request-id': requestId } });
    await log.lines.one('the mark', (line) => line['requestId'] === requestId);
    log.lines.splice(0);
  });

  const sent = (text: string) => {
    const socket = connectionTo(app.url);
    socket.write(text);
    return socket;
  };
  const raw = (text: string) => answerOn(sent(text));

  it('contains no account at first (V6.3.2)', async () => {
    const events = await app.adapters.storage.log.readAll(0, 1000);
    // The login of the test's own admin.
    expect(events.filter(({ type }) => type === 'AdminCreated')).toHaveLength(1);
    expect(events.filter(({ type }) => type === 'AccountRegistered')).toEqual([]);
  });

  it('does not describe the API if a setting says so', async () => {
    for (const address of ['/api/docs', '/api/docs-json', '/api/docs-yaml', '/api/docs/swagger-ui.css']) {
      expect((await app.browser().get(address)).status).toBe(404);
    }
  });

  it('logs each request with its id, and no secret or personal data (V16.2.4)', async () => {
    const browser = app.browser();
    const email = 'very-private@example.org';
    const password = 'quiet meadow lane';
    await browser.register(email, password);
    const session = browser.cookies.get('__Host-session') ?? '';
    expect(session.length).toBeGreaterThan(20);
    await browser.login(email, 'wrong meadow lane');
    await browser.verifyEmail('secret-token-in-a-body');
    await browser.get('/api/nothing?token=secret-token-in-an-address');
    await browser.request('GET', '/api/auth/me', {
      headers: { authorization: 'Bearer secret-header', 'x-request-id': 'the-last-request' },
    });
    await log.lines.one('the last line', ({ requestId }) => requestId === 'the-last-request');
    const requests = log.lines.filter(({ msg }) => msg === 'request');
    expect(requests.map((line) => [line['method'], line['path'], line['status']])).toEqual([
      ['POST', '/api/auth/register', 201],
      ['POST', '/api/auth/login', 401],
      ['POST', '/api/auth/verify-email', 400],
      ['GET', '/api/nothing', 404],
      ['GET', '/api/auth/me', 200],
    ]);
    const line = { level: 'info', requestId: 'the-last-request', time: expect.any(String) };
    expect(requests.at(-1)).toMatchObject(line);
    const [mail] = await mailsTo(app, email, 1);
    const token = tokenIn(mail);
    const lines = JSON.stringify(log.lines);
    for (const secret of ['very-private', password, 'wrong meadow', session, 'secret-', token])
      expect(lines).not.toContain(secret);
  });

  describe('accepts changes from pages of its public address', () => {
    const join = joining(app, 'person');
    const foreign = { origin: 'https://real.example', host: 'upstream' };
    const patch = async (browser = app.browser(), headers: Record<string, string> = foreign) => {
      const given = { 'content-type': 'application/json', ...headers };
      return (await browser.request('PATCH', '/api/user/profile', { headers: given, body: '{}' })).status;
    };
    const alarm = async () => {
      const { body } = await app.browser().get<{ status: string; alarms: Alarm[] }>('/health');
      return { status: body.status, problem: body.alarms[0]?.problem ?? null };
    };

    it('behind a proxy that renames the host', async () => {
      const { browser } = await join();
      expect(await patch(browser, { origin: 'https://footnote.example' })).toBe(200);
      expect(await patch(browser, { origin: 'https://other.example' })).toBe(403);
      expect(await patch(browser, { origin: 'https://footnote.example' })).toBe(200);
    });

    it('only; it says what came and what was expected, and raises an alarm once three people are refused', async () => {
      const people = [await join(), await join(), await join(), await join()] as const;
      const [ann, bob, cleo, dora] = people.map(({ browser }) => browser);
      const nothing = { status: 'ok', problem: null };

      // Anybody can send these.
      for (let times = 0; times < 5; times += 1) expect(await patch()).toBe(403);
      for (const browser of [ann, bob, ann, bob]) expect(await patch(browser)).toBe(403);
      expect(await alarm()).toEqual(nothing);
      expect(await patch(cleo)).toBe(403);
      const raised = {
        status: 'ok',
        problem:
          'the last writes of three accounts within an hour were refused, because they did not come from footnote.example; the log of the program has what came',
      };
      expect(await alarm()).toEqual(raised);
      expect(log.lines.find(({ came }) => came !== undefined)).toMatchObject({
        msg: 'a write was refused, because its origin is not the site',
        came: { origin: 'https://real.example', 'sec-fetch-site': 'none' },
        expected: 'footnote.example',
      });
      await app.server.get(AlarmMails, { strict: false }).send();
      const [mailed] = await mailsTo(app, 'olga@example.org', 1);
      const text = expect.stringContaining(raised.problem);
      expect([mailed?.subject, mailed?.text]).toEqual(['What people send is refused', text]);

      // Most browsers send this, so it says nothing about the others.
      expect(await patch(dora, { 'sec-fetch-site': 'same-origin' })).toBe(200);
      expect(await alarm()).toEqual(raised);
      app.clock.advance(3_600_000);
      expect(await alarm()).toEqual(nothing);
      for (const browser of [ann, bob, cleo]) await patch(browser);
      expect(await alarm()).toEqual(raised);
      expect(await patch(bob, { origin: app.url })).toBe(200);
      expect(await alarm()).toEqual(nothing);
    });
  });

  describe('an unreadable request', () => {
    it.each<[string, string, number?, string?]>([
      ['an unknown method', `BREW /coffee HTTP/1.1\r\n${HOST}\r\n`],
      ['a method of proxies', `CONNECT other:443 HTTP/1.1\r\n${HOST}\r\n`],
      ['an unknown version', `GET / HTTP/3.9\r\n${HOST}\r\n`],
      // Short enough to arrive in one piece: after its answer, the server resets a connection that sends more.
      [
        'headers that are too large',
        `GET / HTTP/1.1\r\n${HOST}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
        431,
        'too_large',
      ],
      ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
      ['an empty host', 'GET / HTTP/1.1\r\nHost: \r\nConnection: close\r\n\r\n'],
      ['two hosts', `GET / HTTP/1.1\r\n${HOST}host: other\r\n\r\n`],
      ['twice the same host', `GET /api/posts HTTP/1.1\r\n${HOST}HOST: footnote\r\n\r\n`],
      ['two hosts in one header', 'GET / HTTP/1.1\r\nHost: footnote, other\r\nConnection: close\r\n\r\n'],
      ['two hosts in HTTP/1.0', 'GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n'],
      ['a malformed address', `GET /% HTTP/1.1\r\n${HOST}\r\n`],
      ['a malformed address of the API', `GET /api/%zz HTTP/1.1\r\n${HOST}\r\n`],
      ['half a character', `GET /post/%E0%A4%A HTTP/1.1\r\n${HOST}\r\n`],
      ['a length that is no number', `POST /api/auth/login HTTP/1.1\r\n${HOST}Content-Length: 2x\r\n\r\n{}`],
      [
        'a broken chunk',
        `POST /api/auth/login HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      ],
      [
        'a broken content type',
        `POST /api/auth/login HTTP/1.1\r\n${HOST}Content-Type: ;;\r\nContent-Length: 2\r\n\r\n{}`,
        415,
        'unsupported_media_type',
      ],
    ])(
      'with %s gets an error like any other, and a line in the log',
      async (_, text, status = 400, code = 'invalid') => {
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
          (line) =>
            line['level'] === 'info' && line['requestId'] === body.requestId && line['status'] === status,
        );
      },
    );

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

  // The last one: the view stays away.
  it('warns without a stack of each request that it answers with 503, because a view is missing', async () => {
    const view = app.server.get<CurrentViews>(Views, { strict: false }).hide('leaderboard');
    expect((await app.browser().get('/api/posts')).status).toBe(503);
    await view?.close();
    const reason = 'the view leaderboard is being built';
    const told = log.lines.filter((line) => JSON.stringify(line).includes(reason));
    expect(told).toEqual([expect.objectContaining({ level: 'warn', reason })]);
    expect(JSON.stringify(told)).not.toContain('stack');
    expect(JSON.stringify(log.lines)).not.toContain('a request failed');
  });
});

describe('the logger', () => {
  const folder = useFolder();

  it('writes the lines of a turn together, and an error at once, after what came before it', async () => {
    const file = `${folder}/output`;
    const logger = createLogger('info', joinedByTurn(file));
    const written = () => [...readFileSync(file, 'utf8').matchAll(/"msg":"(.)"/g)].map(([, msg]) => msg);
    logger.info('a');
    logger.warn('b');
    expect(written()).toEqual([]);
    await nextTurn();
    expect(written()).toEqual(['a', 'b']);
    logger.info('c');
    logger.error('d');
    expect(written()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('redacts secrets anywhere in a logged object (V16.2.5)', () => {
    const { lines } = log;
    lines.splice(0);
    const logger = createLogger('info', log);
    logger.info({ email: 'ann@example.org', user: { password: 'pw-1', name: 'Ann' } }, 'hello');
    logger.error({ err: new Error('it broke'), request: { headers: { cookie: 'session=1' } } });
    logger.debug('not this');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({ level: 'info', msg: 'hello', user: { name: 'Ann' } });
    expect(lines[1]).toMatchObject({ level: 'error', err: { message: 'it broke' } });
    for (const secret of ['ann@example.org', 'pw-1', 'session=1'])
      expect(JSON.stringify(lines)).not.toContain(secret);
  });
});
