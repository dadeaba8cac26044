import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect as connectHttp2 } from 'node:http2';
import { type Agent, type IncomingMessage, request as askPlainly } from 'node:http';
import { request as askSafely } from 'node:https';
import path from 'node:path';
import { generate } from 'selfsigned';
import { startApp, type OwnApp } from './support/app.js';
import { useFolder } from './support/folder.js';
import { verified } from './support/people.js';
import { heavyJpeg } from './support/photos.js';
import { publishPost } from './support/posts.js';
import { steadyPort } from './support/steady-port.js';
import { PASSWORD } from './support/visitor.js';

const PAGE = path.join(import.meta.dirname, '../../../docs/proxies.md');
const SITE = 'footnote.example';
/** Where a client seems to be, and what it says of itself. */
const [CLIENT, CLAIMED] = ['127.0.0.7', '203.0.113.7'];

/** The settings of docs/proxies.md, with the ports and files of a test. Each is replaced once. */
async function settingsOf(changes: Readonly<Record<string, string>>): Promise<string> {
  const [, block = ''] = /^```nginx\n(.+?)^```/ms.exec(await readFile(PAGE, 'utf8')) ?? [];
  return Object.entries(changes).reduce(
    (text, [before, after]) => {
      const parts = text.split(before);
      if (parts.length !== 2) throw new Error(`${parts.length - 1} times in docs/proxies.md: ${before}`);
      return parts.join(after);
    },
    block.replaceAll(/access_log \S+ footnote;/g, ''),
  );
}

const folder = useFolder({ per: 'file' });

describe('nginx with the settings of docs/proxies.md', () => {
  let app: OwnApp;
  let nginx: ChildProcess;
  let ports: { readonly plain: number; readonly safe: number };
  let ca: string;

  beforeAll(async () => {
    app = await startApp({
      env: { PUBLIC_URL: `https://${SITE}`, TRUSTED_PROXIES: '1', ALLOW_SANDBOX: 'yes' },
    });
    ports = { plain: await steadyPort(), safe: await steadyPort() };
    const { private: key, cert } = await generate([{ name: 'commonName', value: SITE }], {
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: SITE }] }],
    });
    ca = cert;
    const file = (name: string) => path.join(folder, name);
    await mkdir(file('temporary'));
    await writeFile(file('key.pem'), key, { mode: 0o600 });
    await writeFile(file('fullchain.pem'), cert);
    const site = await settingsOf({
      '127.0.0.1:3000': new URL(app.url).host,
      'listen 80;': `listen 127.0.0.1:${ports.plain};`,
      'listen 443 ssl': `listen 127.0.0.1:${ports.safe} ssl`,
      '/etc/ssl/footnote/fullchain.pem': file('fullchain.pem'),
      '/etc/ssl/footnote/key.pem': file('key.pem'),
    });
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${file(`temporary/${name}`)};`,
    );
    // As Debian has it: compression is on unless a site says otherwise.
    const main = `
      ${process.getuid?.() === 0 ? 'user root;' : ''}
      daemon off; worker_processes 1; pid ${file('pid')}; error_log stderr notice;
      events {}
      http {
        gzip on; gzip_types text/plain application/json; gzip_min_length 1; access_log off;
        ${temporary.join(' ')}
        ${site}
      }`;
    await writeFile(file('nginx.conf'), main);
    nginx = spawn('nginx', ['-p', folder, '-e', 'stderr', '-c', file('nginx.conf')], {
      env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await new Promise<void>((resolve, reject) => {
      let said = '';
      nginx.once('error', reject).once('exit', () => reject(new Error(`nginx has ended: ${said}`)));
      nginx.stderr?.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        if (said.includes('start worker process')) resolve();
      });
    });
  });

  afterAll(async () => {
    if (nginx.pid !== undefined && nginx.exitCode === null) {
      nginx.kill('SIGQUIT');
      await once(nginx, 'exit');
    }
    await app.stop();
  });

  const open = async (
    method: string,
    address: string,
    { headers = {}, body = '' }: { headers?: Record<string, string>; body?: Buffer | string } = {},
    plainly = false,
  ): Promise<IncomingMessage> => {
    const request = (plainly ? askPlainly : askSafely)({
      host: '127.0.0.1',
      port: plainly ? ports.plain : ports.safe,
      localAddress: CLIENT,
      agent: false as unknown as Agent,
      servername: SITE,
      ca,
      method,
      path: address,
      headers: { host: SITE, 'x-forwarded-for': CLAIMED, ...headers },
    });
    request.end(body);
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    return answer;
  };
  const ask = async (...asked: Parameters<typeof open>) => {
    const answer = await open(...asked);
    const body = Buffer.concat(await answer.toArray());
    return { status: answer.statusCode, headers: answer.headers, body };
  };
  const own = { origin: `https://${SITE}` };
  const json = { ...own, 'content-type': 'application/json' };
  const uploadOf = async (photo: Buffer) => {
    const form = new FormData();
    form.append('image', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'feet.jpg');
    const sent = new Response(form);
    const body = Buffer.from(await sent.arrayBuffer());
    const headers = {
      ...own,
      'content-type': sent.headers.get('content-type') ?? '',
      'content-length': String(body.length),
    };
    return ask('POST', '/api/upload', { headers, body });
  };

  it('lets a photo of 9 MB pass, and leaves the refusal of a larger one to the server', async () => {
    const photo = await heavyJpeg(140);
    expect(photo.length).toBeGreaterThan(8_900_000);
    expect((await uploadOf(photo)).status).toBe(201);
    const tooLarge = await uploadOf(await heavyJpeg());
    expect(tooLarge.status).toBe(413);
    expect(JSON.parse(tooLarge.body.toString())).toMatchObject({ message: expect.stringMatching(/10 ?MB/) });
  });

  it('passes each event of a stream on while the stream is open', async () => {
    const stream = await open('GET', '/api/live', { headers: { accept: 'text/event-stream' } });
    let text = '';
    const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    const until = async (words: string) => {
      while (!text.includes(words)) text += (await chunks.next()).value.toString();
    };
    await until('event: ready');
    const id = await publishPost(app, 'ann', 7);
    await until(`"id":"${id}"`);
    expect(stream.complete).toBe(false);
    stream.destroy();
  });

  it('names the address of the client, whatever the client says', async () => {
    const { user } = await verified(app, 'cleo@example.org');
    const body = JSON.stringify({ email: 'cleo@example.org', password: PASSWORD });
    expect((await ask('POST', '/api/auth/login', { headers: json, body })).status).toBe(200);
    const sessions = await app.adapters.storage.sessions.ofAccount(user.id, app.clock.now());
    const addresses = sessions.map(({ address }) => address);
    expect(addresses).toContain(CLIENT);
    expect(addresses).not.toContain(CLAIMED);
  });

  it('lets pages of the site write, and no others', async () => {
    const logout = async (origin: string) =>
      (await ask('POST', '/api/auth/logout', { headers: { origin } })).status;
    expect(await logout(own.origin)).toBe(204);
    expect(await logout('https://evil.example')).toBe(403);
    // As the server is called behind the proxy.
    expect(await logout(app.url)).toBe(403);
  });

  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
  ])('leaves a page as the server has coded it for %s, with its ETag', async (accepted, coding) => {
    const headers = { 'accept-encoding': accepted };
    const page = await ask('GET', '/leaderboard', { headers });
    expect(page.headers).toMatchObject({
      'cache-control': 'public, no-cache, no-transform',
      vary: 'Accept-Encoding',
      etag: expect.stringMatching(/^"[\w-]+"$/),
    });
    expect(page.headers['content-encoding']).toBe(coding);
    const again = { ...headers, 'if-none-match': page.headers.etag ?? '' };
    const unchanged = await ask('GET', '/leaderboard', { headers: again });
    expect([unchanged.status, unchanged.body.length]).toEqual([304, 0]);
  });

  it('leaves small answers uncompressed', async () => {
    const { headers } = await ask('GET', '/api/posts', { headers: { 'accept-encoding': 'gzip' } });
    expect([headers['content-encoding'], headers.etag]).toEqual([
      undefined,
      expect.stringMatching(/^"[\w-]+"$/),
    ]);
  });

  it('speaks HTTP/2', async () => {
    const session = connectHttp2(`https://${SITE}`, { ca, host: '127.0.0.1', port: ports.safe });
    // The stream fails with it.
    session.on('error', () => undefined);
    const stream = session.request({ ':path': '/health/live', ':authority': SITE });
    const [headers] = (await once(stream, 'response')) as [{ ':status': number }];
    expect(headers[':status']).toBe(200);
    session.destroy();
  });

  it('leads pages from http to https, and refuses calls there', async () => {
    const page = await ask('GET', '/login?next=%2F', {}, true);
    expect([page.status, page.headers.location]).toEqual([308, `https://${SITE}/login?next=%2F`]);
    expect((await ask('POST', '/api/auth/login', { headers: json, body: '{}' }, true)).status).toBe(403);
  });
});
