import { expect, type Page } from '@playwright/test';
import { sweep } from './support/scope.ts';
import { test } from './support/site.ts';
import { rateOnScreen } from './support/visitor.ts';

test.describe('at 360 pixels', () => {
  test.use({ viewport: { width: 360, height: 740 } });
  const widths = (page: Page) =>
    page.evaluate(() => ({ content: document.documentElement.scrollWidth, window: window.innerWidth }));

  const pages = [
    '/',
    '/leaderboard',
    '/leaderboard?tab=week',
    '/login',
    '/register',
    '/verify-email',
    '/nowhere',
    '/termsofservice',
    '/privacypolicy',
  ];
  for (const path of sweep(pages, (page) => page, ['/', '/leaderboard?tab=week', '/register'])) {
    test(`${path} does not scroll sideways`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const { content, window: width } = await widths(page);
      expect(content).toBeLessThanOrEqual(width);
    });
  }

  test('the results and a post do not scroll sideways', async ({ user: page, ownPost: id }) => {
    await rateOnScreen(page);
    const results = await widths(page);
    expect(results.content).toBeLessThanOrEqual(results.window);
    await page.goto(`/post/${id}`);
    await expect(page.getByText('Current Rating')).toBeVisible();
    const post = await widths(page);
    expect(post.content).toBeLessThanOrEqual(post.window);
  });

  test('the menu contains the links that do not fit in the header', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Leaderboard' }).click();
    await expect(page).toHaveURL('/leaderboard');
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible();
  });
});
