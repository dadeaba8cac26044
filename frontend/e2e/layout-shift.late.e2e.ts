import { expect, type Page } from '@playwright/test';
import { test } from './support/site.ts';

/** Waits until the page has painted what it has. */
const painted = (page: Page) =>
  page
    .evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    // The page was left.
    .catch(() => undefined);

/** The sum of all layout shifts of the page so far, with what moved. */
const shifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ score: number; moved: string[] }>((resolve) => {
        new PerformanceObserver((list) => {
          let score = 0;
          const moved: string[] = [];
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number;
            sources: { node?: Element }[];
          })[]) {
            score += entry.value;
            moved.push(...entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? '?'));
          }
          resolve({ score, moved });
        }).observe({ type: 'layout-shift', buffered: true });
        // Without shifts the observer reports nothing.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve({ score: 0, moved: [] })));
      }),
  );

const addresses = (post: string) => [
  '/',
  '/leaderboard',
  `/post/${post}`,
  '/post/00000000-0000-4000-8000-000000000000',
  '/register',
  '/login',
  '/my-posts',
  '/account/settings',
];

for (const width of [360, 1440]) {
  test(`nothing moves while the parts of a page load slowly, ${width} pixels wide`, async ({
    user,
    post,
    newBrowser,
  }) => {
    for (const address of addresses(post)) {
      const page = /register|login/.test(address) ? await newBrowser() : user;
      await page.setViewportSize({ width, height: 800 });
      // One after the other, so that each part has been painted before the next comes.
      await page.route(/\/assets\/.*\.js$|\/api\//, async (route) => {
        const response = await route.fetch().catch(() => null);
        if (!response) return;
        await painted(page);
        await route.fulfill({ response }).catch(() => undefined);
      });
      await page.goto(address, { waitUntil: 'networkidle' });
      await expect(page.locator('h1').first()).toBeVisible();
      const { score, moved } = await shifts(page);
      expect
        .soft({ address, score: Math.round(score * 1000) / 1000, moved })
        .toEqual({ address, score: 0, moved: [] });
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
  });
}
