import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { NO_SCREEN, SCREENS } from '../../src/api/pages/screens.js';
import { type RunningApp, startApp } from '../support/app.js';
import { publishPost } from '../support/posts.js';

const FRONTEND = path.join(import.meta.dirname, '../../../../frontend/src');
const ROUTES = path.join(FRONTEND, 'routeTree.gen.ts');
const NOBODY = '00000000-0000-4000-8000-000000000000';

describe('the browser side', () => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  const get = (address: string) => app.browser().get<string>(address);

  it('is served at the address of each of its screens', async () => {
    const routes = await readFile(ROUTES, 'utf8');
    const paths = [...routes.matchAll(/fullPath: '([^']+)'/g)].map(([, screen = '']) => screen);
    // The screen for everything else is the one that says that there is nothing.
    const screens = paths.filter((screen) => screen !== '/$');
    expect(screens.length).toBeGreaterThan(5);
    const postId = await publishPost(app, NOBODY, 7);
    for (const screen of screens) {
      const address = screen.replaceAll(/\$\w+/g, screen.startsWith('/post/') ? postId : NOBODY);
      expect({ address, status: (await get(`${address}?from=mail`)).status }).toEqual({
        address,
        status: 200,
      });
    }
  });

  it.each(SCREENS.filter(({ path: screen }) => !screen.includes(':')))(
    'has the title and the description at $path that its own script writes there',
    async ({ path: address, title, description, isListed }) => {
      const name = address === '/' ? '__root' : address.slice(1).replaceAll('/', '.');
      const route = await readFile(path.join(FRONTEND, 'routes', `${name}.tsx`), 'utf8');
      const written = /pageHead\(\s*'([^']+)',\s*'([^']+)',?\s*\)/.exec(route);
      expect(written?.slice(1)).toEqual([title, description]);
      const { status, body } = await get(address === '/' ? address : `${address}/`);
      expect(status).toBe(200);
      expect(body).toContain(`${title === 'Footnote' ? title : `${title} · Footnote`}</title>`);
      expect(body).toContain(`name="description" content="${description}"`);
      expect(body.includes(`<link rel="canonical" href="${app.url}${address}"`)).toBe(isListed);
      expect(body.includes('rel="canonical"')).toBe(isListed);
      expect(body.includes('content="noindex"')).toBe(!isListed);
    },
  );

  it('keeps its page apart from its files, and says where there is nothing', async () => {
    expect((await get('/index.html')).status).toBe(404);
    const { body } = await get('/nope');
    expect(body).toContain(`${NO_SCREEN.title} · Footnote</title>`);
    expect(body).toContain('content="noindex"');
  });

  it('sends its page once to those who keep it', async () => {
    const headers = { 'cache-control': 'max-age=0' };
    const first = await app.browser().request('GET', '/leaderboard', { headers });
    const etag = first.headers.get('etag') ?? '';
    const again = await app.browser().request('GET', '/leaderboard?tab=week', {
      headers: { ...headers, 'if-none-match': etag },
    });
    expect([again.status, again.body]).toEqual([304, '']);
    expect(first.headers.get('cache-control')).toBe('no-cache');
  });

  it.each(['/nope', '/post', '/leaderboard/more', '//evil.example/..', '/%E0%A4%A'])(
    'says of %s that there is no such screen, or no such address',
    async (address) => {
      const { status } = await app.browser().request('GET', `${app.url}${address}`);
      expect([400, 404]).toContain(status);
    },
  );

  it.each([
    '/.env',
    '/.git/config',
    '/favicon.ico',
    '/assets/none.js',
    '/sandbox/nothing',
    '/health/nothing',
  ])('gives nobody its page for %s', async (address) => {
    const { status, headers } = await get(address);
    expect(status).toBe(404);
    expect(headers.get('content-type')).toContain('application/json');
  });
});
