import { expect } from '@playwright/test';
import { known, test } from '../support/screen.ts';

test('home shows a sample, the numbers of the site and the first three of the week, or says what is missing', async ({
  page,
  api,
}) => {
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'A Score for Every Foot' })).toContainText(
    'This one is a sample.',
  );
  const { podium, posts } = await (await page.request.get('/api/leaderboard/summary')).json();
  const ahead = page.getByRole('region', { name: 'See who is ahead this week' });
  await expect(ahead).toContainText(`${posts} posts`);
  const places = page.getByRole('list', { name: 'First this week' }).getByRole('link');
  await expect(places).toHaveCount(podium.length);
  await expect(places.first()).toHaveAttribute('href', `/post/${podium[0].id}`);
  for (const [count, title] of [
    [0, 'Be the first on the board'],
    [3, 'First place is free'],
  ] as const) {
    api.answer('GET /api/leaderboard/summary', { posts: count, ratings: 0, podium: [] });
    await page.goto('/');
    const board = page.getByRole('region', { name: title });
    await expect(board).toContainText('Upload a photo, post it, and first place is yours.');
    await expect(board.getByText('posts')).toHaveCount(count > 0 ? 1 : 0);
    await expect(ahead).toHaveCount(0);
    await expect(places).toHaveCount(0);
  }
});

test('in a low window the bar is at the end of the page only, and the menu has what the header has no room for', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 320 });
  await page.goto('/termsofservice');
  const bar = page.locator('.bottom-bar');
  await expect(bar).not.toBeInViewport();
  await bar.scrollIntoViewIfNeeded();
  await expect(bar).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Leaderboard' }).click();
  await expect(page).toHaveURL('/leaderboard');
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible();
});

test.describe('for a member', () => {
  test.use({ viewer: 'member' });

  test('no focused element is below the bar, which comes last', async ({ page, api }) => {
    // A link reads it in advance while it has the focus.
    api.answer('GET /api/posts/{id}/history', []);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`/post/${known['ownPost']}`);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    const covered: string[] = [];
    const seen: string[] = [];
    for (let presses = 0; presses < 80; presses += 1) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => {
        const element = document.activeElement;
        const nav = document.querySelector('.bottom-bar')!;
        if (!element || element === document.body) return undefined;
        const isShown = nav.checkVisibility({ visibilityProperty: true });
        const { top } = element.getBoundingClientRect();
        const isCovered = isShown && !nav.contains(element) && top >= nav.getBoundingClientRect().top;
        return { name: `${element.tagName} ${element.ariaLabel ?? element.textContent}`, isCovered };
      });
      if (!focused) break;
      seen.push(focused.name);
      if (focused.isCovered) covered.push(focused.name);
    }
    expect(covered).toEqual([]);
    expect(seen.length).toBeGreaterThan(10);
    expect(seen.slice(-4)).toEqual(['A Board', 'A Rate', 'A Upload', 'A Me']);
  });
});
