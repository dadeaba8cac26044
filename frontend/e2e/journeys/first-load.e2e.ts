import { expect, type Page } from '@playwright/test';
import { scriptWith } from '../support/opening.ts';
import { watchRequests } from '../support/settled.ts';
import { test } from '../support/site.ts';

/** The scripts and fonts that a page has loaded. */
const loadedBy = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const names = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
    return [...new Set(names.filter((name) => /^\/assets\/.+\.(?:js|woff2)$/.test(name)))].toSorted();
  });

/** `npm run check` counts the bytes of what the head names. */
test('a first visit loads the scripts and fonts that the head names, and more only when a person acts', async ({
  newBrowser,
  post,
}) => {
  for (const address of ['/leaderboard', `/post/${post}`]) {
    const page = await newBrowser();
    const html = await (await page.request.get(address)).text();
    const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|woff2))"/g)];
    const settled = watchRequests(page);
    await page.goto(address);
    await expect(page.locator('h1')).toBeVisible();
    await settled();
    expect(await loadedBy(page)).toEqual([...new Set(named.map(([, file]) => file!))].toSorted());
  }
  const page = await newBrowser();
  const settled = watchRequests(page);
  await page.goto('/');
  await settled();
  const toasts = await scriptWith('swipeThreshold:50');
  expect(await loadedBy(page)).not.toContain(toasts);
  // The letter is drawn with the font of the page, and not with one of the system.
  await page.locator('h1').evaluate((heading) => (heading.textContent = 'Zoë'));
  await expect.poll(() => loadedBy(page)).toContainEqual(expect.stringMatching(/besley-rest/));
  // Some browsers report the first place of a pointer as a move from nowhere.
  await page.mouse.move(5, 5);
  await page.mouse.move(9, 9);
  await expect.poll(() => loadedBy(page)).toContain(toasts);
});
