import { expect, type Page } from '@playwright/test';
import { test } from './support/site.ts';
import { choosePhoto, sendLogin } from './support/visitor.ts';

test.use({ viewport: { width: 360, height: 740 } });

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const current = (page: Page) => bar(page).locator('[aria-current=page]');

test('the bar of phones leads to four pages, visitors through the login, and covers nothing', async ({
  page,
  other,
  post,
}) => {
  await page.goto('/leaderboard');
  await expect(bar(page).getByRole('link')).toHaveText(['Board', 'Upload', 'My Posts', 'Me']);
  await expect(current(page)).toHaveText('Board');
  await expect(bar(page)).toBeInViewport({ ratio: 1 });

  // The first card and what changes the board are in view; the search is as small as its icon.
  const card = page.locator(`main article:has(a[href="/post/${post}"])`);
  await expect(card).toBeInViewport();
  for (const address of ['/leaderboard?tab=week', '/leaderboard']) {
    await page.goto(address);
    const { y } = (await page.locator('main article').first().boundingBox())!;
    expect(y).toBeLessThanOrEqual(300);
    for (const name of ['All Posts', 'This Week', 'Recent', 'Top Rated']) {
      await expect(page.getByRole('link', { name })).toBeInViewport({ ratio: 1 });
    }
  }
  const search = page.getByLabel('Search by username');
  const width = async () => (await search.boundingBox())!.width;
  expect(await width()).toBeLessThanOrEqual(48);
  await search.click();
  await expect.poll(width).toBeGreaterThan(280);
  // A keyboard on the screen may be open.
  await expect(bar(page)).toBeHidden();
  await search.fill('nobody');
  await expect(page).toHaveURL('/leaderboard?search=nobody');
  await search.blur();
  await expect(bar(page)).toBeVisible();
  await expect.poll(width).toBeGreaterThan(280);

  await page.setViewportSize({ width: 360, height: 640 });
  await bar(page).getByRole('link', { name: 'Upload' }).click();
  const isAboveBar = async (name: string) => {
    const { y, height } = (await page.getByRole('button', { name }).boundingBox())!;
    return y + height <= (await bar(page).boundingBox())!.y;
  };
  expect(await isAboveBar('Choose a Photo')).toBe(true);
  await choosePhoto(page);
  await expect.poll(() => isAboveBar('Get My Rating')).toBe(true);
  await page.getByRole('button', { name: 'Choose Another' }).click();

  // At the end of a page, nothing is below the bar.
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const last = page.getByRole('contentinfo').getByRole('link').last();
  const { y, height } = (await last.boundingBox())!;
  expect(y + height).toBeLessThanOrEqual((await bar(page).boundingBox())!.y);

  await bar(page).getByRole('link', { name: 'My Posts' }).click();
  await expect(page).toHaveURL('/login?next=%2Fmy-posts');
  await sendLogin(page, other.email);
  await expect(page).toHaveURL('/my-posts');
  await expect(current(page)).toHaveText('My Posts');
  await bar(page).getByRole('link', { name: 'Me', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeFocused();
  await bar(page).getByRole('link', { name: 'Upload' }).click();
  await expect(page).toHaveURL('/');
});
