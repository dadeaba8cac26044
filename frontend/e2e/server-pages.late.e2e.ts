import { rm } from 'node:fs/promises';
import { type Browser, expect, type Page } from '@playwright/test';
import { call, type Person } from './support/api.ts';
import { test } from './support/site.ts';
import { enter, publish } from './support/visitor.ts';
import { waitForScripts } from './support/server-pages.ts';
import { buildWarningApp, runWarningApp } from './support/warning-app.ts';

const missing = '00000000-0000-4000-8000-000000000000';

/** The pages that the server renders, with the text of their main heading. */
async function pagesOf(post: string, author: Person): Promise<Readonly<Record<string, RegExp>>> {
  const { id } = (await (await author.request.get('/api/auth/me')).json()) as { id: string };
  await publish(author);
  const { link = '' } = (await author.request.get('/api/posts?limit=1')).headers();
  const after = /cursor=([\w-]+)/.exec(link)?.[1];
  return {
    '/': /Put your best foot forward/,
    '/leaderboard': /Leaderboard/,
    '/leaderboard?sort=top': /Leaderboard/,
    [`/leaderboard?after=${after}`]: /Leaderboard/,
    '/leaderboard?search=nobody': /Leaderboard/,
    '/leaderboard?utm_source=x': /Leaderboard/,
    '/leaderboard?tab=week': /Leaderboard/,
    '/leaderboard?tab=week&sort=recent': /Leaderboard/,
    '/leaderboard?tab=week&week=2099-W01': /Leaderboard/,
    [`/post/${post}`]: /Current Rating/i,
    [`/post/${missing}`]: /Post not found/,
    [`/user/${id}`]: /./,
    [`/user/${missing}`]: /User Not Found/,
    '/login': /Login/,
    '/register': /Register/,
    '/termsofservice': /Terms of Service/,
    '/privacypolicy': /Privacy Policy/,
  };
}

/** What the browser itself says about answers that are no success, which these pages have. */
const ANSWERS = /Failed to load resource/;

test.describe('the first render of the browser is that of the server', () => {
  let folder = '';
  test.beforeAll(async () => {
    // A build takes its time on a busy machine.
    test.setTimeout(240_000);
    folder = await buildWarningApp();
  });
  test.afterAll(() => rm(folder, { recursive: true, force: true }));

  async function open(browser: Browser, site: string, theme: string, person?: Person): Promise<Page> {
    const storageState = await person?.request.storageState();
    // Where it is tomorrow already.
    const context = await browser.newContext({
      baseURL: site,
      timezoneId: 'Pacific/Kiritimati',
      storageState,
    });
    const page = await context.newPage();
    waitForScripts(page);
    await enter(page);
    await page.addInitScript((name) => localStorage.setItem('theme', name), theme);
    await page.clock.install({ time: Date.now() + 5 * 86_400_000 });
    await runWarningApp(page, folder);
    return page;
  }

  for (const theme of ['light', 'dark']) {
    for (const who of ['a visitor', 'a person'] as const) {
      test(`for ${who} in the ${theme} theme, by another clock, in another time zone`, async ({
        browser,
        site,
        other,
        post,
        newPerson,
      }) => {
        await call(other, 'POST', `/api/posts/${post}/comments`, { text: 'What a calm picture' });
        const person = who === 'a person' ? await newPerson() : undefined;
        const page = await open(browser, site, theme, person);
        const problems: string[] = [];
        page.on('pageerror', ({ message }) => problems.push(message));
        page.on('console', (message) => {
          if (['warning', 'error'].includes(message.type()) && !ANSWERS.test(message.text())) {
            problems.push(message.text());
          }
        });
        const addresses = Object.keys(await pagesOf(post, other));
        // Somebody who is signed in may see more than the visitors' page of what is missing: the browser asks.
        const rendered = person ? addresses.filter((address) => !address.endsWith(missing)) : addresses;
        for (const address of rendered) {
          await page.goto(address);
          await expect(page.locator('#state')).toBeAttached();
          expect.soft({ address, problems }).toEqual({ address, problems: [] });
          problems.length = 0;
        }
        await page.context().close();
      });
    }
  }
});

for (const width of [360, 1440]) {
  test(`without scripts every page can be read, ${width} pixels wide`, async ({
    browser,
    site,
    other,
    post,
  }) => {
    const context = await browser.newContext({
      baseURL: site,
      javaScriptEnabled: false,
      viewport: { width, height: 800 },
    });
    const page = await context.newPage();
    for (const [address, text] of Object.entries(await pagesOf(post, other))) {
      await page.goto(address);
      const heading = page.getByRole('heading', { level: 1 });
      const boxes = await page.getByRole('checkbox').all();
      for (const box of boxes) {
        await expect(heading).toBeHidden();
        await box.check();
      }
      expect(boxes.length).toBe(/terms|privacy/.test(address) ? 0 : 2);
      await expect(heading).toHaveText(text);
      // For pages that the server has not rendered.
      await expect(page.locator('body > noscript')).toBeHidden();
      const { scrollWidth } = await page
        .locator('html')
        .evaluate((html) => ({ scrollWidth: html.scrollWidth }));
      expect(scrollWidth).toBeLessThanOrEqual(width);
    }
    for (const address of ['/login', '/register']) {
      await page.goto(address);
      for (const box of await page.getByRole('checkbox').all()) await box.check();
      await expect(page.locator('main noscript')).toBeVisible();
    }
    await context.close();
  });
}
