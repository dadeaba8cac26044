import { once } from 'node:events';
import { connect } from 'node:net';
import { type RunningApp, startApp } from '../support/app.js';

describe('a request that can not be read', () => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  /** What the server answers to these very bytes. */
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
    ['a method that there is not', 'BREW /coffee HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'invalid'],
    // Not so long that it comes in pieces: once it has answered, the server resets a connection on which more comes.
    [
      'headers beyond measure',
      `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'too_large',
    ],
  ])('for %s is answered like any other error', async (_, text, status, code) => {
    expect(await raw(text)).toEqual({
      status,
      body: {
        message: expect.stringMatching(/^The .*\.$/),
        code,
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      },
    });
  });

  it('for a body nested beyond sense is refused before anybody walks through it', async () => {
    const body = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
    const answer = await app
      .browser()
      .request('POST', '/api/auth/register', { headers: { 'content-type': 'application/json' }, body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', requestId: expect.any(String) } });
  });
});
