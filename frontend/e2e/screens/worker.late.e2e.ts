import { expect, type Page } from '@playwright/test';
import { known, test } from '../support/screen.ts';
import { expectKept, keptTexts, offlineNote } from '../support/worker.ts';

test.use({ serviceWorkers: 'allow' });

const HOUR = 3_600_000;

/** Replaces the board that the worker keeps with one that was read so many hours ago, by the clock of the worker. */
const changeKept = (page: Page, hours = 0) =>
  page.evaluate(
    async (keptAt) => {
      const headers = { 'content-type': 'text/html; charset=utf-8', 'x-kept-at': `${keptAt}` };
      const html = '<html><body><h1>Kept</h1></body></html>';
      await (await caches.open('board-1')).put('/leaderboard', new Response(html, { headers }));
    },
    Date.now() - hours * HOUR,
  );

test('a new version of the worker takes over at the next load, and removes what older ones kept @verify', async ({
  page,
}) => {
  await page.goto('/health/live');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js?old');
    await navigator.serviceWorker.ready;
    await (await caches.open('board-0')).put('/leaderboard', new Response('old'));
  });
  await page.goto('/leaderboard');
  await expect(page.getByRole('heading', { name: 'Leaderboard' })).toBeVisible();
  const script = () => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL);
  await expect.poll(script).toMatch(/\/sw\.js$/);
  await expect.poll(() => page.evaluate(() => caches.keys())).not.toContain('board-0');
});

test('nothing that is kept is shown while there is a network', async ({ page }) => {
  await page.goto('/leaderboard');
  await expectKept(page, '/leaderboard');
  await changeKept(page);
  await page.evaluate(async () => {
    const headers = { 'content-type': 'text/javascript' };
    const script = new Response('document.title = "Kept"', { headers });
    await (await caches.open('static-1')).put('/theme.js', script);
  });
  await page.reload();
  await expect(page.locator(`main a[href="/post/${known['post']}"]`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Kept' })).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('data-scripted');
});

test('a board that was being read does not come back after it was forgotten @verify', async ({ page }) => {
  await page.goto('/leaderboard');
  await expectKept(page, '/leaderboard');
  await page.evaluate(() => {
    const worker = navigator.serviceWorker.controller!;
    worker.postMessage({ address: `${location.origin}/leaderboard?sort=top`, pictures: [] });
    worker.postMessage('forget');
  });
  await expect.poll(() => keptTexts(page)).toEqual({});
  // The worker does one thing after the other: when it keeps this, it has done with the first.
  await page.evaluate(() =>
    navigator.serviceWorker.controller!.postMessage({
      address: `${location.origin}/leaderboard?tab=week`,
      pictures: [],
    }),
  );
  await expectKept(page, '/leaderboard?tab=week');
  expect(Object.keys(await keptTexts(page))).not.toContain('/leaderboard?sort=top');
});

for (const [hours, shown] of [
  [23, 'Kept'],
  [25, 'You are offline'],
] as const) {
  test(`without a network, a board of ${hours} hours ago leads to '${shown}'`, async ({ page }) => {
    await page.goto('/leaderboard');
    await expectKept(page, '/leaderboard');
    await changeKept(page, hours);
    await page.context().setOffline(true);
    await page.goto('/leaderboard', { waitUntil: 'commit' });
    await expect(page.getByRole('heading')).toHaveText(shown);
    const isKept = shown === 'Kept';
    await expect(offlineNote(page)).toHaveCount(isKept ? 1 : 0);
    await expect(page.getByRole('link')).toHaveText(['Try Again']);
    expect(Object.keys(await keptTexts(page)).length > 0).toBe(isKept);
  });
}

test('the board of the week is kept without what was searched for, and any board leads to it @verify', async ({
  page,
  api,
}) => {
  api.answer('GET /api/leaderboard/weekly', (recorded, { query }) =>
    query['search'] ? { ...recorded, posts: [] } : recorded,
  );
  // Opened within the site.
  await page.goto(`/post/${known['post']}`);
  await page.getByRole('banner').getByRole('link', { name: 'Leaderboard' }).click();
  await page.getByRole('link', { name: 'This Week' }).click();
  await expectKept(page, '/leaderboard?tab=week');
  // Of a later page the first is kept.
  await page.evaluate(() => {
    const opened = { address: `${location.origin}/leaderboard?sort=top&after=any`, pictures: [] };
    navigator.serviceWorker.controller!.postMessage(opened);
  });
  await expectKept(page, '/leaderboard?sort=top');
  await page.getByLabel('Search by username').fill('nobody I know');
  await expectKept(page, '/leaderboard?tab=week');
  expect(JSON.stringify(await keptTexts(page))).not.toContain('nobody I know');
  await page.context().setOffline(true);
  await page.goto('/leaderboard', { waitUntil: 'commit' });
  await expect(page).toHaveURL('/leaderboard?tab=week');
  await expect(offlineNote(page)).toBeVisible();
});
