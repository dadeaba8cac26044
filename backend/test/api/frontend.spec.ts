import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type RunningApp, startApp } from '../support/app.js';

const ROUTES = path.join(import.meta.dirname, '../../../../frontend/src/routeTree.gen.ts');

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
    for (const screen of screens) {
      const address = screen.replaceAll(/\$\w+/g, '00000000-0000-4000-8000-000000000000');
      expect({ address, status: (await get(`${address}?from=mail`)).status }).toEqual({
        address,
        status: 200,
      });
    }
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
