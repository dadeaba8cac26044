import { READ_LIMITS, ReadLimits } from '../../src/api/http/read-limits.js';
import { SEARCH_LIMITS, SearchTurns } from '../../src/api/http/search-turns.js';
import { useApp } from '../support/app.js';

const SEARCHES = ['/api/posts?search=in', '/api/leaderboard/weekly?search=in'];
const reply = { header: () => reply } as never;

describe('the reads of a network', () => {
  const app = useApp({ env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1', ALLOW_SANDBOX: 'yes' } });
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
    useUp(READ_LIMITS.reads, '/api/posts', '192.0.2.3');
    expect((await get('/api/posts', '192.0.2.3')).status).toBe(429);
    expect((await get('/health/live', '192.0.2.3')).status).toBe(200);
    expect((await get('/api/posts', '192.0.2.4')).status).toBe(200);
  });
});

describe('the searches in progress', () => {
  const app = useApp({ env: { RATE_LIMITS: 'on' } });
  let turns: SearchTurns;
  beforeAll(async () => {
    turns = app.server.get(SearchTurns, { strict: false });
  });
  const get = (path: string) => app.browser().request('GET', path);

  it('are limited for all: 503 and when to try again, while lists without a search go on (V15.2.2)', async () => {
    const running = Array.from({ length: SEARCH_LIMITS.inProgress }, () => turns.enter(null, reply));
    for (const path of SEARCHES) {
      const { status, headers, body } = await get(path);
      expect([status, headers.get('retry-after')]).toEqual([503, '2']);
      expect(body).toMatchObject({
        code: 'busy',
        message: 'Many people are searching right now. Please try again in a moment.',
      });
    }
    expect((await get('/api/posts')).status).toBe(200);
    expect((await get('/api/posts?search=%20')).status).toBe(200);
    running.forEach((end) => end());
    for (const path of SEARCHES) expect((await get(path)).status).toBe(200);
  });

  it('are limited for a network: 429', async () => {
    const running = Array.from({ length: SEARCH_LIMITS.ofNetwork }, () => turns.enter('127.0.0.1', reply));
    for (const path of SEARCHES) {
      const { status, headers, body } = await get(path);
      expect([status, headers.get('retry-after')]).toEqual([429, '2']);
      expect(body).toMatchObject({
        message: 'Several searches from your network are running. Please try again in a moment.',
      });
    }
    const other = turns.enter('192.0.2.1', reply);
    running.forEach((end) => end());
    other();
    for (const path of SEARCHES) expect((await get(path)).status).toBe(200);
  });

  it('end with their answers, refused ones included', async () => {
    for (let time = 0; time < 3; time += 1) {
      expect((await get('/api/posts?search=in&cursor=broken')).status).toBe(400);
      expect((await get('/api/leaderboard/weekly?search=in&cursor=broken')).status).toBe(400);
    }
    const all = Array.from({ length: SEARCH_LIMITS.ofNetwork }, () => turns.enter('127.0.0.1', reply));
    all.forEach((end) => end());
    expect(all).toHaveLength(SEARCH_LIMITS.ofNetwork);
  });
});
