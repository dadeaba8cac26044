import { get as httpGet } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { renderedScreenAt } from '../../../src/api/pages/rendered-screens.js';
import { ShareCards } from '../../../src/api/share-cards/share-cards.service.js';
import { seededRandom, shuffled } from '../../../src/demo/random.js';
import { Post } from '../../../src/domain/post/post.js';
import { useOwnApp } from '../../support/app.js';
import { LogLines } from '../../support/log-lines.js';
import { contentOf, pageStateOf, stateAt } from '../../support/pages.js';
import { usePerson } from '../../support/people.js';
import { commentOn, publishPost, rate, send } from '../../support/posts.js';
import { amount, seedOf } from '../../support/scope.js';
import { settled } from '../../support/settled.js';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const PUBLIC_URL = 'https://footnote.example';
const EMPTY = '<div id="root"></div>';

describe('what the server renders', () => {
  const board = (query: string) => [`/api/posts?${query}`];
  const week = (query: string) => [`/api/leaderboard/weekly?${query}`, '/api/leaderboard/weeks'];
  const long = 'ab'.repeat(24);

  it.each<[string, string, string[]]>([
    ['/leaderboard?sort=top', '/leaderboard?sort=top', board('sort=top&limit=60')],
    ['/leaderboard/?utm_source=mail', '/leaderboard', board('sort=recent&limit=60')],
    ['/leaderboard?tab=all&search=+', '/leaderboard', board('sort=recent&limit=60')],
    ['/leaderboard?tab=week&tab=week&sort=a&week=2026-46', '/leaderboard', board('sort=recent&limit=60')],
    [
      '/leaderboard?tab=week&sort=recent&week=2026-W46',
      '/leaderboard?tab=week&sort=recent&week=2026-W46',
      week('week=2026-W46&sort=recent&limit=60'),
    ],
    [
      '/leaderboard?search=no+%22one%22%26',
      '/leaderboard?search=no+%22one%22%26',
      board('sort=recent&limit=60&search=no%20%22one%22%26'),
    ],
    [
      `/leaderboard?search=${long}a%F0%9F%A6%B6`,
      `/leaderboard?search=${long}a`,
      board(`sort=recent&limit=60&search=${long}a`),
    ],
    ...['after=', 'after=a.b', `after=${'x'.repeat(501)}`, 'after=abc&after=abc'].map(
      (bad): [string, string, string[]] => [
        `/user/${UNKNOWN_ID}?${bad}`,
        `/user/${UNKNOWN_ID}`,
        [`/api/users/${UNKNOWN_ID}`],
      ],
    ),
    ['/login?next=%2Fleaderboard', '/login?next=%2Fleaderboard', []],
    ['/register?next=elsewhere', '/register', []],
    ['/rate?x=1', '/rate', []],
  ])('at %s has one spelling, and the calls of the app', (url, address, paths) => {
    const screen = renderedScreenAt(url);
    expect([screen?.address, screen?.calls.map(({ path }) => path)]).toEqual([address, paths]);
  });

  it.each([
    '/boost',
    '/my-posts',
    '/nope',
    '/leaderboard/more',
    `/post/${UNKNOWN_ID.replaceAll('0', 'x')}`,
    `/post/${UNKNOWN_ID}?boost=success`,
    `/login?next=/${'x'.repeat(200)}`,
  ])('is not %s', (url) => expect(renderedScreenAt(url)).toBeNull());
});

describe('a page', () => {
  const log = new LogLines();
  const env = { PUBLIC_URL, ALLOW_SANDBOX: 'yes' };
  const app = useOwnApp('has the whole board', { env, log });
  const ann = usePerson(app, 'ann');
  const bob = usePerson(app, 'bob');
  const [cleo, dan] = [usePerson(app, 'cleo'), usePerson(app, 'dan')];
  const get = (address: string, headers: Record<string, string> = {}) =>
    app.browser().request<string>('GET', address, { headers });

  it.each([
    ['/', 'Footnote', 'Put your best foot forward.', ['/api/leaderboard/summary']],
    ['/leaderboard', 'Leaderboard', '7.4', ['/api/posts?sort=recent&limit=60']],
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
    ['/rate', 'Rate', 'Rating needs JavaScript.', []],
    ['/login', 'Login', 'Password', []],
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
    expect(body).toContain(`<link rel="canonical" href="${PUBLIC_URL}/`);
    expect(body).toContain('<meta name="description" content="');
    const picture = pattern === '/post/POST' ? `/api/posts/${postId}/card.png` : '/api/card.png';
    expect(body).toContain(`property="og:image" content="${PUBLIC_URL}${picture}?v=`);
    expect(contentOf(body)).toContain(text);
    expect(Object.keys(pageStateOf(body).answers).toSorted()).toEqual(paths.map(named).toSorted());
    // The policy allows no inline script and no style attribute.
    expect(body).not.toMatch(/<script(?![^>]*(?: src="| type="application\/json"))|<style| style="/);
    expect(body).not.toContain('This page needs JavaScript');
    const plain = await get('/boost');
    expect(plain.body).toContain(EMPTY);
    for (const name of ['content-security-policy', 'referrer-policy', 'x-frame-options', 'content-type']) {
      expect(headers.get(name)).toBe(plain.headers.get(name));
    }
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'public, no-cache, no-transform',
      vary: 'Accept-Encoding',
      etag: expect.stringMatching(/^"[\w-]{22}(?:-br|-gzip)?"$/),
    });
  });

  it('is kept, whatever its address has besides what it knows', async () => {
    const spellings = ['/leaderboard', '/leaderboard?utm_source=mail', '/leaderboard?tab=all&after=a.b'];
    const bodies = new Set<string>();
    for (const address of spellings) bodies.add((await get(address)).body);
    const states = new Set(spellings.map((address) => stateAt(app, address)));
    expect([bodies.size, states.size]).toEqual([1, 1]);
    expect(String([...states][0]?.plain.body)).toBe([...bodies][0]);
  });

  it('is in the sitemap if crawlers may list it, as are public posts, newest first', async () => {
    const hidden = await publishPost(app, ann.id, 7, { moderationFlags: ['may show a face'] });
    const newer = await publishPost(app, ann.id, 7);
    const older = await publishPost(app, ann.id, 7, { publishedAt: '2026-11-21T11:00:00.000Z' });
    const { body, headers } = await get('/sitemap.xml');
    expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const paths = [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, found = '']) =>
      found.slice(PUBLIC_URL.length),
    );
    expect(paths).toEqual(expect.arrayContaining(['/', '/leaderboard', '/termsofservice']));
    expect(paths.indexOf(`/post/${newer}`)).toBeLessThan(paths.indexOf(`/post/${older}`));
    expect(paths).toContain(`/post/${older}`);
    for (const one of [`/post/${hidden}`, '/my-posts', '/user/:userId']) expect(paths).not.toContain(one);
  });

  it.each([
    ['/leaderboard/', '/leaderboard'],
    ['/leaderboard/?tab=week&after=a/', '/leaderboard?tab=week&after=a/'],
    ['/boost/', '/boost'],
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
      expect(body).toContain(`<link rel="canonical" href="${PUBLIC_URL}/post/${postId}"`);
      const [, after] =
        new RegExp(`href="/post/${postId}\\?after=([\\w-]+)#comments"`).exec(contentOf(body)) ?? [];
      const comments = contentOf(body).match(/A calm picture\./g)?.length;
      return { after, comments, paths: Object.keys(pageStateOf(body).answers), body };
    };
    const first = await next(`/post/${postId}`);
    const address = `/post/${postId}?utm_source=mail&after=${first.after}`;
    const second = await next(address);
    expect(second.paths.toSorted()).toEqual([
      `/api/posts/${postId}`,
      `/api/posts/${postId}/comments?cursor=${first.after}`,
    ]);
    expect([second.after, (first.comments ?? 0) + (second.comments ?? 0)]).toEqual([undefined, 51]);
    expect(contentOf(second.body)).toContain('First Page');
    expect(contentOf(first.body)).not.toContain('First Page');
    expect(String(stateAt(app, address)?.plain.body)).toBe(second.body);
    // Neither is a cursor of this list.
    for (const bad of ['bad', 'x'.repeat(500)]) {
      const { status, headers } = await get(`/post/${postId}?after=${bad}`);
      expect([status, headers.get('location')]).toEqual([302, `/post/${postId}`]);
    }
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
      expect(body).toContain(`<link rel="canonical" href="${PUBLIC_URL}/leaderboard"`);
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

  it('is the same for two people and a visitor, in any order, and has nothing of who asks', async () => {
    const postId = await publishPost(app, bob.id, 8);
    const commentId = await commentOn(app, postId, bob.id);
    await cleo.like(postId);
    await cleo.rate(postId, 3);
    await cleo.post(`/api/comments/${commentId}/like`);
    await dan.changeProfile({ bio: 'A bio that only I have.' });
    app.clock.advance(1000);
    const missing = `/post/${UNKNOWN_ID}`;
    const addresses = [
      '/',
      '/leaderboard',
      '/leaderboard?sort=top',
      '/leaderboard?tab=week',
      '/leaderboard?tab=week&week=2026-W40',
      '/leaderboard?search=a',
      `/post/${postId}`,
      `/user/${bob.id}`,
      '/login',
      '/register',
      '/termsofservice',
      '/privacypolicy',
      missing,
    ];
    const own = [cleo, dan].flatMap(({ user }) => [user.id, user.email, user.anonymousUsername]);
    const visits = addresses.flatMap((address) =>
      [cleo, dan, app.browser()].map((browser) => ({ address, browser })),
    );
    const turns = Array.from({ length: amount(2, 25) }, () => visits).flat();
    // A page is kept as it was rendered first: for somebody who is signed in.
    for (const address of addresses) await cleo.get(address);
    const known = new Map<string, string>();
    for (const { address, browser } of shuffled(turns, seededRandom(seedOf(32)))) {
      const { body, headers } = await browser.get<string>(address);
      // Somebody who is signed in may see more than the visitors' page says: the browser asks.
      const isOpen = address === missing && browser.cookies.has('__Host-member');
      expect(body.includes(EMPTY)).toBe(isOpen);
      // Besides the position of the live news, which goes on.
      const page = body.replace(/"position":"\d+"/, '');
      const key = isOpen ? `${address}, signed in` : address;
      expect([key, page]).toEqual([key, known.get(key) ?? page]);
      known.set(key, page);
      expect(own.filter((text) => page.includes(text))).toEqual([]);
      expect(page).not.toContain('A bio that only I have.');
      expect(headers.getSetCookie()).toEqual([]);
    }
    expect(known.size).toBe(addresses.length + 1);
  });

  describe('of a post has a head', () => {
    const ask = (address: string, headers: Record<string, string> = {}) =>
      // Otherwise Node sends `no-cache`, and the server never answers 304.
      fetch(`${app.url}${address}`, { headers: { 'cache-control': 'max-age=0', ...headers } });
    const page = async (address: string) => {
      const answer = await ask(address);
      const html = await answer.text();
      return { status: answer.status, headers: answer.headers, html, head: headOf(html) };
    };

    it('that describes the post and links its picture', async () => {
      const id = await publishPost(app, ann.id, 7.4);
      const { status, headers, head } = await page(`/post/${id}?from=elsewhere`);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      const name = ann.user.anonymousUsername;
      const description = 'Rated 7.4 out of 10 on the Footnote leaderboard.';
      const alt = `A photo by ${name}, rated 7.4 out of 10: GREAT.`;
      const image = head['og:image'] ?? '';
      expect(head).toMatchObject({
        title: `Photo by ${name} · Footnote`,
        description,
        canonical: `${PUBLIC_URL}/post/${id}`,
        'og:site_name': 'Footnote',
        'og:type': 'article',
        'og:title': `Photo by ${name}`,
        'og:description': description,
        'og:url': `${PUBLIC_URL}/post/${id}`,
        'og:image:type': 'image/png',
        'og:image:width': '1200',
        'og:image:height': '630',
        'og:image:alt': alt,
        'twitter:card': 'summary_large_image',
        'twitter:image': image,
        'twitter:image:alt': alt,
      });
      expect(head).not.toHaveProperty('robots');
      expect(image).toMatch(new RegExp(`^${PUBLIC_URL}/api/posts/${id}/card\\.png\\?v=[\\w-]+$`));
      const card = await ask(image.slice(PUBLIC_URL.length));
      expect([card.status, card.headers.get('content-type')]).toEqual([200, 'image/png']);
    });

    it('in which the name of the user is escaped (V1.2.1)', async () => {
      const displayUsername = `"><script>alert('&')</script>`;
      expect((await bob.changeProfile({ displayUsername })).status).toBe(200);
      const { html, head, headers } = await page(`/post/${await publishPost(app, bob.id, 5)}`);
      expect(html).not.toContain('<script>alert');
      const written = '&quot;&gt;&lt;script&gt;alert(&#x27;&amp;&#x27;)&lt;/script&gt;';
      expect(head['og:title']).toBe(`Photo by ${written}`);
      expect(head['title']).toBe(`Photo by ${written} · Footnote`);
      expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    });

    it('that says so until the first rating, which changes the picture and what is cached', async () => {
      const id = await publishPost(app, UNKNOWN_ID, null);
      const before = await page(`/post/${id}`);
      expect(before.head).toMatchObject({
        title: 'Photo by Anonymous · Footnote',
        description: 'Not yet rated on the Footnote leaderboard.',
        'og:image:alt': 'A photo by Anonymous, not yet rated.',
      });
      const cached = { 'if-none-match': before.headers.get('etag') ?? '' };
      expect((await ask(`/post/${id}`, cached)).status).toBe(304);
      await rate(app, id, UNKNOWN_ID, 0);
      app.clock.advance(1000);
      expect((await ask(`/post/${id}`, cached)).status).toBe(200);
      const after = await page(`/post/${id}`);
      expect(after.head['description']).toBe('Rated 0.0 out of 10 on the Footnote leaderboard.');
      expect(after.head['og:image']).not.toBe(before.head['og:image']);
    });

    it('that reveals nothing of a hidden, deleted, unknown or invalid post, not even to its owner', async () => {
      const hidden = await publishPost(app, ann.id, 7, { moderationFlags: ['may show a face'] });
      const deleted = await publishPost(app, ann.id, 7);
      await send(app, Post.DeletePost({ postId: deleted, ownerId: ann.id, because: 'owner' }));
      for (const id of [hidden, deleted, UNKNOWN_ID, 'no-id', '%3Cscript%3E', '__proto__']) {
        const { status, body } = await ann.get<string>(`/post/${id}`);
        expect({ id, status }).toEqual({ id, status: 404 });
        const { viewport, 'color-scheme': scheme, 'theme-color': paper, ...head } = headOf(body);
        expect([viewport, scheme, paper]).not.toContain('');
        expect(head).toEqual({
          title: 'Post not found · Footnote',
          description: 'This post does not exist.',
          robots: 'noindex',
        });
        expect(body).toContain('<div id="root">');
      }
    });

    it('without the post while the views fail, with 503 and Retry-After; the cause is logged (V16.3.4)', async () => {
      const asked = jest.spyOn(app.server.get(ShareCards), 'find').mockRejectedValue(new Error('no views'));
      const { status, head, html, headers } = await page(`/post/${await publishPost(app, UNKNOWN_ID, 6)}`);
      asked.mockRestore();
      expect([status, headers.get('retry-after')]).toEqual([503, '5']);
      expect(head).toMatchObject({ title: 'Post · Footnote', robots: 'noindex' });
      expect(html).toContain('<div id="root">');
      const text = 'the head of a page could not be determined';
      const line = log.lines.find(({ msg }) => String(msg).includes(text));
      expect(line).toMatchObject({ err: { message: 'no views', stack: expect.any(String) } });
    });
  });
});

/** The tags that the server wrote into a page, by name. Each name may occur once. */
function headOf(html: string): Record<string, string> {
  const head = html.slice(0, html.indexOf('</head>'));
  const tags: Record<string, string> = {};
  const keep = (name: string, value: string) => {
    expect(tags).not.toHaveProperty([name]);
    tags[name] = value;
  };
  for (const [, title = ''] of head.matchAll(/<title[^>]*>([^<]*)<\/title>/g)) keep('title', title);
  for (const [, name = '', value = ''] of head.matchAll(
    /<meta (?:name|property)="([^"]+)" content="([^"]*)"/g,
  ))
    keep(name, value);
  for (const [, value = ''] of head.matchAll(/<link rel="canonical" href="([^"]+)"/g))
    keep('canonical', value);
  return tags;
}
