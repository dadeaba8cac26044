import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { Patience, SlowBodies } from '../../../src/api/http/slow-bodies.js';
import { useApp } from '../../support/app.js';
import { answerOn, connectionTo } from '../../support/raw-http.js';
import { News, Noted } from '../../support/waits.js';

const SECOND = 1000;

describe('a request body that arrives slowly', () => {
  const app = useApp();
  let server: Server;
  let bodies: SlowBodies;
  /** The time of the next check. */
  let now: number;

  beforeAll(async () => {
    server = app.server.getHttpServer() as Server;
    bodies = app.server.get(SlowBodies, { strict: false });
  });
  /** Begins to send a body of `length` bytes, or one whose length is not known. */
  const begin = async (path: string, type: string, length: number | null) => {
    const size = length === null ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
    const socket = connectionTo(app.url);
    const arriving = once(server, 'request') as Promise<[IncomingMessage]>;
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: a\r\nOrigin: ${app.url.replace(/127.0.0.1:\d+/, 'a')}\r\nContent-Type: ${type}\r\n${size}\r\n\r\n`,
    );
    const [request] = await arriving;
    now = app.timer.elapsed();
    // Once the server reads the body, another reader takes nothing from it.
    if (!request.readableFlowing) await once(request, 'resume');
    const news = new News();
    let [sent, read] = [0, 0];
    request.on('data', (chunk: Buffer) => {
      read += chunk.length;
      news.tell();
    });
    const bring = async (bytes: string) => {
      socket.write(bytes);
      sent += bytes.length;
      await news.until('it arrives', () => read === sent);
    };
    return { socket, request, bring };
  };
  const pass = (seconds: number) => {
    now += seconds * SECOND;
    bodies.check(server, now);
  };

  it.each([
    ['JSON', '/api/auth/login', 'application/json'],
    ['an upload', '/api/upload', 'multipart/form-data; boundary=X'],
    ['for an address that does not exist', '/api/nothing', 'application/json'],
  ])('is cut when it only drips: %s', async (_, path, type) => {
    const { socket, bring } = await begin(path, type, 5000);
    const answer = answerOn(socket);
    for (let drops = 0; drops < 7; drops += 1) {
      await bring('-');
      pass(4);
    }
    expect(socket.destroyed).toBe(false);
    pass(4);
    expect((await answer).status).toBe(408);
  });

  it('gets 408 and a message', async () => {
    const { socket } = await begin('/api/auth/login', 'application/json', 5000);
    pass(31);
    const { status, headers, body } = await answerOn(socket);
    expect([status, headers.get('connection')]).toEqual([408, 'close']);
    expect(JSON.parse(body)).toEqual({
      message: 'The request took too long to arrive. Please try again.',
      code: 'timeout',
      requestId: headers.get('x-request-id'),
    });
  });

  it.each([
    ['64 kbit/s, less what TCP and TLS take,', 7600, false],
    ['half as much', 3800, true],
  ])('of a phone that brings %s is cut: %d bytes a second, %s', (_, rate, isCut) => {
    const patience = new Patience(0, 0);
    const checks = Array.from({ length: 5 * 60 }, (__, index) => 5 * (index + 1));
    expect(checks.some((at) => patience.isOver(rate * at, at * SECOND, true))).toBe(isCut);
  });

  it('without a length is cut with 413 when it is larger than any upload', async () => {
    const { socket, request } = await begin('/api/upload', 'multipart/form-data; boundary=X', null);
    const answer = answerOn(socket);
    const chunk = `${(1_000_000).toString(16)}\r\n${'-'.repeat(1_000_000)}\r\n`;
    for (let count = 0; count < 12; count += 1) {
      if (!socket.write(chunk)) await once(socket, 'drain');
    }
    while (request.socket.bytesRead < 12_000_000) await once(request, 'data');
    pass(5);
    expect((await answer).status).toBe(413);
  });

  it('may pause, and is served if it brings enough afterwards', async () => {
    const text = JSON.stringify({ email: 'ann@example.org', password: 'x'.repeat(40_000) });
    const { socket, bring } = await begin('/api/auth/login', 'application/json', text.length);
    pass(25);
    for (let at = 0; at < text.length; at += 10_000) {
      pass(1);
      await bring(text.slice(at, at + 10_000));
    }
    const answer = answerOn(socket);
    socket.end();
    expect((await answer).status).toBe(400);
    pass(1000);
  });

  /** Begins a body that is answered at once, from a client that goes on sending after that. */
  const beginAnswered = async () => {
    const { socket, request } = await begin('/api/upload', 'image/jpeg', 5000);
    socket.allowHalfOpen = true;
    const ended = once(socket, 'end');
    const chunks = new Noted<string>();
    socket.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
    await chunks.one('the answer comes', () => chunks.join('').endsWith('}'));
    expect(chunks.join('')).toMatch(/^HTTP\/1.1 415 .*\r\nconnection: close\r\n/is);
    await ended;
    return { socket, ofServer: request.socket };
  };

  it('is the last of a connection if it is answered before, and has until the second check to end', async () => {
    const { socket, ofServer } = await beginAnswered();
    socket.write('-'.repeat(2000));
    pass(5);
    expect(ofServer.destroyed).toBe(false);
    socket.write('-'.repeat(2000));
    pass(5);
    expect(ofServer.destroyed).toBe(true);
    socket.destroy();
  });

  it('ends its connection when it has arrived after its answer', async () => {
    const { socket, ofServer } = await beginAnswered();
    expect(ofServer.destroyed).toBe(false);
    socket.write('-'.repeat(5000));
    await once(ofServer, 'close');
    socket.destroy();
  });

  it('leaves live news open', async () => {
    const socket = connectionTo(app.url);
    const chunks = new Noted<string>();
    socket.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
    socket.write('GET /api/live HTTP/1.1\r\nHost: a\r\n\r\n');
    await chunks.one('the stream opens', () => chunks.join('').includes('event: ready'));
    now = app.timer.elapsed();
    pass(3600);
    expect(socket.destroyed).toBe(false);
    socket.destroy();
  });

  it('is not cut while it waits for the server', () => {
    const unread = {
      complete: false,
      destroyed: false,
      readableLength: 1,
      headers: { 'content-length': '9' },
    };
    const socket = { bytesRead: 100, destroy: () => undefined };
    const cut: string[] = [];
    const fake = {
      on: (_: string, listen: (...of: unknown[]) => void) => listens.push(listen),
      emit: (name: string) => cut.push(name),
    };
    const listens: ((...of: unknown[]) => void)[] = [];
    const ends: ((_: unknown, done: () => void) => void)[] = [];
    const own = new SlowBodies(app.timer);
    own.follow({ server: fake, addHook: (_: string, end: never) => ends.push(end) } as never);
    const request = { ...unread, socket };
    listens[0]?.(request, { headersSent: false });
    own.check(fake as never, app.timer.elapsed() + 600 * SECOND);
    expect(cut).toEqual([]);
    request.readableLength = 0;
    own.check(fake as never, app.timer.elapsed() + 1200 * SECOND);
    expect(cut).toEqual(['clientError']);
    ends[0]?.(null, () => undefined);
  });
});

describe('the server', () => {
  const app = useApp();

  it('limits the time of headers, requests, pauses and idle connections', () => {
    const server = app.server.getHttpServer() as Server;
    for (const [limit, most] of [
      [server.headersTimeout, 30],
      [server.requestTimeout, 30 * 60],
      [server.timeout, 180],
      [server.keepAliveTimeout, 120],
    ] as const) {
      expect(limit).toBeGreaterThan(0);
      expect(limit).toBeLessThanOrEqual(most * SECOND);
    }
  });
});
