import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { NO_SCREEN, SCREENS } from '../../../src/api/pages/screens.js';
import { useApp } from '../../support/app.js';
import { usePerson } from '../../support/people.js';
import { publishPost } from '../../support/posts.js';

const FRONTEND = path.join(import.meta.dirname, '../../../../../frontend/src');
const BUILT = path.join(FRONTEND, '../dist');
const ROUTES = path.join(FRONTEND, 'routeTree.gen.ts');
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** The scripts of each route beyond those of every page. */
type Parts = Readonly<Record<string, string[]>>;

describe('the frontend', () => {
  const app = useApp();
  const ann = usePerson(app, 'ann');
  const get = (address: string) => app.browser().get<string>(address);

  it('is served at the address of each screen', async () => {
    const routes = await readFile(ROUTES, 'utf8');
    const paths = [...routes.matchAll(/fullPath: '([^']+)'/g)].map(([, screen = '']) => screen);
    // The catch-all screen is the one that says 'not found'. The back office has an entry of its own.
    const screens = paths.filter((screen) => screen !== '/$' && !screen.startsWith('/rtm-sys'));
    expect(screens.length).toBeGreaterThan(5);
    const postId = await publishPost(app, ann.id, 7);
    for (const screen of screens) {
      const address = screen.replace('$id', postId).replace('$userId', ann.id);
      expect([address, (await get(`${address}?from=mail`)).status]).toEqual([address, 200]);
    }
  });

  it.each(SCREENS.filter(({ path: screen }) => !screen.includes(':')))(
    'serves $path with the title and description that its route sets',
    async ({ path: address, title, description, isListed }) => {
      const name = address === '/' ? '__root' : address.slice(1).replaceAll('/', '.');
      const route = await readFile(path.join(FRONTEND, 'routes', `${name}.tsx`), 'utf8');
      const written = /pageHead\(\s*'([^']+)',\s*'([^']+)',?\s*\)/.exec(route);
      expect(written?.slice(1)).toEqual([title, description]);
      const { status, body } = await get(address);
      expect(status).toBe(200);
      expect(body).toContain(`${title === 'Footnote' ? title : `${title} · Footnote`}</title>`);
      expect(body).toContain(`name="description" content="${description}"`);
      expect(body.includes(`<link rel="canonical" href="${app.url}${address}"`)).toBe(isListed);
      expect(body.includes('rel="canonical"')).toBe(isListed);
      expect(body.includes('content="noindex"')).toBe(!isListed);
    },
  );

  it('does not serve the page as a file, and marks an unknown screen as not found', async () => {
    for (const file of ['/index.html', '/server/entry-server.js']) {
      expect((await get(file)).status).toBe(404);
    }
    const { body } = await get('/nope');
    expect(body).toContain(`${NO_SCREEN.title} · Footnote</title>`);
    expect(body).toContain('content="noindex"');
  });

  it('tells crawlers where its sitemap is', async () => {
    expect((await get('/robots.txt')).body).toMatch(
      new RegExp(`^User-agent: \\*\\nDisallow: /sandbox/\\n\\nSitemap: ${app.url}/sitemap.xml\\n$`),
    );
  });

  it('answers 304 to a browser that has the page cached', async () => {
    const headers = { 'cache-control': 'max-age=0' };
    const first = await app.browser().request('GET', '/leaderboard', { headers });
    const etag = first.headers.get('etag') ?? '';
    const again = await app.browser().request('GET', '/leaderboard?tab=all', {
      headers: { ...headers, 'if-none-match': etag },
    });
    expect([again.status, again.body]).toEqual([304, '']);
    expect(first.headers.get('cache-control')).toBe('public, no-cache, no-transform');
  });

  it.each([
    ['/', 'index'],
    ['/leaderboard?tab=week', 'leaderboard'],
    [`/post/${UNKNOWN_ID}`, 'post.$id'],
    [`/user/${UNKNOWN_ID}`, 'user.$userId'],
    ['/nope', '$'],
  ])('names the scripts of the page at %s, so that they load beside the entry', async (address, route) => {
    const { body } = await get(address);
    // A page that can be read without its scripts runs them later, one at a time.
    const isLater = body.includes('id="state"');
    expect(body.includes('<template id="scripts">')).toBe(isLater);
    expect(body.includes('rel="modulepreload"')).toBe(!isLater);
    const scripts = [
      ...body.matchAll(
        /<(?:link rel="modulepreload"|script type="module") fetchPriority="low" crossorigin="" (?:href|src)="([^"]+)"/g,
      ),
    ];
    const files = scripts.map(([, file]) => file ?? '');
    const parts = JSON.parse(await readFile(path.join(BUILT, 'routes.json'), 'utf8')) as Parts;
    expect(files).toEqual(expect.arrayContaining(parts[route]!));
    for (const file of files) expect((await get(file)).status).toBe(200);
    expect((await get('/routes.json')).status).toBe(404);
  });

  it('serves scripts, styles and fonts with at most 200 bytes of headers beyond the needed ones', async () => {
    const { body } = await get('/');
    const files = [...body.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css|woff2))"/g)].map(
      ([, file]) => file,
    );
    expect(new Set(files.map((file) => path.extname(file ?? '')))).toEqual(
      new Set(['.js', '.css', '.woff2']),
    );
    const needed =
      /^(?:date|connection|keep-alive|content-(?:type|length|encoding)|transfer-encoding|cache-control|etag|last-modified|vary|accept-ranges|x-request-id)$/;
    for (const file of files) {
      const { headers } = await app.browser().request('GET', file ?? '');
      const others = [...headers].filter(([name]) => !needed.test(name));
      expect(Object.fromEntries(others)).toEqual({
        'content-security-policy': "default-src 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      });
      expect(others.flat().join(': ').length).toBeLessThanOrEqual(200);
    }
    // A drawing is a document of its own.
    const icon = await app.browser().request('GET', '/favicon.svg');
    expect(icon.headers.get('x-frame-options')).toBe('DENY');
  });

  it.each([
    ['/sw.js', 'application/javascript; charset=utf-8', 'no-cache'],
    ['/manifest.json', 'application/json; charset=utf-8', 'no-cache'],
    ['/offline.html', 'text/html; charset=utf-8', 'no-cache, no-transform'],
  ])('serves %s, which browsers ask for at each load, with the policy of pages', async (address, ...sent) => {
    const { status, headers } = await app.browser().request('GET', address);
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([200, ...sent]);
    // What the worker may ask for is said by its own policy.
    expect(headers.get('content-security-policy')).toContain("connect-src 'self'");
  });

  it('names a manifest whose pictures have the sizes that it says', async () => {
    const { body } = await get('/');
    expect(body).toContain('<link rel="manifest" href="/manifest.json"');
    type Manifest = { icons: { src: string; sizes: string; purpose?: string }[] };
    const { icons } = (await app.browser().get<Manifest>('/manifest.json')).body;
    expect(icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
      ['192x192', undefined],
      ['512x512', undefined],
      ['512x512', 'maskable'],
    ]);
    for (const { src, sizes } of [...icons, { src: '/icons/apple-touch.png', sizes: '180x180' }]) {
      const picture = await readFile(path.join(FRONTEND, '../dist', src));
      expect([src, `${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`]).toEqual([src, sizes]);
      expect((await get(src)).headers.get('content-type')).toBe('image/png');
    }
  });

  it.each([
    ['/nope', 404],
    ['/post', 404],
    ['/leaderboard/more', 404],
    ['//evil.example/..', 404],
    ['/%E0%A4%A', 404],
    ['/post/%E0%A4%A?sort=top', 404],
    ['/user/%', 404],
    ['/rtm-sys/%zz', 200],
  ])('answers %s with the page of an unknown address, if a browser asks', async (address, expected) => {
    const ask = (accept: string) =>
      app.browser().request<string>('GET', `${app.url}${address}`, { headers: { accept } });
    const { status, headers, body } = await ask('text/html');
    expect([status, headers.get('content-type')]).toEqual([expected, 'text/html; charset=utf-8']);
    expect(body).toContain('Footnote</title>');
    if (!address.includes('%')) return;
    const other = await ask('application/json');
    const json = [400, 'application/json; charset=utf-8'];
    expect([other.status, other.headers.get('content-type')]).toEqual(json);
  });

  it.each([
    '/.env',
    '/.git/config',
    '/favicon.ico',
    '/assets/none.js',
    '/sandbox/nothing',
    '/health/nothing',
  ])('answers %s with a 404 in JSON, not with the page (V13.4.1)', async (address) => {
    const { status, headers } = await get(address);
    expect(status).toBe(404);
    expect(headers.get('content-type')).toContain('application/json');
  });
});
