import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { Account } from '../../src/domain/account/account.js';
import { newAdmin } from '../support/admins.js';
import { useOwnApp } from '../support/app.js';
import type { Answer, Browser } from '../support/browser.js';
import type { Desk } from '../support/desk.js';
import { verified } from '../support/people.js';
import { send } from '../support/posts.js';

const BUILT = path.join(import.meta.dirname, '../../../../frontend/dist');
const LODGE = '/porters-lodge';
const PAGES = ['/rtm-sys', '/rtm-sys/', '/rtm-sys/posts', '/rtm-sys/post/1'];
const HOUR = 60 * 60_000;
const META = `<meta name="back-office-login" content="${LODGE}"/>`;

const app = useOwnApp('not shared yet', { per: 'start' });

const start = async (entry: 'redirect' | 'hidden') => {
  await app.start({ env: { ADMIN_LOGIN_PATH: LODGE, ADMIN_ENTRY: entry } });
  await newAdmin(app, 'olga', 'owner');
};

const admin = async (): Promise<Desk> => {
  const browser = app.desk();
  await browser.signIn('olga');
  // The cookie of the session is sent to calls only.
  browser.cookies.delete('admin');
  return browser;
};

const loginSeenBy = async (browser: Browser) =>
  (await browser.get<{ login: string | null }>('/api/rtm-sys/entry')).body.login;

/** What a browser can tell one answer from another by. */
const seen = ({ status, headers, body }: Answer<string>) => {
  const named = Object.fromEntries(headers);
  for (const name of ['date', 'x-request-id']) delete named[name];
  return { status, headers: named, body };
};

describe('the login page of the back office', () => {
  it('is at its path and nowhere else, for no search engine', async () => {
    await start('hidden');
    for (const address of [LODGE, `${LODGE}/`, `${LODGE}?invitation=1`]) {
      const { status, headers, body } = await app.browser().get<string>(address);
      expect({ address, status }).toEqual({ address, status: 200 });
      expect(body).toContain(META);
      expect(body).toContain('content="noindex"');
      expect(headers.get('x-robots-tag')).toBe('noindex');
      expect(headers.get('cache-control')).toBe('private, no-store, no-transform');
    }
    const below = await app.browser().get<string>(`${LODGE}/more`);
    expect(below.status).toBe(404);
    expect(below.body).not.toContain('back-office-login');
  });

  it('is in no file of the frontend, and on no page that visitors get', async () => {
    await start('hidden');
    const files = await readdir(BUILT, { recursive: true, withFileTypes: true });
    const texts = files.filter((file) => file.isFile() && /\.(?:html|js|css|txt|svg|json)$/.test(file.name));
    expect(texts.length).toBeGreaterThan(10);
    for (const { parentPath, name } of texts) {
      expect(await readFile(path.join(parentPath, name), 'utf8')).not.toContain(LODGE.slice(1));
    }
    const visitor = app.browser();
    for (const address of ['/', '/login', '/leaderboard', '/nope', '/robots.txt', '/api/posts', ...PAGES]) {
      const { headers, body } = await visitor.get(address);
      expect(JSON.stringify([body, [...headers]])).not.toContain(LODGE.slice(1));
    }
    expect(await loginSeenBy(visitor)).toBeNull();
  });

  it('has a path that stays the same and nobody can guess, without a setting (V11.5.1)', async () => {
    await app.start({ env: { ADMIN_ENTRY: 'redirect' } });
    const login = await loginSeenBy(app.browser());
    expect(login).toMatch(/^\/[\da-f]{32}$/);
    await app.restart();
    expect(await loginSeenBy(app.browser())).toBe(login);
    expect((await app.browser().get<string>(login ?? '')).body).toContain(`content="${login}"`);
  });
});

describe('an entry that redirects', () => {
  it('leads visitors to the login', async () => {
    await start('redirect');
    const visitor = app.browser();
    for (const address of ['/rtm-sys', '/rtm-sys/']) {
      const { status, headers } = await visitor.get(address);
      expect([status, headers.get('location'), headers.get('x-robots-tag')]).toEqual([302, LODGE, 'noindex']);
    }
    expect(await loginSeenBy(visitor)).toBe(LODGE);
  });

  it('shows the pages below to programs as not to be indexed, without the path', async () => {
    await start('redirect');
    const { status, headers, body } = await app.browser().get<string>('/rtm-sys/posts');
    expect([status, headers.get('x-robots-tag'), headers.get('cache-control')]).toEqual([
      200,
      'noindex',
      'private, no-store, no-transform',
    ]);
    expect(body).not.toContain(LODGE.slice(1));
  });

  it('lets an admin in, until they sign out', async () => {
    await start('redirect');
    const browser = await admin();
    expect((await browser.get('/rtm-sys')).status).toBe(200);
    await browser.signOut();
    expect((await browser.get('/rtm-sys')).status).toBe(302);
  });
});

describe('a hidden entry', () => {
  it('is an unknown address to visitors and to people who are no admins', async () => {
    await start('hidden');
    const unknown = seen(await app.browser().get<string>('/nope'));
    expect(unknown.status).toBe(404);
    const { browser: member } = await verified(app, 'ann@example.org');
    for (const browser of [app.browser(), member]) {
      for (const address of PAGES) expect(seen(await browser.get<string>(address))).toEqual(unknown);
      expect(await loginSeenBy(browser)).toBeNull();
    }
  });

  it('leads people with isAdmin to the login', async () => {
    await start('hidden');
    const { browser, user } = await verified(app, 'ann@example.org');
    await send(app, Account.GrantAdminRights({ accountId: user.id }));
    const { status, headers } = await browser.get('/rtm-sys');
    expect([status, headers.get('location')]).toEqual([302, LODGE]);
    expect((await browser.get('/rtm-sys/posts')).status).toBe(200);
    expect(await loginSeenBy(browser)).toBe(LODGE);
  });

  it('is open to the browser of an admin for as long as a session may last, until they sign out', async () => {
    await start('hidden');
    const browser = await admin();
    for (const address of PAGES) expect((await browser.get(address)).status).toBe(200);
    // After half an hour the session has ended, and the page leads to the login again.
    expect(await loginSeenBy(browser)).toBe(LODGE);
    const staff = browser.cookies.get('staff') ?? '';
    app.clock.advance(8 * HOUR - 1);
    expect((await browser.get('/rtm-sys/posts')).status).toBe(200);
    app.clock.advance(1);
    expect((await browser.get('/rtm-sys/posts')).status).toBe(404);
    // Nobody can lengthen it.
    const [expiresAt = '', signature] = staff.split('.');
    browser.cookies.set('staff', `${Number(expiresAt) + HOUR}.${signature}`);
    expect((await browser.get('/rtm-sys/posts')).status).toBe(404);
    const other = await admin();
    await other.post('/api/rtm-sys/logout');
    expect((await other.get('/rtm-sys/posts')).status).toBe(404);
  });

  it('permits nothing by the mark of the browser (V8.3.1)', async () => {
    await start('hidden');
    expect((await (await admin()).self()).status).toBe(401);
  });
});
