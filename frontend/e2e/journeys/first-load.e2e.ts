import { expect } from '@playwright/test';
import { scriptWith } from '../support/opening.ts';
import { test } from '../support/site.ts';

/** The Brotli bytes of the scripts of a page. React, router and query alone have 90 kB. */
const budgets = { '/': 128_000, '/leaderboard': 134_000, post: 149_000 } as const;

for (const [name, budget] of Object.entries(budgets)) {
  test(`the first load of ${name} has at most 12 scripts and ${budget / 1000} kB`, async ({ page, post }) => {
    // What other tests have loaded must not come from the HTTP cache of their context.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
    await page.goto(name === 'post' ? `/post/${post}` : name, { waitUntil: 'networkidle' });
    await expect(page.locator('h1')).toBeVisible();
    const scripts = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .map(({ name: url, encodedBodySize }) => [url, encodedBodySize] as const)
        .filter(([url]) => /\/assets\/.+\.js$/.test(url)),
    );
    // A preloaded script may have an entry for each use.
    const sizes = [...new Map(scripts).values()];
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    expect(sizes.length).toBeLessThanOrEqual(12);
    expect(bytes).toBeGreaterThan(90_000);
    expect(bytes).toBeLessThanOrEqual(budget);
  });
}

test('fonts are preloaded in less than 45 kB, and more letters load only where a page has them', async ({
  newBrowser,
}) => {
  const page = await newBrowser();
  const fonts = new Map<string, number>();
  page.on('response', async (response) => {
    const [name] = /[\w-]+\.woff2$/.exec(response.url()) ?? [];
    if (name) fonts.set(name, (await response.body()).length);
  });
  await page.goto('/privacypolicy', { waitUntil: 'networkidle' });
  expect(fonts.size).toBe(2);
  expect([...fonts.values()].reduce((sum, bytes) => sum + bytes)).toBeLessThan(45_000);
  // The letter is drawn with the font of the page, and not with one of the system.
  await page.locator('h1').evaluate((heading) => (heading.textContent = 'Zoë'));
  await expect.poll(() => fonts.size).toBe(3);
  expect([...fonts.keys()].at(-1)).toMatch(/^besley-rest/);
});

test('dialogs, menus and toasts load at the first sign of a person', async ({ page }) => {
  const toasts = await scriptWith('swipeThreshold:50');
  await page.goto('/', { waitUntil: 'networkidle' });
  const loaded = () =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
  expect(await loaded()).not.toContain(toasts);
  // Some browsers report the first place of a pointer as a move from nowhere.
  await page.mouse.move(5, 5);
  await page.mouse.move(9, 9);
  await expect.poll(loaded).toContain(toasts);
});
