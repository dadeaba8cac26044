import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { ClientAddresses } from '../../../src/api/http/client-addresses.js';
import { addressIn, networkOf, siteOf } from '../../../src/api/http/network.js';
import { READ_CONCURRENCY, ReadConcurrency } from '../../../src/api/http/read-concurrency.js';
import { READ_LIMITS, ReadLimits } from '../../../src/api/http/read-limits.js';
import { ResponseCache } from '../../../src/api/response-cache/response-cache.js';
import { Post } from '../../../src/domain/post/post.js';
import type { Alarm } from '../../../src/kernel/alarms.js';
import { TestClock, useOwnApp } from '../../support/app.js';
import { from, useUp, write } from '../../support/limits.js';
import { registered, usePerson } from '../../support/people.js';
import { publishPost, send } from '../../support/posts.js';

const SEARCHES = ['/api/posts?search=in', '/api/leaderboard/weekly?search=in'];
const TOKEN = 'a token of operators that is long';
const env = { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1', ALLOW_SANDBOX: 'yes', HEALTH_TOKEN: TOKEN };
const reply = { header: () => reply } as never;

describe('the limits of a network behind a proxy', () => {
  const app = useOwnApp('moves the clock of limits, behind a proxy', { env });
  const ann = usePerson(app, 'ann');
  const get = (path: string, network = '192.0.2.1') => app.browser().request('GET', path, from(network));
  const read = (times: number, url: string, network: string) => {
    const limits = app.server.get(ReadLimits, { strict: false });
    const { search } = Object.fromEntries(new URL(url, 'http://x').searchParams);
    for (let time = 0; time < times; time += 1) {
      expect(limits.take({ ip: network, url, query: { search } } as never)).toBeNull();
    }
  };

  it('count the last address of the header, with all of its /64 network, in any spelling (V15.3.4)', async () => {
    const spelt = (time: number) =>
      time % 2
        ? `2001:db8:0:1::${time.toString(16)}`
        : `[2001:0DB8:0000:0001:ffff::${time}]:${40_000 + time}`;
    await useUp(300, (time) => write(app.browser(), `10.0.0.${time % 250}, ${spelt(time)}`), 204);
    expect((await write(app.browser(), '198.51.100.7, 2001:db8:0:1::')).status).toBe(429);
    expect((await write(app.browser(), '2001:db8:0:1::, 2001:db8:0:2::1')).status).toBe(204);
  });

  it('warn operators for ten minutes where a proxy writes no address', async () => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const alarms = async () => {
      const { body } = await app
        .browser()
        .request<{ status: string; alarms: Alarm[] }>('GET', '/health', { headers });
      return [body.status, ...body.alarms.map(({ name, problem }) => [name, problem])];
    };
    await write(app.browser(), '203.0.113.5:40001');
    expect(await alarms()).toEqual(['ok']);
    await write(app.browser(), 'unknown300');
    const problem = 'clients count as one network, because a proxy calls one "unknownxxx"';
    expect(await alarms()).toEqual(['ok', ['addresses-unreadable', problem]]);
    app.clock.advance(10 * 60_000 + 1);
    expect(await alarms()).toEqual(['ok']);
  });

  it('are 120 searches in a minute, and then other reads', async () => {
    read(READ_LIMITS.searches - 2, '/api/posts?search=in', '192.0.2.1');
    // The second answer is kept, and counts, too.
    for (let turn = 0; turn < 2; turn += 1) expect((await get('/api/posts?search=in')).status).toBe(200);
    for (const path of SEARCHES) {
      const { status, headers, body } = await get(path);
      expect([status, headers.get('retry-after')]).toEqual([429, '60']);
      expect(body).toMatchObject({ message: 'Too many tries. Please come back in 1 minute.' });
    }
    expect((await get('/api/posts')).status).toBe(200);
    expect((await get('/api/posts?search=in', '192.0.2.2')).status).toBe(200);
    expect((await ann.request('GET', '/api/posts?search=in', from('192.0.2.1'))).status).toBe(200);
    app.clock.advance(60_000);
    expect((await get('/api/posts?search=in')).status).toBe(200);
  });

  it('are 3,000 reads in a minute, pages and health apart', async () => {
    for (let time = 0; time < 2; time += 1) await get('/health/live', '192.0.2.3');
    read(READ_LIMITS.reads, '/api/posts', '192.0.2.3');
    // Also of a cached answer, which is sent before Nest counts, and whatever the proxy adds.
    for (const address of ['192.0.2.3', '192.0.2.3:4711', '::ffff:192.0.2.3']) {
      expect((await get('/api/posts', address)).status).toBe(429);
    }
    expect((await get('/health/live', '192.0.2.3')).status).toBe(200);
    expect((await get('/api/posts', '192.0.2.4')).status).toBe(200);
    expect((await ann.request('GET', '/api/posts', from('192.0.2.3'))).status).toBe(200);
  });

  it('count a read of a cached answer once, also when there is no public answer any more', async () => {
    const postId = await publishPost(app, 'ann', 7);
    const path = `/api/posts/${postId}`;
    const status = async () => (await get(path, '192.0.2.5')).status;
    expect([await status(), await status()]).toEqual([200, 200]);
    await send(app, Post.DeletePost({ postId, ownerId: 'ann', because: 'owner' }));
    expect(await status()).toBe(404);
    read(READ_LIMITS.reads - 3, path, '192.0.2.5');
    const limits = app.server.get(ReadLimits, { strict: false });
    expect(limits.take({ ip: '192.0.2.5', url: path, query: {} } as never)).not.toBeNull();
  });
});

describe('the reads in progress', () => {
  // Cached answers take no turn.
  const app = useOwnApp('keeps no answers', { env: { ...env, ANSWER_CACHE_MB: '0' } });
  const ann = usePerson(app, 'ann');
  const get = (path: string, ip = '192.0.2.1', browser = app.browser()) =>
    browser.request('GET', path, from(ip));
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

  it('compose each answer, for which there is no space', async () => {
    const path = `/api/posts/${await publishPost(app, 'ann', 7)}`;
    for (let turn = 0; turn < 2; turn += 1) {
      const { status, headers } = await get(path);
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, no-cache']);
    }
    expect(app.server.get(ResponseCache, { strict: false }).at(path)).toBeUndefined();
  });

  it('end with their answers, refused ones included', async () => {
    for (let time = 0; time < 3; time += 1) {
      expect((await get('/api/posts?search=in&cursor=broken')).status).toBe(400);
      expect((await get('/api/leaderboard/weekly?search=in&cursor=broken')).status).toBe(400);
    }
    expect((await get('/api/posts')).status).toBe(200);
  });
});

describe('the clients of a server', () => {
  const addressOf = (trustedProxies: number, forwarded?: string) =>
    new ClientAddresses(trustedProxies, new TestClock()).of({
      socket: { remoteAddress: '::ffff:10.0.0.1' } as Socket,
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    });

  it.each(['192.0.2.1', '192.0.2.2, 192.0.2.3', '::1, 192.0.2.4', 'nonsense', ', ,'])(
    'have the address of the socket without a trusted proxy, whatever X-Forwarded-For says: %s (V4.1.3)',
    (forwarded) => {
      expect(addressOf(0, forwarded)).toBe('10.0.0.1');
    },
  );

  it.each([
    [1, undefined, '10.0.0.1'],
    [1, '198.51.100.7, 203.0.113.5:40001', '203.0.113.5'],
    [2, '198.51.100.7, [2001:db8::1]:4711,203.0.113.5', '2001:db8::1'],
    [2, '203.0.113.5', '203.0.113.5'],
  ])('have their address behind %d proxies: %s', (trustedProxies, forwarded, address) => {
    expect(addressOf(trustedProxies, forwarded)).toBe(address);
  });

  // What a client sent does not take the place of what its proxy left out.
  it.each(['unknown1', '_hidden', '"203.0.113.5"', '203.0.113.500', '', '203.0.113.5, ', '203.0.113.5,,'])(
    'are one network where a proxy writes no address: "%s"',
    (forwarded) => {
      expect(addressOf(1, forwarded)).toBe('unknown');
    },
  );
});

describe('an address', () => {
  it.each([
    ['203.0.113.5', '203.0.113.5'],
    [' 203.0.113.5:40001 ', '203.0.113.5'],
    ['::ffff:203.0.113.5', '203.0.113.5'],
    ['::FFFF:cb00:7105', '203.0.113.5'],
    ['::ffff:203.0.113.5:80', '203.0.113.5'],
    ['[::ffff:203.0.113.5]:80', '203.0.113.5'],
    ['2001:0DB8:0000::0001', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['2001:db8:0:0:0:0:0:1:4711', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%eth0]:80', 'fe80::1'],
    ['::1', '::1'],
  ])('is found in %s', (text, address) => {
    expect(addressIn(text)).toBe(address);
  });

  it.each([
    '',
    'unknown',
    '203.0.113',
    '203.0.113.05',
    '203.0.113.5:',
    ':80',
    '[]:80',
    '[::1',
    '::1]',
    '1:2:3',
  ])('is not found in "%s"', (text) => {
    expect(addressIn(text)).toBeNull();
  });

  it('belongs to a network and a site', () => {
    expect([networkOf('203.0.113.5'), siteOf('203.0.113.5')]).toEqual(['203.0.113.5', '203.0.113.5']);
    expect([networkOf('2001:db8:1:2:3::4'), siteOf('2001:db8:1:2:3::4')]).toEqual([
      '2001:db8:1:2::/64',
      '2001:db8:1::/48',
    ]);
    expect([networkOf('::1'), siteOf('2001:db8::1')]).toEqual(['0:0:0:0::/64', '2001:db8:0::/48']);
    expect([networkOf('unknown'), siteOf('unknown')]).toEqual(['unknown', 'unknown']);
  });
});
