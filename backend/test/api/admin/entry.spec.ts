import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { Account } from '../../../src/domain/account/account.js';
import { newAdmin, useAdmin } from '../../support/admins.js';
import { unique, useApp, useOwnApp } from '../../support/app.js';
import type { Answer, Browser } from '../../support/browser.js';
import { usePerson } from '../../support/people.js';
import { send } from '../../support/posts.js';

const BUILT = path.join(import.meta.dirname, '../../../../../frontend/dist');
const PAGES = ['/rtm-sys', '/rtm-sys/', '/rtm-sys/posts', '/rtm-sys/post/1'];
const HOUR = 60 * 60_000;

const loginSeenBy = async (browser: Browser) =>
  (await browser.get<{ login: string | null }>('/api/rtm-sys/entry')).body.login;

describe('an entry that redirects', () => {
  const app = useApp();
  const olga = useAdmin(app, unique('olga'), 'owner');

  it('leads visitors to the login, and shows the pages below, which are not to be indexed, without its path', async () => {
    const visitor = app.browser();
    const login = (await loginSeenBy(visitor)) ?? '';
    for (const address of ['/rtm-sys', '/rtm-sys/']) {
      const { status, headers } = await visitor.get(address);
      expect([status, headers.get('location'), headers.get('x-robots-tag')]).toEqual([302, login, 'noindex']);
    }
    const { status, headers, body } = await visitor.get<string>('/rtm-sys/posts');
    expect([status, headers.get('x-robots-tag'), headers.get('cache-control')]).toEqual([
      200,
      'noindex',
      'private, no-store, no-transform',
    ]);
    expect(body).not.toContain(login.slice(1));
  });

  it('lets an admin in, until they sign out', async () => {
    // The cookie of the session is sent to calls only.
    const session = olga.cookies.get('admin') ?? '';
    olga.cookies.delete('admin');
    expect((await olga.get('/rtm-sys')).status).toBe(200);
    olga.cookies.set('admin', session);
    await olga.signOut();
    expect((await olga.get('/rtm-sys')).status).toBe(302);
  });
});

describe('the path of the login page without a setting', () => {
  const app = useOwnApp('restarts');

  it('stays the same, and nobody can guess it (V11.5.1)', async () => {
    const login = (await loginSeenBy(app.browser())) ?? '';
    expect(login).toMatch(/^\/[\da-f]{32}$/);
    await app.restart();
    expect(await loginSeenBy(app.browser())).toBe(login);
    expect((await app.browser().get<string>(login)).body).toContain(`content="${login}"`);
  });
});

describe('a hidden entry', () => {
  const LODGE = '/porters-lodge';
  const app = useOwnApp('has a hidden entry', { env: { ADMIN_LOGIN_PATH: LODGE, ADMIN_ENTRY: 'hidden' } });
  const ann = usePerson(app, 'ann');
  app.onStart(async () => {
    await newAdmin(app, 'olga', 'owner');
  });

  const admin = async () => {
    const browser = app.desk();
    await browser.signIn('olga');
    browser.cookies.delete('admin');
    return browser;
  };

  it('has a login page at its path and nowhere else, for no search engine', async () => {
    for (const address of [LODGE, `${LODGE}/`, `${LODGE}?invitation=1`]) {
      const { status, headers, body } = await app.browser().get<string>(address);
      expect({ address, status }).toEqual({ address, status: 200 });
      expect(body).toContain(`<meta name="back-office-login" content="${LODGE}"/>`);
      expect(body).toContain('content="noindex"');
      expect(headers.get('x-robots-tag')).toBe('noindex');
      expect(headers.get('cache-control')).toBe('private, no-store, no-transform');
    }
    const below = await app.browser().get<string>(`${LODGE}/more`);
    expect(below.status).toBe(404);
    expect(below.body).not.toContain('back-office-login');
  });

  it('names the login in no file of the frontend, and on no page that visitors get', async () => {
    const files = await readdir(BUILT, { recursive: true, withFileTypes: true });
    const texts = files.filter((file) => file.isFile() && /\.(?:html|js|css|txt|svg|json)$/.test(file.name));
    expect(texts.length).toBeGreaterThan(10);
    for (const { parentPath, name } of texts) {
      expect(await readFile(path.join(parentPath, name), 'utf8')).not.toContain(LODGE.slice(1));
    }
    for (const address of ['/', '/login', '/leaderboard', '/nope', '/robots.txt', '/api/posts', ...PAGES]) {
      const { headers, body } = await app.browser().get(address);
      expect(JSON.stringify([body, [...headers]])).not.toContain(LODGE.slice(1));
    }
  });

  it('is an unknown address to visitors and people, but leads those with isAdmin to the login', async () => {
    /** What a browser can tell one answer from another by. */
    const seen = ({ status, headers, body }: Answer<string>) => {
      const named = Object.fromEntries(headers);
      for (const name of ['date', 'x-request-id']) delete named[name];
      return { status, headers: named, body };
    };
    const unknown = seen(await app.browser().get<string>('/nope'));
    expect(unknown.status).toBe(404);
    for (const browser of [app.browser(), ann]) {
      for (const address of PAGES) expect(seen(await browser.get<string>(address))).toEqual(unknown);
      expect(await loginSeenBy(browser)).toBeNull();
    }
    await send(app, Account.GrantAdminRights({ accountId: ann.id }));
    const { status, headers } = await ann.get('/rtm-sys');
    expect([status, headers.get('location')]).toEqual([302, LODGE]);
    expect((await ann.get('/rtm-sys/posts')).status).toBe(200);
    expect(await loginSeenBy(ann)).toBe(LODGE);
  });

  it('is open to the browser of an admin for as long as a session may last, until they sign out, and permits nothing (V8.3.1)', async () => {
    const browser = await admin();
    for (const address of PAGES) expect((await browser.get(address)).status).toBe(200);
    // After half an hour the session has ended, and the page leads to the login again.
    expect(await loginSeenBy(browser)).toBe(LODGE);
    expect((await browser.self()).status).toBe(401);
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
    await other.signOut();
    expect((await other.get('/rtm-sys/posts')).status).toBe(404);
  });
});
