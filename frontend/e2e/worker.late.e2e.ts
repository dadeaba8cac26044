import { expect, type Page } from '@playwright/test';
import { enterBackOffice } from './support/admins.ts';
import { openLive } from './support/live.ts';
import { test } from './support/site.ts';
import { publish } from './support/visitor.ts';
import { expectKept, keptTexts, offlineNote } from './support/worker.ts';

test.use({ serviceWorkers: 'allow' });

/** Changes what the worker keeps of the board: its text, and how many hours ago it was read. */
const changeKept = (page: Page, text: string, hours: number) =>
  page.evaluate(
    async ([html, age]) => {
      const cache = await caches.open('board-1');
      const headers = {
        'content-type': 'text/html; charset=utf-8',
        'x-kept-at': `${Date.now() - age * 3_600_000}`,
      };
      await cache.put('/leaderboard', new Response(html, { headers }));
    },
    [text, hours] as const,
  );

test('a new version of the worker takes over at the next load, and removes what older ones kept', async ({
  page,
}) => {
  await page.goto('/health/live');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js?old');
    await navigator.serviceWorker.ready;
    const cache = await caches.open('board-0');
    await cache.put('/leaderboard', new Response('old'));
  });
  await page.goto('/leaderboard');
  await expect(page.getByRole('heading', { name: 'Leaderboard' })).toBeVisible();
  const script = () => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL);
  await expect.poll(script).toMatch(/\/sw\.js$/);
  await expect.poll(() => page.evaluate(() => caches.keys())).not.toContain('board-0');
});

test('nothing that is kept is shown while there is a network', async ({ page, post }) => {
  await page.goto('/leaderboard');
  await expectKept(page, '/leaderboard');
  await changeKept(page, '<html><body><h1>Kept</h1></body></html>', 0);
  await page.evaluate(async () => {
    const script = new Response('document.title = "Kept"', {
      headers: { 'content-type': 'text/javascript' },
    });
    await (await caches.open('static-1')).put('/theme.js', script);
  });
  await page.reload();
  await expect(page.locator(`main a[href="/post/${post}"]`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Kept' })).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('data-scripted');
  // Also if the answer is an error.
  await page.goto('/post/00000000-0000-4000-8000-000000000000');
  await expect(page.getByRole('heading', { name: 'Post not found' })).toBeVisible();
});

test('a board that was being read does not come back after it was forgotten', async ({ page }) => {
  await page.goto('/leaderboard');
  await expectKept(page, '/leaderboard');
  await page.evaluate(() => {
    const worker = navigator.serviceWorker.controller!;
    worker.postMessage({ address: `${location.origin}/leaderboard?sort=top`, pictures: [] });
    worker.postMessage('forget');
  });
  await expect.poll(() => keptTexts(page)).toEqual({});
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
  expect(await keptTexts(page)).toEqual({});
});

for (const [hours, isShown] of [
  [23, true],
  [25, false],
] as const) {
  test(`a board of ${hours} hours ago is ${isShown ? '' : 'not '}shown`, async ({ page }) => {
    await page.goto('/leaderboard');
    await expectKept(page, '/leaderboard');
    await changeKept(page, '<html><body><h1>Kept</h1></body></html>', hours);
    await page.context().setOffline(true);
    await page.goto('/leaderboard', { waitUntil: 'commit' });
    await expect(page.getByRole('heading')).toHaveText(isShown ? 'Kept' : 'You are offline');
    await expect(offlineNote(page)).toHaveCount(isShown ? 1 : 0);
    if (!isShown) {
      expect(await keptTexts(page)).toEqual({});
      await expect(page.getByRole('link')).toHaveText(['Try Again']);
    }
  });
}

test('the board of the week is kept without what was searched for, and any board leads to it', async ({
  page,
  post,
}) => {
  // Opened within the site.
  await page.goto(`/post/${post}`);
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
  await page.goto('/leaderboard');
  await expect(page).toHaveURL('/leaderboard?tab=week');
  await expect(page.locator(`main a[href="/post/${post}"]`)).toBeVisible();
});

test('live news, uploads and the back office work beside the worker', async ({ user, newBrowser }) => {
  await user.goto('/leaderboard');
  await expectKept(user, '/leaderboard');
  await openLive(user, '/leaderboard');
  await publish(user);
  await expect(user.getByRole('button', { name: /1 new post/ })).toBeVisible();

  const admin = await newBrowser();
  await admin.goto('/leaderboard');
  await expectKept(admin, '/leaderboard');
  await enterBackOffice(admin, 'owner');
  await admin.goto('/rtm-sys');
  await expect(admin.getByRole('heading', { level: 1 })).toBeVisible();
  expect(Object.keys(await keptTexts(admin)).filter((path) => path.includes('rtm-sys'))).toEqual([]);
  await admin.context().setOffline(true);
  // The browser's own page: nothing of the site answers there.
  await expect(admin.goto('/rtm-sys/posts')).rejects.toThrow(/ERR_|net::/);
});
