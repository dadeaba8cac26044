import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type APIRequestContext,
  type BrowserContext,
  expect,
  type Page,
  test as base,
} from '@playwright/test';
import { type AdminRole, newAdmin, signInAdmin } from './admins.ts';
import type { Person } from './api.ts';
import { operate, type Program, START_MS, startServer, stopServer } from './server.ts';
import { waitForScripts } from './server-pages.ts';
import { openSharedContext, type SharedContext, slowDown } from './shared-context.ts';
import { enter, publish, signUp } from './visitor.ts';

/** The context of a worker; empty before its first test. */
interface Shared {
  current?: SharedContext | undefined;
}

/** Ten minutes after a sign-in the site asks for the password again. A test takes less than the rest of them. */
const FRESH_MS = 5 * 60_000;

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

interface WorkerFixtures {
  program: Program;
  /** Environment variables of the server, in addition to those that every test needs. */
  settings: Readonly<Record<string, string>>;
  /** A new data folder, which is deleted in the end. */
  dataDir: string;
  site: string;
  shared: Shared;
  /** The cookies of an admin with this role, who has signed in for several tests of the worker. */
  adminCookies: (role: AdminRole) => Promise<Cookies>;
}

interface Fixtures {
  /** Whether `page` and the pages of `newBrowser` have passed the age gate. */
  isOfAge: boolean;
  /** The email address of `user`. */
  email: string;
  /** `page`, signed in as a verified user. */
  user: Page;
  /** The id of a post by `user`. */
  ownPost: string;
  /** Opens a page in another browser, signed in as this person if one is given. */
  newBrowser: (person?: Person) => Promise<Page>;
  /** Creates a verified user who is signed in but has no browser. */
  newPerson: () => Promise<Person & { email: string }>;
  /** A verified user other than `user`, without a browser. */
  other: Person & { email: string };
  /** A page in the browser of `other`. */
  otherPage: Page;
  /** The id of a post by `other`. */
  post: string;
  /** The ids that the server draws in this test depend on the seed and the test. */
  seeded: void;
  /** `page`, signed in to the back office with this role. */
  moderator: Page;
  finance: Page;
  owner: Page;
}

/**
 * Playwright's `test` with a server and a data folder for each worker, so that workers do not affect each other. The tests of
 * a worker share a browser context, which is cleared after each test. A test fails if a page violated the content security
 * policy. What the fixtures open they close after the test.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  program: ['test', { scope: 'worker', option: true }],
  settings: [{}, { scope: 'worker', option: true }],
  dataDir: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires the pattern, and this fixture uses no other fixture.
    async ({}, use) => {
      const dataDir = await mkdtemp(path.join(tmpdir(), 'footnote-e2e-'));
      await use(dataDir);
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ program, settings, dataDir }, use) => {
      const { server, url } = await startServer(program, dataDir, settings);
      process.once('exit', () => server.kill('SIGKILL'));
      try {
        await use(url);
      } finally {
        await stopServer(server);
      }
    },
    { scope: 'worker', timeout: START_MS },
  ],
  adminCookies: [
    async ({ playwright, site }, use) => {
      const admins = new Map<AdminRole, { request: APIRequestContext; signedInAt: number }>();
      await use(async (role) => {
        const request = admins.get(role)?.request ?? (await playwright.request.newContext({ baseURL: site }));
        const { signedInAt = 0 } = admins.get(role) ?? {};
        const isFresh = Date.now() - signedInAt < FRESH_MS;
        // A test may have ended the session, for example by another sign-in in the same browser.
        if (!isFresh || !(await request.get('/api/rtm-sys/me')).ok()) {
          await signInAdmin({ request }, await newAdmin(role));
          admins.set(role, { request, signedInAt: Date.now() });
        }
        return (await request.storageState()).cookies;
      });
      for (const { request } of admins.values()) await request.dispose();
    },
    { scope: 'worker' },
  ],
  seeded: [
    async ({ program, site: _ }, use, { testId, repeatEachIndex }) => {
      const name = `${process.env.TEST_SEED ?? ''} ${testId} ${repeatEachIndex}`;
      if (program !== 'product') await operate('begin-test', name);
      await use();
    },
    { auto: true },
  ],
  baseURL: ({ site }, use) => use(site),
  // oxlint-disable-next-line no-empty-pattern -- as above
  shared: [({}, use) => use({}), { scope: 'worker' }],
  context: async (
    { browser, site, shared, viewport, colorScheme, contextOptions, serviceWorkers },
    use,
    testInfo,
  ) => {
    const options = JSON.stringify([viewport, colorScheme, contextOptions, serviceWorkers]);
    if (shared.current?.options !== options) {
      await shared.current?.context.close();
      shared.current = await openSharedContext(browser, site, options);
    }
    await use(shared.current.context);
    expect(shared.current.violations, 'violations of the content security policy').toEqual([]);
    // A failed test ends the worker. Until then its pages stay open for the screenshot.
    if (testInfo.status !== testInfo.expectedStatus || (await shared.current.clear())) return;
    await shared.current.context.close();
    shared.current = undefined;
  },
  isOfAge: [true, { option: true }],
  page: async ({ page, isOfAge }, use) => {
    waitForScripts(page);
    if (isOfAge) await enter(page);
    await use(page);
  },
  email: async ({ page }, use) => use(await signUp(page)),
  user: ({ page, email: _ }, use) => use(page),
  ownPost: async ({ user }, use) => use(await publish(user)),
  newBrowser: async ({ browser, isOfAge }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (person) => {
      const storageState = await person?.request.storageState();
      const context = await browser.newContext({ storageState });
      contexts.push(context);
      slowDown(context);
      const page = await context.newPage();
      waitForScripts(page);
      if (isOfAge) await enter(page);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
  newPerson: async ({ playwright, site }, use) => {
    const requests: APIRequestContext[] = [];
    await use(async () => {
      const request = await playwright.request.newContext({ baseURL: site });
      requests.push(request);
      return { request, email: await signUp({ request }) };
    });
    await Promise.all(requests.map((request) => request.dispose()));
  },
  other: async ({ newPerson }, use) => use(await newPerson()),
  otherPage: async ({ other, newBrowser }, use) => use(await newBrowser(other)),
  post: async ({ other }, use) => use(await publish(other)),
  moderator: async ({ page, context, adminCookies }, use) => {
    await context.addCookies(await adminCookies('moderator'));
    await use(page);
  },
  finance: async ({ page, context, adminCookies }, use) => {
    await context.addCookies(await adminCookies('finance'));
    await use(page);
  },
  owner: async ({ page, context, adminCookies }, use) => {
    await context.addCookies(await adminCookies('owner'));
    await use(page);
  },
});
