import { brotliDecompressSync } from 'node:zlib';
import { get as httpGet } from 'node:http';
import { useOwnApp } from '../support/app.js';
import { contentOf, pageStateOf, stateAt } from '../support/pages.js';
import { usePerson } from '../support/people.js';
import { commentOn, publishPost } from '../support/posts.js';
import { settled } from '../support/settled.js';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

describe('a page', () => {
  const app = useOwnApp('not shared yet', {
    env: { PUBLIC_URL: 'https://footnote.example', ALLOW_SANDBOX: 'yes' },
  });
  const ann = usePerson(app, 'ann@example.org');
  const get = (address: string, headers: Record<string, string> = {}) =>
    app.browser().request<string>('GET', address, { headers });

  it.each([
    ['/', 'Footnote', 'Put your best foot forward.', ['/api/leaderboard/summary']],
    ['/leaderboard', 'Leaderboard', '7.4', ['/api/posts?sort=recent&limit=60']],
    ['/leaderboard?sort=top', 'Leaderboard', '7.4', ['/api/posts?sort=top&limit=60']],
    [
      '/leaderboard?tab=week',
      'Leaderboard',
      '7.4',
      ['/api/leaderboard/weekly?sort=top&limit=60', '/api/leaderboard/weeks'],
    ],
    [
      '/leaderboard?tab=week&sort=recent&week=2026-W46',
      'Leaderboard',
      '',
      ['/api/leaderboard/weekly?sort=recent&limit=60&week=2026-W46', '/api/leaderboard/weeks'],
    ],
    [
      '/leaderboard?search=no+%22one%22%26',
      'Leaderboard',
      '',
      ['/api/posts?sort=recent&limit=60&search=no%20%22one%22%26'],
    ],
    ['/post/POST', 'Photo by', 'A calm picture.', ['/api/posts/POST', '/api/posts/POST/comments']],
    ['/user/ANN', 'NAME', '7.4', ['/api/users/ANN']],
    ['/login', 'Login', 'Password', []],
    ['/login?next=%2Fleaderboard', 'Login', 'Password', []],
    ['/register', 'Register', 'Password', []],
    ['/termsofservice', 'Terms of Service', 'Terms of Service', []],
    ['/privacypolicy', 'Privacy Policy', 'Privacy Policy', []],
  ])('at %s has its head and its content', async (pattern, title, text, paths) => {
    const postId = await publishPost(app, ann.id, 7.4);
    await commentOn(app, postId, ann.id);
    const named = (one: string) =>
      one.replace('POST', postId).replace('ANN', ann.id).replace('NAME', ann.user.anonymousUsername);
    const { status, headers, body } = await get(named(pattern));
    expect(status).toBe(200);
    expect(body).toMatch(new RegExp(`<title[^>]*>${named(title)}`));
    expect(body).toContain('<link rel="canonical" href="https://footnote.example/');
    expect(body).toContain('<meta name="description" content="');
    const picture = pattern === '/post/POST' ? `/api/posts/${postId}/card.png` : '/api/card.png';
    expect(body).toContain(`property="og:image" content="https://footnote.example${picture}?v=`);
    expect(contentOf(body)).toContain(text);
    expect(Object.keys(pageStateOf(body).answers).toSorted()).toEqual(paths.map(named).toSorted());
    // The policy allows no inline script and no style attribute.
    expect(body).not.toMatch(/<script(?![^>]*(?: src="| type="application\/json"))|<style| style="/);
    expect(body).not.toContain('This page needs JavaScript');
    const plain = await get('/boost');
    for (const name of ['content-security-policy', 'referrer-policy', 'x-frame-options', 'content-type']) {
      expect(headers.get(name)).toBe(plain.headers.get(name));
    }
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'public, no-cache, no-transform',
      vary: 'Accept-Encoding',
      etag: expect.stringMatching(/^"[\w-]{22}(?:-br|-gzip)?"$/),
    });
  });

  it('is kept, whatever its address has besides what it knows, and however bad that is', async () => {
    await publishPost(app, ann.id, 5);
    const spellings = [
      '/leaderboard',
      '/leaderboard?utm_source=mail',
      '/leaderboard?tab=all&search=',
      '/leaderboard?tab=week&tab=week&sort=best&sort=top&week=2026-46&search=+&search=x',
    ];
    const bodies = new Set<string>();
    for (const address of spellings) bodies.add((await get(address)).body);
    expect(bodies.size).toBe(1);
    const states = new Set(spellings.map((address) => stateAt(app, address)));
    expect(states.size).toBe(1);
    expect(String([...states][0]?.plain.body)).toBe([...bodies][0]);
    const { body } = await get(`/leaderboard?search=${'ab'.repeat(24)}a%F0%9F%A6%B6`);
    expect(Object.keys(pageStateOf(body).answers)).toEqual([
      `/api/posts?sort=recent&limit=60&search=${'ab'.repeat(24)}a`,
    ]);
  });

  it.each([
    ['/leaderboard/', '/leaderboard'],
    ['/leaderboard/?tab=week&after=a/', '/leaderboard?tab=week&after=a/'],
    ['/boost/', '/boost'],
    ['/my-posts/', '/my-posts'],
    ['/privacypolicy/', '/privacypolicy'],
    ['/post/any/', '/post/any'],
    ['/user/any/?after=b', '/user/any?after=b'],
  ])('at %s leads to the address without the slash', async (address, to) => {
    const { status, headers } = await get(address);
    expect([status, headers.get('location')]).toEqual([308, to]);
  });

  it.each(['//evil.example/', '/nope/', '/post/a/b/', '/post/', '/%2F/'])(
    'at %s, which is no screen, leads nowhere',
    async (address) => expect((await get(`${app.url}${address}`)).status).toBe(404),
  );

  it('of a post shows the comments after the cursor in its address, and leads to the next ones', async () => {
    const postId = await publishPost(app, ann.id, 7);
    for (let count = 1; count <= 51; count += 1) {
      app.clock.advance(1);
      await commentOn(app, postId, ann.id);
    }
    const next = async (address: string) => {
      const { status, body } = await get(address);
      expect(status).toBe(200);
      expect(body).toContain(`<link rel="canonical" href="https://footnote.example/post/${postId}"`);
      const [, after] =
        new RegExp(`href="/post/${postId}\\?after=([\\w-]+)#comments"`).exec(contentOf(body)) ?? [];
      const comments = contentOf(body).match(/A calm picture\./g)?.length;
      return { after, comments, paths: Object.keys(pageStateOf(body).answers), body };
    };
    const first = await next(`/post/${postId}`);
    const second = await next(`/post/${postId}?utm_source=mail&after=${first.after}`);
    expect(second.paths.toSorted()).toEqual([
      `/api/posts/${postId}`,
      `/api/posts/${postId}/comments?cursor=${first.after}`,
    ]);
    expect([second.after, (first.comments ?? 0) + (second.comments ?? 0)]).toEqual([undefined, 51]);
    expect(contentOf(second.body)).toContain('First Page');
    expect(contentOf(first.body)).not.toContain('First Page');
    expect(String(stateAt(app, `/post/${postId}?utm_source=mail&after=${first.after}`)?.plain.body)).toBe(
      second.body,
    );
    // Neither is a cursor of this list.
    for (const bad of ['bad', 'x'.repeat(500)]) {
      const { status, headers } = await get(`/post/${postId}?after=${bad}`);
      expect([status, headers.get('location')]).toEqual([302, `/post/${postId}`]);
    }
    expect((await get(`/post/${postId}?after=a.b`)).body).toBe((await get(`/post/${postId}`)).body);
  });

  describe('of a list', () => {
    const cursorOf = async (list: string) => {
      const { headers } = await get(list);
      return /cursor=([\w-]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? '';
    };

    it.each([
      ['/leaderboard?', '/api/posts?sort=recent&limit=1', '/api/posts?sort=recent&limit=60&'],
      [
        '/leaderboard?tab=week&sort=recent&',
        '/api/leaderboard/weekly?sort=recent&limit=1',
        '/api/leaderboard/weekly?sort=recent&limit=60&',
      ],
    ])('at %s starts after the cursor in its address', async (address, list, path) => {
      app.clock.advance(1);
      const older = await publishPost(app, ann.id, 7);
      app.clock.advance(1);
      const newer = await publishPost(app, ann.id, 8);
      const after = await cursorOf(list);
      const page = `${address}utm_source=mail&after=${after}`;
      const { status, body } = await get(page);
      expect(status).toBe(200);
      expect(Object.keys(pageStateOf(body).answers)).toContain(`${path}cursor=${after}`);
      expect(contentOf(body)).toContain(`/post/${older}`);
      expect(contentOf(body)).not.toContain(`/post/${newer}`);
      // Search engines list the whole list, and follow it.
      expect(body).toContain('<link rel="canonical" href="https://footnote.example/leaderboard"');
      expect(body).not.toContain('noindex');
      expect(String(stateAt(app, page)?.plain.body)).toBe(body);
    });

    it.each([
      ['/leaderboard?sort=top&search=a+b', 'of another list', (cursor: string) => cursor],
      ['/leaderboard?tab=week', 'of no list', () => 'x'.repeat(500)],
      ['/leaderboard', 'of no list', () => 'bad'],
      ['/user/ANN', 'of another list', (cursor: string) => cursor],
    ])('leads from a page of %s at a cursor %s to the first one', async (pattern, _, change) => {
      await publishPost(app, ann.id, 7);
      await publishPost(app, ann.id, 8);
      const address = pattern.replace('ANN', ann.id);
      const after = change(await cursorOf('/api/posts?sort=recent&limit=1'));
      const { status, headers } = await get(`${address}${address.includes('?') ? '&' : '?'}after=${after}`);
      expect([status, headers.get('location')]).toEqual([302, address]);
    });

    it.each(['after=', 'after=a.b', `after=${'x'.repeat(501)}`, 'after=abc&after=abc'])(
      'has its first page at a bad cursor: %s',
      async (parameter) => {
        await publishPost(app, ann.id, 7);
        await settled(app);
        for (const path of ['/leaderboard', `/user/${ann.id}`]) {
          const first = (await get(path)).body;
          expect((await get(`${path}?${parameter}`)).body).toBe(first);
        }
      },
    );
  });

  it('is sent again only to a client that does not have it, compressed, and without a body for HEAD', async () => {
    await publishPost(app, ann.id, 6);
    await settled(app);
    for (let turn = 0; turn < 2; turn += 1) {
      const address = `/leaderboard?sort=top`;
      const raw = await new Promise<{ headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
        httpGet(`${app.url}${address}`, { headers: { 'accept-encoding': 'br' } }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }));
        }).on('error', reject);
      });
      expect(raw.headers['content-encoding']).toBe('br');
      const plain = await get(address, { 'accept-encoding': 'identity' });
      expect(String(brotliDecompressSync(raw.body))).toBe(plain.body);
      const etag = String(raw.headers['etag']);
      const unchanged = await get(address, { 'accept-encoding': 'br', 'if-none-match': etag });
      expect([unchanged.status, unchanged.body]).toEqual([304, '']);
      const head = await app.browser().request('HEAD', address, { headers: { 'accept-encoding': 'br' } });
      expect([head.status, head.headers.get('etag'), head.body]).toEqual([200, etag, '']);
    }
  });

  it.each(['/post', '/user'])('at %s of nobody says so, with status 404, and is not kept', async (path) => {
    const address = `${path}/${UNKNOWN_ID}`;
    const { status, headers, body } = await get(address);
    expect([status, headers.get('cache-control')]).toEqual([404, 'no-cache, no-transform']);
    expect(contentOf(body)).toMatch(/not found|Not Found/);
    expect(body).toContain('content="noindex"');
    expect(stateAt(app, address)).toBeNull();
    expect((await get(address, { 'if-none-match': '*' })).status).toBe(404);
  });

  it.each([
    '/boost',
    '/my-posts',
    '/nope',
    '/leaderboard/more',
    `/post/${UNKNOWN_ID.replaceAll('0', 'x')}`,
    `/login?next=/${'x'.repeat(200)}`,
  ])('at %s is sent without content', async (address) => {
    expect((await get(address)).body).toContain('<div id="root"></div>');
  });

  it('is sent without content to somebody who comes back from a payment', async () => {
    const postId = await publishPost(app, ann.id, 6);
    expect((await get(`/post/${postId}?boost=success`)).body).toContain('<div id="root"></div>');
  });
});
