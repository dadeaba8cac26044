import { expect } from '@playwright/test';
import { test } from './support/site.ts';

test('home shows a sample, the numbers of the site and the first three of the week @widths', async ({
  page,
  post: _,
}) => {
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'A Score for Every Foot' })).toContainText(
    'This one is a sample.',
  );
  const board = page.getByRole('region', { name: 'See who is ahead this week' });
  const { podium, posts } = await (await page.request.get('/api/leaderboard/summary')).json();
  // A page of the server may be a second old.
  await expect(async () => {
    await page.reload();
    await expect(board).toContainText(`${posts} post`, { timeout: 500 });
  }).toPass();
  const places = board.getByRole('list', { name: 'First this week' }).getByRole('link');
  await expect(places).toHaveCount(podium.length);
  const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  await expect.poll(isTooWide).toBe(false);
  await page.setViewportSize({ width: 320, height: 740 });
  await expect.poll(isTooWide).toBe(false);
  await places.first().click();
  await expect(page).toHaveURL(`/post/${podium[0].id}`);
});

for (const [posts, title] of [
  [0, 'Be the first on the board'],
  [3, 'First place is free'],
] as const) {
  test(`with ${posts} posts and no score this week, home says what is missing`, async ({ page }) => {
    await page.route('**/api/leaderboard/summary', (route) =>
      route.fulfill({ json: { posts, ratings: 0, podium: [] } }),
    );
    // Home asks for it in a page that the server has not rendered.
    await page.goto('/boost');
    await page.getByRole('banner').getByRole('link', { name: 'Footnote' }).click();
    const board = page.getByRole('region', { name: title });
    await expect(board).toContainText('Upload a photo, post it, and first place is yours.');
    await expect(board.getByText('posts')).toHaveCount(posts > 0 ? 1 : 0);
    await expect(page.getByText('See who is ahead')).toHaveCount(0);
    await expect(page.getByRole('list', { name: 'First this week' })).toHaveCount(0);
  });
}
