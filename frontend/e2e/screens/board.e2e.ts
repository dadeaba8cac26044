import { expect } from '@playwright/test';
import { copies, posts, serveBoard, week } from '../support/board.ts';
import { openLive } from '../support/live.ts';
import { test } from '../support/screen.ts';

test('search, tab and sort are in the address and survive a reload', async ({ page, api }) => {
  api.answer('GET /api/posts', posts);
  api.answer('GET /api/leaderboard/weekly', { ...week, posts: [] });
  await page.goto('/leaderboard');
  await page.getByRole('link', { name: 'This Week' }).click();
  // A week is a ranking, so its default is the best first. The default of all posts is the newest first.
  await expect(page.getByRole('link', { name: 'Top Rated' })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('link', { name: 'Recent' }).click();
  const box = page.getByLabel('Search by username');
  await box.fill('{"a":1}');
  const address = `/leaderboard?tab=week&sort=recent&${new URLSearchParams({ search: '{"a":1}' })}`;
  await expect(page).toHaveURL(address);
  await page.reload();
  await expect(page.getByRole('link', { name: 'This Week' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('link', { name: 'Recent' })).toHaveAttribute('aria-current', 'page');
  await expect(box).toHaveValue('{"a":1}');
  await expect(page).toHaveURL(address);
  await expect(page.getByText('No posts found')).toBeVisible();
  const { query } = api.calls('GET /api/leaderboard/weekly').at(-1)!;
  expect(query).toMatchObject({ sort: 'recent', search: '{"a":1}' });
  await page.getByRole('link', { name: 'Clear search' }).click();
  await expect(page).toHaveURL('/leaderboard?tab=week&sort=recent');
  await expect(box).toHaveValue('');
  await expect(page.getByRole('heading', { name: 'Leaderboard' })).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(address);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page).toHaveURL('/leaderboard?tab=week&sort=recent');
  await page.goBack();
  await expect(page).toHaveURL('/leaderboard?tab=week');
  await page.goto('/leaderboard?tab=decade&sort=loudest');
  await expect(page.getByRole('link', { name: 'All Posts' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('link', { name: 'Recent' })).toHaveAttribute('aria-current', 'page');
});

test('the board loads its next page with its button and near its end, once each', async ({ page, api }) => {
  const all = copies(9);
  serveBoard(api, () => all, 3);
  const asked = () => api.calls('GET /api/posts').map(({ query }) => query.cursor);
  // Without the observer only the button loads pages.
  await page.addInitScript(() => {
    const { IntersectionObserver: Real } = window;
    const isFirst = !sessionStorage.getItem('scrolls');
    sessionStorage.setItem('scrolls', 'true');
    if (isFirst) Real.prototype.observe = () => undefined;
  });
  await openLive(page, '/leaderboard');
  const cards = page.getByRole('region', { name: 'Posts' }).getByRole('article');
  await expect(cards).toHaveCount(3);
  api.cut('GET /api/posts');
  await page.getByRole('button', { name: 'Load More' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  serveBoard(api, () => all, 3);
  await page.getByRole('button', { name: 'Load More' }).click();
  await expect(cards).toHaveCount(6);
  expect(new Set(asked())).toEqual(new Set([undefined, 'at-3']));

  const before = asked().length;
  await page.reload();
  await expect(async () => {
    await page.mouse.wheel(0, 2000);
    await expect(cards).toHaveCount(9, { timeout: 500 });
  }).toPass();
  await expect(page.getByRole('button', { name: 'Load More' })).toBeHidden();
  expect(asked().slice(before)).toEqual([undefined, 'at-3', 'at-6']);
  const ids = await cards
    .getByRole('link', { name: /^Photo by/ })
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(ids).toEqual(all.map(({ id }) => `/post/${id}`));
});
