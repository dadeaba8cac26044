import type { FastifyRequest } from 'fastify';
import { Post } from '../../src/domain/post/post.js';
import { READ_LIMITS, ReadLimits } from '../../src/api/http/read-limits.js';
import { READ_CONCURRENCY, ReadConcurrency } from '../../src/api/http/read-concurrency.js';
import { useOwnApp } from '../support/app.js';
import { registered, usePerson } from '../support/people.js';
import { publishPost, send } from '../support/posts.js';

const SEARCHES = ['/api/posts?search=in', '/api/leaderboard/weekly?search=in'];
const reply = { header: () => reply } as never;

describe('the reads of the visitors of a network', () => {
  const app = useOwnApp('not shared yet', {
    env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1', ALLOW_SANDBOX: 'yes' },
  });
  const ann = usePerson(app, 'ann@example.org');
  const get = (path: string, network = '192.0.2.1') =>
    app.browser().request('GET', path, { headers: { 'x-forwarded-for': network } });
  const useUp = (times: number, url: string, network: string) => {
    const limits = app.server.get(ReadLimits, { strict: false });
    const { search } = Object.fromEntries(new URL(url, 'http://x').searchParams);
    for (let time = 0; time < times; time += 1) {
      expect(limits.take({ ip: network, url, query: { search } } as never)).toBeNull();
    }
  };

  it('may be 120 searches in a minute, and then other reads', async () => {
    useUp(READ_LIMITS.searches - 1, '/api/posts?search=in', '192.0.2.1');
    expect((await get('/api/posts?search=in')).status).toBe(200);
    for (const path of SEARCHES) {
      const { status, headers, body } = await get(path);
      expect([status, headers.get('retry-after')]).toEqual([429, '60']);
      expect(body).toMatchObject({ message: 'Too many tries. Please come back in 1 minute.' });
    }
    expect((await get('/api/posts')).status).toBe(200);
    expect((await get('/api/posts?search=in', '192.0.2.2')).status).toBe(200);
    app.clock.advance(60_000);
    expect((await get('/api/posts?search=in')).status).toBe(200);
  });

  it('may be 3,000 in a minute, pages and health apart', async () => {
    for (let time = 0; time < 2; time += 1) await get('/health/live', '192.0.2.3');
    useUp(READ_LIMITS.reads, '/api/posts', '192.0.2.3');
    // Also of a cached answer, which is sent before Nest counts, and whatever the proxy adds.
    for (const address of ['192.0.2.3', '192.0.2.3:4711', '::ffff:192.0.2.3']) {
      expect((await get('/api/posts', address)).status).toBe(429);
    }
    expect((await get('/health/live', '192.0.2.3')).status).toBe(200);
    expect((await get('/api/posts', '192.0.2.4')).status).toBe(200);
    const headers = { 'x-forwarded-for': '192.0.2.3' };
    expect((await ann.request('GET', '/api/posts', { headers })).status).toBe(200);
  });
});

describe('a read of a cached answer', () => {
  const app = useOwnApp('not shared yet', { env: { RATE_LIMITS: 'on' } });

  it('is counted once, also when there is no public answer any more', async () => {
    const postId = await publishPost(app, 'ann', 7);
    const path = `/api/posts/${postId}`;
    const get = async () => (await app.browser().get(path)).status;
    expect([await get(), await get()]).toEqual([200, 200]);
    await send(app, Post.DeletePost({ postId, ownerId: 'ann', because: 'owner' }));
    expect(await get()).toBe(404);
    const limits = app.server.get(ReadLimits, { strict: false });
    const request = { ip: '127.0.0.1', url: path, query: {} } as never;
    for (let read = 3; read < READ_LIMITS.reads; read += 1) expect(limits.take(request)).toBeNull();
    expect(limits.take(request)).not.toBeNull();
  });
});

describe('the reads in progress', () => {
  // Cached answers take no turn.
  const env = { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1', ALLOW_SANDBOX: 'yes', ANSWER_CACHE_MB: '0' };
  const app = useOwnApp('not shared yet', { env });
  const ann = usePerson(app, 'ann@example.org');
  const get = (path: string, ip = '192.0.2.1', browser = app.browser()) =>
    browser.request('GET', path, { headers: { 'x-forwarded-for': ip } });
  const enter = (ip: string, account: { id: string } | null = null) =>
    app.server
      .get(ReadConcurrency, { strict: false })
      .enter({ ip, account, admin: null } as unknown as FastifyRequest, reply);
  /** Whether a read is still without an answer when one that was sent later has one. */
  const waits = async (read: Promise<unknown>, later: Promise<unknown>) => {
    let isAnswered = false;
    void read.then(() => (isAnswered = true));
    await later;
    return !isAnswered;
  };

  it('of visitors wait for each other; those of signed-in people do not wait for them (V15.2.2)', async () => {
    const running = await Promise.all(
      Array.from({ length: READ_CONCURRENCY.visitors.atOnce }, (_, index) => enter(`198.51.100.${index}`)),
    );
    const { browser: unverified } = await registered(app, 'bob@example.org');
    for (const browser of [ann, unverified]) {
      const read = get('/api/posts?search=in');
      const other = get('/api/posts?search=in', '192.0.2.1', browser);
      expect(await waits(read, other)).toBe(true);
      expect((await other).status).toBe(200);
    }
    const newcomers = Array.from({ length: READ_CONCURRENCY.unverified.atOnce }, () =>
      enter('198.51.100.1', { id: 'newcomer' }),
    );
    running.push(...(await Promise.all(newcomers)));
    const { browser: newcomer } = await registered(app, 'carla@example.org');
    const behind = get('/api/posts', '192.0.2.1', newcomer);
    expect(await waits(behind, get('/api/posts', '192.0.2.1', ann))).toBe(true);
    expect(await waits(get('/api/leaderboard/weekly'), get('/health/live'))).toBe(true);
    running.forEach((leave) => leave());
    expect((await behind).status).toBe(200);
    for (const path of SEARCHES) expect((await get(path)).status).toBe(200);
  });

  it('are refused when too many of a network wait, or too many of all (V2.4.1)', async () => {
    const { atOnce, ofCaller, waiting } = READ_CONCURRENCY.visitors;
    const running = await Promise.all(Array.from({ length: atOnce }, () => enter('198.51.100.1')));
    const turns = Array.from({ length: ofCaller }, () => enter('198.51.100.1'));
    const busy = { code: 'busy', message: expect.stringContaining('Please try again in a moment.') };
    const refused = await get('/api/posts', '198.51.100.1');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
    expect(refused.body).toMatchObject(busy);
    for (let host = 0; turns.length < waiting; host += 1) turns.push(enter(`203.0.113.${host % 250}`));
    const full = await get('/api/posts');
    expect([full.status, full.headers.get('retry-after')]).toEqual([503, '2']);
    expect(full.body).toMatchObject(busy);
    expect((await get('/api/posts', '192.0.2.1', ann)).status).toBe(200);
    running.forEach((leave) => leave());
    await Promise.all(turns.map(async (turn) => (await turn)()));
    expect((await get('/api/posts')).status).toBe(200);
  });

  it('end with their answers, refused ones included', async () => {
    for (let time = 0; time < 3; time += 1) {
      expect((await get('/api/posts?search=in&cursor=broken')).status).toBe(400);
      expect((await get('/api/leaderboard/weekly?search=in&cursor=broken')).status).toBe(400);
    }
    expect((await get('/api/posts')).status).toBe(200);
  });
});
