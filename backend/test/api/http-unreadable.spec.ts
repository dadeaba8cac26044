import { once } from 'node:events';
import { connect } from 'node:net';
import { type RunningApp, startApp } from '../support/app.js';

describe('an unreadable request', () => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  /** The response to exactly these bytes. */
  const raw = async (text: string) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.write(text);
    await once(socket, 'close');
    const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
    return { status: Number(head.split(' ')[1]), body: JSON.parse(body) as unknown };
  };

  it.each([
    ['an unknown method', 'BREW /coffee HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'invalid'],
    // Short enough to arrive in one piece: after its answer, the server resets a connection that sends more.
    [
      'headers that are too large',
      `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'too_large',
    ],
  ])('with %s gets an error like any other', async (_, text, status, code) => {
    expect(await raw(text)).toEqual({
      status,
      body: {
        message: expect.stringMatching(/^The .*\.$/),
        code,
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    });
  });

  it('with a body nested too deeply is rejected before validation', async () => {
    const body = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
    const answer = await app
      .browser()
      .request('POST', '/api/auth/register', { headers: { 'content-type': 'application/json' }, body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', requestId: expect.any(String) } });
  });
});
