import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { type ControlRequest, askServer, serveControl } from '../../src/control/control-socket.js';
import { DEADLINES } from '../../src/kernel/deadlines.js';
import { expires } from '../support/expires.js';
import { useFolder } from '../support/folder.js';
import { TestTimer } from '../support/timer.js';

const folder = useFolder();

describe('the control socket of operators', () => {
  let timer: TestTimer;
  const serve = (dataDir: string, handle: Parameters<typeof serveControl>[1]) =>
    serveControl(dataDir, handle, timer);
  let end: (() => Promise<unknown>) | null;
  beforeEach(() => {
    timer = new TestTimer();
    end = null;
  });
  afterEach(() => end?.());

  const rebuild: ControlRequest = { command: 'rebuild', names: ['posts', 'ätsch'] };
  const socket = () => path.join(folder, 'control.sock');
  /** Sends raw text, and returns everything received before the server closes the connection. */
  const send = (text: string) =>
    new Promise<string>((resolve) => {
      let received = '';
      const client = connect(socket(), () => client.write(text));
      client.on('data', (chunk: Buffer) => {
        received += chunk.toString();
      });
      client.on('error', () => undefined);
      client.on('close', () => resolve(received));
    });

  it('passes a request to the server, and its answer back', async () => {
    const seen: ControlRequest[] = [];
    end = await serve(folder, async (request) => {
      seen.push(request);
      return ['first', 'second'];
    });
    expect(await askServer(folder, rebuild)).toEqual({ ok: true, lines: ['first', 'second'] });
    expect(seen).toEqual([rebuild]);
  });

  it('passes back why a request failed, and serves the next one', async () => {
    end = await serve(folder, async ({ command }) => {
      if (command === 'fail') throw new Error('no room');
      return [];
    });
    expect(await askServer(folder, { command: 'fail', names: [] })).toEqual({
      ok: false,
      message: 'no room',
    });
    expect(await askServer(folder, rebuild)).toEqual({ ok: true, lines: [] });
  });

  it('is accessible only to the user of the server', async () => {
    end = await serve(folder, async () => []);
    expect(statSync(socket()).mode & 0o777).toBe(0o600);
  });

  it('is in a folder of its own where others have access to the data folder', async () => {
    chmodSync(folder, 0o755);
    end = await serve(folder, async () => ['apart']);
    const address = readFileSync(path.join(folder, 'control.path'), 'utf8');
    expect([statSync(address).mode & 0o777, statSync(path.dirname(address)).mode & 0o777]).toEqual([
      0o600, 0o700,
    ]);
    expect(existsSync(socket())).toBe(false);
    expect(await askServer(folder, rebuild)).toEqual({ ok: true, lines: ['apart'] });
    expect(await end()).toBe(0);
    end = null;
    expect(existsSync(path.dirname(address))).toBe(false);
  });

  it('sends nothing to the socket of another user', async () => {
    const seen: ControlRequest[] = [];
    end = await serve(folder, async (request) => {
      seen.push(request);
      return [];
    });
    // As it looks to a user who did not make it, and is not root.
    const getuid = jest.spyOn(process, 'getuid').mockReturnValue(statSync(socket()).uid + 1);
    await expect(askServer(folder, rebuild)).rejects.toThrow('belongs to another user');
    getuid.mockRestore();
    expect(seen).toEqual([]);
    expect(await askServer(folder, rebuild)).toEqual({ ok: true, lines: [] });
  });

  it('returns null when no server runs, or only its file is left', async () => {
    expect(await askServer(folder, rebuild)).toBeNull();
    writeFileSync(path.join(folder, 'control.path'), path.join(folder, 'gone', 'control.sock'));
    expect(await askServer(folder, rebuild)).toBeNull();
    end = await serve(folder, async () => []);
    await end();
    end = null;
    expect(existsSync(socket())).toBe(false);
    expect(await askServer(folder, rebuild)).toBeNull();
  });

  it('replaces the file of a killed server', async () => {
    writeFileSync(socket(), '');
    end = await serve(folder, async () => ['here']);
    expect(await askServer(folder, rebuild)).toEqual({ ok: true, lines: ['here'] });
  });

  it('uses another folder, accessible only to this user, when the path of the data folder is too long', async () => {
    const deep = path.join(folder, 'd'.repeat(60), 'e'.repeat(60));
    mkdirSync(deep, { recursive: true });
    const close = await serve(deep, async () => ['deep']);
    expect(existsSync(path.join(deep, 'control.sock'))).toBe(false);
    expect(await askServer(deep, rebuild)).toEqual({ ok: true, lines: ['deep'] });
    await close();
    expect(await askServer(deep, rebuild)).toBeNull();
    expect(existsSync(path.join(deep, 'control.path'))).toBe(false);
  });

  it.each(['nonsense\n', '{}\n', 'null\n', '{"command":"x"}\n'])('rejects %j', async (text) => {
    const handle = jest.fn(async () => []);
    end = await serve(folder, handle);
    expect(JSON.parse(await send(text))).toMatchObject({ ok: false });
    expect(handle).not.toHaveBeenCalled();
  });

  it('closes a connection that sends without end', async () => {
    const handle = jest.fn(async () => []);
    end = await serve(folder, handle);
    expect(await send('x'.repeat(200_000))).toBe('');
    expect(handle).not.toHaveBeenCalled();
  });

  expires('operator request', async () => {
    end = await serve(folder, async () => []);
    const received = send('{"command":');
    const answer = askServer(folder, rebuild);
    await answer;
    await timer.advance(DEADLINES['operator request'].ms);
    expect(await received).toBe('');
  });

  it('reports that the server went away when it stops before it answers', async () => {
    let called: () => void = () => undefined;
    const isCalled = new Promise<void>((resolve) => {
      called = resolve;
    });
    const close = await serve(folder, () => {
      called();
      return new Promise(() => undefined);
    });
    const answer = askServer(folder, rebuild);
    answer.catch(() => undefined);
    await isCalled;
    expect(await close()).toBe(1);
    await expect(answer).rejects.toThrow('closed the connection without a response');
  });
});
