import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import type { Answer, Browser } from '../support/browser.js';
import { jpegPhoto } from '../support/photos.js';
import { ServerProcess, tokenMailedTo, until } from './server-process.js';
import { useFolder } from '../support/folder.js';

const PASSWORD = 'a fine sunny morning';

interface Health {
  readonly views: readonly { readonly name: string; readonly state: string; readonly parked: number }[];
  readonly reactions: readonly { readonly name: string; readonly parked: number }[];
}

/** What is parked in a server, whose views are all complete. */
async function parkedIn(server: ServerProcess): Promise<readonly string[]> {
  let health: Health = { views: [], reactions: [] };
  await until('every view is live', async () => {
    health = (await server.browser().get<Health>('/health')).body;
    return health.views.length > 0 && health.views.every(({ state }) => state === 'live');
  });
  return [...health.views, ...health.reactions].flatMap(({ name, parked }) => (parked > 0 ? [name] : []));
}

const dataDir = useFolder();

describe('a server', () => {
  let server: ServerProcess;
  afterEach(() => server.kill());

  const signUp = async (email: string): Promise<Browser> => {
    const browser = server.browser();
    await browser.post('/api/auth/register', { email, password: PASSWORD });
    await browser.post('/api/auth/verify-email', { token: await tokenMailedTo(dataDir, email) });
    return browser;
  };

  const expectRefusal = ({ status, headers, body }: Answer, wanted: number) => {
    expect({ status, body }).toMatchObject({
      status: wanted,
      body: { message: expect.stringContaining('Please try again') },
    });
    expect(headers.get('retry-after')).toBe('5');
  };

  // A file-size limit fails writes as a full disk does, and needs no rights.
  it('that cannot write answers 503, and 507 to uploads, reads on, loses nothing and parks nothing', async () => {
    server = await ServerProcess.start(dataDir, {}, { limits: '-f 700' });
    const ann = await signUp('ann@example.org');
    const bob = await signUp('bob@example.org');
    const { body: post } = await ann.upload<{ id: string }>('/api/posts/publish-direct', await jpegPhoto(1));
    const say = (text: string) => bob.post<{ id: string }>(`/api/posts/${post.id}/comments`, { text });
    const said: string[] = [];
    let answer = await say('Comment 0');
    for (; answer.status === 201 && said.length < 1000; answer = await say(`Comment ${said.length}`)) {
      said.push(answer.body.id);
    }
    expect(said.length).toBeGreaterThan(3);
    expectRefusal(answer, 503);

    expectRefusal(await bob.post(`/api/posts/${post.id}/like`), 503);
    expectRefusal(
      await server.browser().post('/api/auth/register', { email: 'cleo@example.org', password: PASSWORD }),
      503,
    );
    expectRefusal(await bob.upload('/api/upload', await jpegPhoto(2)), 507);
    expectRefusal(await ann.upload('/api/posts/publish-direct', await jpegPhoto(3)), 507);
    expectRefusal(
      await ann.upload('/api/user/profile/picture', await jpegPhoto(4), { field: 'picture' }),
      507,
    );
    // A sign-in writes a session only, which may still fit.
    const login = { email: 'bob@example.org', password: PASSWORD };
    for (let status = 200, tries = 0; status === 200 && tries < 200; tries += 1) {
      const signedIn = await server.browser().post('/api/auth/login', login);
      ({ status } = signedIn);
      if (status !== 200) expectRefusal(signedIn, 503);
    }
    expect((await bob.get(`/api/posts/${post.id}`)).status).toBe(200);
    expect((await bob.get('/api/auth/me')).status).toBe(200);

    await server.kill();
    server = await ServerProcess.start(dataDir);
    expect(await parkedIn(server)).toEqual([]);
    const again = server.browser();
    for (const [name, value] of bob.cookies) again.cookies.set(name, value);
    expect((await again.post(`/api/posts/${post.id}/like`)).status).toBe(200);
    expect((await again.upload('/api/upload', await jpegPhoto(2))).status).toBe(201);
    const comments = await again.get<{ commentsCount: number }>(`/api/posts/${post.id}`);
    expect(comments.body).toMatchObject({ commentsCount: said.length, likesCount: 1 });
  });

  it.each([0, 8, 40, 100, 160])(
    'that cannot write when it starts ends with one sentence: %d blocks',
    async (blocks) => {
      const started = ServerProcess.start(dataDir, {}, { limits: `-f ${blocks}` });
      await expect(started).rejects.toThrow(
        /^the server did not start: Footnote can't start: nothing can be written, .+ and start again \(.+\)\.\n(?:Footnote is starting.+\n)?$/,
      );
      server = await ServerProcess.start(dataDir);
    },
  );

  it('without free file descriptors answers 503, and 507 to uploads, and recovers', async () => {
    server = await ServerProcess.start(dataDir, {}, { limits: '-n 256' });
    const ann = await signUp('ann@example.org');
    const { hostname, port } = new URL(server.url);
    const sockets: Socket[] = [];
    for (let count = 0; count < 300; count += 1) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined);
      sockets.push(socket);
    }
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    let answer = await ann.upload('/api/upload', await jpegPhoto(2));
    // The server may still accept.
    for (let tries = 0; answer.status === 201 && tries < 20; tries += 1) {
      answer = await ann.upload('/api/upload', await jpegPhoto(3 + tries));
    }
    expectRefusal(answer, 507);
    const { status } = await ann.patch('/api/user/profile', { bio: 'Short of files.' });
    expect([200, 503]).toContain(status);
    for (const socket of sockets) socket.destroy();
    await until('an upload succeeds', async () => {
      return (await ann.upload('/api/upload', await jpegPhoto(30))).status === 201;
    });
    expect(await parkedIn(server)).toEqual([]);
  });
});
