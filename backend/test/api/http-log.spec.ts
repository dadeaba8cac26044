import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { createLogger } from '../../src/api/http/logger.js';
import { Views } from '../../src/kernel/projection.js';
import type { CurrentViews } from '../../src/kernel/views/current-views.js';
import { compileCache } from '../crash/server-process.js';
import { startApp } from '../support/app.js';
import { Visitor } from '../support/visitor.js';

const MAIN = path.join(import.meta.dirname, '../../src/main.js');

describe('the log of a running server', () => {
  let folder: string;
  let server: ChildProcess;
  let output = '';
  let url = '';

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'footnote-log-'));
    const env = {
      NODE_ENV: 'test',
      LOG_LEVEL: 'debug',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      ...compileCache,
    };
    server = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const listening = new Promise<string>((resolve, reject) => {
      const onOutput = (chunk: Buffer) => {
        output += chunk.toString();
        const address = /listening on (http:\S+)\s/.exec(output)?.[1];
        if (address) resolve(address);
      };
      server.stdout?.on('data', onOutput);
      server.stderr?.on('data', onOutput);
      server.once('exit', () => reject(new Error(output)));
    });
    url = await listening;
  });

  afterAll(async () => {
    if (server.exitCode === null && server.signalCode === null) {
      const gone = once(server, 'exit');
      server.kill('SIGKILL');
      await gone;
    }
    await rm(folder, { recursive: true, force: true });
  });

  it('logs each request with its id, and no secret or personal data (V16.2.4)', async () => {
    const browser = new Visitor({ url });
    const email = 'very-private@example.org';
    const password = 'quiet meadow lane';
    await browser.register(email, password);
    const session = browser.cookies.get('session') ?? 'no session';
    await browser.login(email, 'wrong meadow lane');
    await browser.verifyEmail('secret-token-in-a-body');
    await browser.get('/api/nothing?token=secret-token-in-an-address');
    await browser.request('GET', '/api/auth/me', {
      headers: { authorization: 'Bearer secret-header', 'x-request-id': 'the-last-request' },
    });
    // Waits for 'close', not 'exit': output may still arrive after the exit.
    const closed = once(server, 'close');
    server.kill('SIGTERM');
    expect(await closed).toEqual([0, null]);

    const lines = output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const requests = lines.filter(({ msg }) => msg === 'request');
    expect(requests.map(({ method, path: address, status }) => [method, address, status])).toEqual([
      ['POST', '/api/auth/register', 201],
      ['POST', '/api/auth/login', 401],
      ['POST', '/api/auth/verify-email', 400],
      ['GET', '/api/nothing', 404],
      ['GET', '/api/auth/me', 200],
    ]);
    expect(requests.at(-1)).toMatchObject({
      level: 'info',
      requestId: 'the-last-request',
      time: expect.any(String),
    });
    const mails = await readdir(path.join(folder, 'mail'));
    const mail = await readFile(path.join(folder, 'mail', mails[0] ?? ''), 'latin1');
    expect(mail).toContain(email);
    for (const secret of ['very-private', password, 'wrong meadow', session, 'secret-'])
      expect(output).not.toContain(secret);
  });
});

describe('the log of a server that lacks a view', () => {
  it('has one warning without a stack for each request that it answers with 503', async () => {
    const lines: string[] = [];
    const log = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines.push(chunk.toString());
        done();
      },
    });
    const app = await startApp({ log });
    try {
      const view = app.server.get<CurrentViews>(Views, { strict: false }).hide('leaderboard');
      expect((await app.browser().get('/api/posts')).status).toBe(503);
      await view?.close();
    } finally {
      await app.stop();
    }
    const told = lines.filter((line) => line.includes('the view leaderboard is being built'));
    expect(told.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ level: 'warn', reason: 'the view leaderboard is being built' }),
    ]);
    expect(told.join()).not.toContain('stack');
    expect(lines.join()).not.toContain('a request failed');
  });
});

describe('the logger', () => {
  it('redacts secrets anywhere in a logged object (V16.2.5)', () => {
    const lines: string[] = [];
    const destination = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines.push(chunk.toString());
        done();
      },
    });
    const logger = createLogger('info', destination);
    logger.info({ email: 'ann@example.org', user: { password: 'pw-1', name: 'Ann' } }, 'hello');
    logger.error({ err: new Error('it broke'), request: { headers: { cookie: 'session=1' } } });
    logger.debug('not this');
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', msg: 'hello', user: { name: 'Ann' } });
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ level: 'error', err: { message: 'it broke' } });
    for (const secret of ['ann@example.org', 'pw-1', 'session=1']) expect(lines.join()).not.toContain(secret);
  });
});
