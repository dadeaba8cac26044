import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, get, request } from 'node:http';
import { connect } from 'node:net';
import { lockDataFolder } from '../../src/infrastructure/sqlite/data-lock.js';
import { EventStream } from '../support/event-stream.js';
import { jpegPhoto } from '../support/photos.js';
import { sweep } from '../support/scope.js';
import { ServerProcess, runToEnd, until } from './server-process.js';
import { useFolder } from '../support/folder.js';

const shared = useFolder({ per: 'file' });
const dataDir = useFolder();

/** What Node calls a connection that the server has closed, by who notices it first. */
const CUT = /socket hang up|ECONNRESET|EPIPE/;

describe('a running server', () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await ServerProcess.start(shared);
  });
  afterAll(() => server.kill());

  it('rejects a second server on its folder, which says so in one line', async () => {
    const second = await runToEnd({ DATA_DIR: shared, PORT: '0' });
    expect(second.code).toBe(1);
    expect(second.errors).toBe(
      `${shared} is in use by another Footnote process; stop that one first, or set DATA_DIR to another folder\n`,
    );
    expect((await server.browser().get('/health/live')).status).toBe(200);
  });

  it('rejects a second server on its port, which says so in one line', async () => {
    const second = await runToEnd({ DATA_DIR: dataDir, PORT: new URL(server.url).port });
    expect(second.code).toBe(1);
    expect(second.errors).toBe('The port is in use by another program; choose another one with PORT\n');
  });

  it('completes the running upload on a stop, accepts no new connection, and releases its folder', async () => {
    const upload = slowUpload(server.url);
    const photo = await jpegPhoto(5);
    const half = Math.floor(photo.length / 2);
    // The server asks for the body only once it has the request.
    await upload.begin();
    upload.send(photo.subarray(0, half));
    server.signal('SIGTERM');
    await until('new connections are refused', () => isRefused(server.url));
    upload.send(photo.subarray(half));
    const { status, body } = await upload.finish();
    expect(body).toMatchObject({ judge: 'demo', imageUrl: expect.any(String) });
    expect(status).toBe(201);
    expect(await server.ended).toMatchObject({ code: 0, signal: null, errors: '' });
    lockDataFolder(shared)();
  });
});

it('an idle server exits at once on an interrupt, with code 0', async () => {
  const server = await ServerProcess.start(dataDir);
  server.signal('SIGINT');
  expect(await server.ended).toMatchObject({ code: 0, signal: null, errors: '' });
});

it('a server completes the running upload on an interrupt that comes twice, as with npm, with code 0', async () => {
  const server = await ServerProcess.start(dataDir);
  const upload = slowUpload(server.url);
  const photo = await jpegPhoto(5);
  await upload.begin();
  server.signal('SIGINT');
  await until('new connections are refused', () => isRefused(server.url));
  server.signal('SIGINT');
  upload.send(photo);
  expect((await upload.finish()).status).toBe(201);
  expect(await server.ended).toMatchObject({ code: 0, signal: null, errors: '' });
});

it('a server that cut a request exits with code 1, after its time is over', async () => {
  const server = await ServerProcess.start(dataDir);
  const upload = slowUpload(server.url);
  await upload.begin();
  server.signal('SIGTERM');
  expect(await server.ended).toMatchObject({
    code: 1,
    signal: null,
    errors: 'Some requests did not finish in time; stopped without them\n',
  });
  await expect(upload.finish()).rejects.toThrow(CUT);
});

it('a server that cut a request exits with code 1, at a signal two seconds after the first', async () => {
  const server = await ServerProcess.start(dataDir);
  const upload = slowUpload(server.url);
  await upload.begin();
  server.signal('SIGTERM');
  const begun = performance.now();
  let ended = 0;
  void server.ended.then(() => (ended = performance.now()));
  await until('it ends', () => {
    server.signal('SIGTERM');
    return ended > 0;
  });
  // All signals before that were taken for repetitions of the first.
  expect(ended - begun).toBeGreaterThan(1900);
  expect(await server.ended).toMatchObject({ code: 1, signal: null, errors: '' });
  await expect(upload.finish()).rejects.toThrow(CUT);
});

it('a server does not wait for connections that browsers open in advance, nor for open live streams', async () => {
  const server = await ServerProcess.start(dataDir);
  const { hostname, port } = new URL(server.url);
  const unused = connect(Number(port), hostname);
  await once(unused, 'connect');
  // However the server closes it.
  unused.on('error', () => undefined);
  // By then the server has accepted the earlier connection.
  const stream = await EventStream.open(`${server.url}/api/live`);
  expect(await stream.next()).toMatchObject({ event: 'ready' });
  server.signal('SIGTERM');
  expect(await stream.next()).toBeNull();
  expect(await server.ended).toMatchObject({ code: 0, signal: null, errors: '' });
  unused.destroy();
});

it('a server closes connections that clients keep open after their last answer, and exits with code 0', async () => {
  const agent = new Agent({ keepAlive: true });
  try {
    const server = await ServerProcess.start(dataDir);
    const photo = await jpegPhoto(5);
    const upload = slowUpload(server.url, agent);
    await upload.begin();
    upload.send(photo.subarray(0, 100));
    // A client that never pauses for long.
    let asks = true;
    const asking = (async () => {
      while (asks) await getAnswer(`${server.url}/health/live`, agent).catch(() => undefined);
    })();
    server.signal('SIGTERM');
    await until('new connections are refused', () => isRefused(server.url));
    upload.send(photo.subarray(100));
    expect(await upload.finish()).toMatchObject({ status: 201, connection: 'close' });
    const ending = await server.ended;
    asks = false;
    await asking;
    expect(ending).toMatchObject({ code: 0, signal: null, errors: '' });
  } finally {
    agent.destroy();
  }
});

describe('a server with wrong settings', () => {
  it('lists all of them and exits with code 1', async () => {
    const settings = { PORT: 'abc', PUBLIC_URL: 'nonsense', NODE_ENV: 'production', LOG_LEVEL: 'loud' };
    const { code, errors, output } = await runToEnd(settings);
    expect(code).toBe(1);
    expect(output).toBe('');
    const [first, ...problems] = errors.trimEnd().split('\n');
    expect(first).toBe("Footnote can't start:");
    const named = problems.map((problem) => /^ {2}([A-Z_]+) \S/.exec(problem)?.[1]);
    expect(new Set(named)).toEqual(
      new Set([
        'PORT',
        'PUBLIC_URL',
        'LOG_LEVEL',
        'OPENAI_API_KEY',
        'SMTP_URL',
        'MAIL_FROM',
        'STRIPE_SECRET_KEY',
      ]),
    );
    expect(new Set(problems).size).toBe(problems.length);
  });

  const wrong: [string, Record<string, string>, RegExp][] = [
    [
      'a data folder that cannot be created',
      { DATA_DIR: '/proc/nowhere/data' },
      /DATA_DIR: .* can't be used/,
    ],
    [
      'a data folder that is a file',
      { DATA_DIR: import.meta.filename },
      /DATA_DIR: .* can't be used: it is a file/,
    ],
    [
      'a host that is not this machine',
      { HOST: '203.0.113.9', ALLOW_SANDBOX: 'yes' },
      /can't listen there .*HOST/,
    ],
    ['a host that is no name', { HOST: 'not a host!', ALLOW_SANDBOX: 'yes' }, /can't listen there .*HOST/],
  ];

  it.each(sweep(wrong, ([what]) => what, ['a host that is not this machine']))(
    'explains %s without a stack trace',
    async (_, settings, words) => {
      const { code, errors } = await runToEnd({ DATA_DIR: dataDir, PORT: '0', ...settings });
      expect(code).toBe(1);
      expect(errors).toMatch(words);
      expect(errors).not.toMatch(/\n\s+at /);
    },
  );
});

/** An upload that is sent piece by piece. */
function slowUpload(url: string, agent: Agent | false = false) {
  const boundary = 'footnote-slow-upload';
  const sent: ClientRequest = request(new URL('/api/upload', url), {
    method: 'POST',
    agent,
    headers: {
      origin: url,
      expect: '100-continue',
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  });
  // An "expect" header is sent at once.
  const accepted = once(sent, 'continue');
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  // A connection may be cut before anybody waits for the answer.
  answered.catch(() => undefined);
  return {
    begin: async () => {
      await accepted;
      const disposition = 'content-disposition: form-data; name="image"; filename="feet.jpg"';
      sent.write(`--${boundary}\r\n${disposition}\r\ncontent-type: image/jpeg\r\n\r\n`);
    },
    send: (bytes: Buffer) => {
      sent.write(bytes);
    },
    finish: async () => {
      sent.end(`\r\n--${boundary}--\r\n`);
      const [response] = await answered;
      const chunks = await response.toArray();
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
      return { status: response.statusCode, connection: response.headers.connection, body };
    },
  };
}

/** Resolves when an answer was read. */
async function getAnswer(address: string, agent: Agent): Promise<void> {
  const [response] = (await once(get(address, { agent }), 'response')) as [IncomingMessage];
  await response.toArray();
}

async function isRefused(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, 'connect');
    return false;
  } catch {
    return true;
  } finally {
    socket.destroy();
  }
}
