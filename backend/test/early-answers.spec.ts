import { EarlyAnswers } from '../src/composition/early-answers.js';
import { readConfig } from '../src/config.js';
import { steadyPort } from './support/steady-port.js';

describe('a server that is starting', () => {
  let port: number;
  let early: EarlyAnswers;
  beforeEach(async () => {
    port = await steadyPort();
    early = await listen();
  });
  afterEach(() => early.close().catch(() => undefined));

  const listen = (settings: Readonly<Record<string, string>> = {}) =>
    EarlyAnswers.listen(readConfig({ NODE_ENV: 'test', PORT: String(port), ...settings }));
  const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);
  const asked = async (path: string, init?: RequestInit) => {
    const answer = await ask(path, init);
    return [answer.status, answer.headers.get('retry-after'), await answer.json()];
  };

  it('lives, is not ready, and tells operators what it does', async () => {
    expect(await asked('/health/live')).toEqual([200, null, { status: 'ok' }]);
    const problems = ['Footnote is starting: loading the program'];
    expect(await asked('/health/ready')).toEqual([503, '5', { status: 'unavailable', problems }]);
    early.tell('looking for deleted people: 40 %');
    const later = ['Footnote is starting: looking for deleted people: 40 %'];
    expect(await asked('/health')).toEqual([503, '5', { status: 'unavailable', problems: later }]);
  });

  it('tells strangers its status only', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.1' };
    expect(await asked('/health/ready', { headers })).toEqual([503, '5', { status: 'unavailable' }]);
    await early.close();
    early = await listen({
      TRUSTED_PROXIES: '1',
      ALLOW_SANDBOX: 'yes',
      HEALTH_TOKEN: 'a token of operators that is long',
    });
    expect(await asked('/health/ready')).toEqual([503, '5', { status: 'unavailable' }]);
    const authorization = 'Bearer a token of operators that is long';
    const [, , body] = await asked('/health/ready', { headers: { authorization } });
    expect(body).toHaveProperty('problems');
  });

  it.each([
    ['GET', '/'],
    ['GET', '/api/posts'],
    ['POST', '/api/auth/login'],
    ['POST', '/api/stripe/webhook'],
  ])('serves and decides nothing: %s %s', async (method, path) => {
    const answer = await ask(path, { method, ...(method === 'POST' && { body: '{}' }) });
    expect([answer.status, await answer.json()]).toEqual([
      503,
      { message: 'Footnote is starting. Please try again in a moment.', code: 'starting' },
    ]);
    // A client that kept the connection would go on talking to these answers.
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'retry-after': '5',
      'cache-control': 'private, no-store',
      connection: 'close',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
    });
  });

  it('shows people who open a page that it starts, and opens the page again later', async () => {
    const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const answer = await ask('/leaderboard', { headers });
    const page = await answer.text();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page).toContain('<h1>Footnote is starting</h1>');
    expect(page).toContain('<meta http-equiv="refresh" content="5" />');
    expect((await ask('/leaderboard', { headers, method: 'POST' })).headers.get('content-type')).toBe(
      'application/json; charset=utf-8',
    );
    expect(await (await ask('/health/live', { headers })).json()).toEqual({ status: 'ok' });
  });

  it('frees its address', async () => {
    await early.close();
    await expect(ask('/health/live')).rejects.toThrow('fetch failed');
    early = await listen();
    expect((await ask('/health/live')).status).toBe(200);
  });

  it('says at once that its port is in use', async () => {
    await expect(listen()).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
