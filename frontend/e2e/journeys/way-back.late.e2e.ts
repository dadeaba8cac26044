import { expect, type Page } from '@playwright/test';
import { hold } from '../support/hold.ts';
import { me } from '../support/api.ts';
import { loadPostCode } from '../support/opening.ts';
import { takenOver } from '../support/server-pages.ts';
import { test } from '../support/site.ts';

test.use({ viewport: { width: 360, height: 400 } });

/** Newest first, so that the post of a test is on the first page, whatever its score. */
const WEEK = '/leaderboard?tab=week&sort=recent';

const author = (page: Page) => page.getByRole('region', { name: 'Author' });
const heading = (page: Page) => page.getByRole('heading', { name: /^Current Rating/ });
const backLink = (page: Page) =>
  page.getByRole('main').getByRole('link', { name: 'Leaderboard', exact: true });

/** Opens a list and waits until a post can be opened at once. */
async function openList(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await loadPostCode(page);
}

/** Leaves a board for a post, loads the post again and goes back, all before the script is there. */
async function backBeforeScripts(page: Page, post: string, back: (page: Page) => Promise<unknown>) {
  await page.locator(`main a[href="/post/${post}"]`).first().click();
  await expect(heading(page)).toBeFocused();
  const { release } = await hold(page, '**/assets/*.js');
  await page.reload({ waitUntil: 'commit' });
  await expect(heading(page)).toBeVisible();
  await back(page);
  await expect(page.getByRole('heading', { name: 'Leaderboard', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(WEEK);
  return release;
}

const waysBack = {
  link: (page: Page) => backLink(page).click(),
  browser: (page: Page) => page.goBack({ waitUntil: 'commit' }),
};
for (const [how, back] of Object.entries(waysBack)) {
  test(`the way back by ${how} does not wait for the script after a reload`, async ({ page, post }) => {
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await openList(page, WEEK);
    const release = await backBeforeScripts(page, post, back);
    release();
    await takenOver(page);
    await page.getByRole('link', { name: 'All Posts' }).click();
    await expect(page).toHaveURL('/leaderboard');
    expect(errors).toEqual([]);
  });
}

test('the way back before the script leads to the same place, but not below a press', async ({
  page,
  post,
}) => {
  await openList(page, WEEK);
  await page.locator(`main a[href="/post/${post}"]`).first().hover();
  // The router has heard of the scrolling.
  const offset = await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => resolve(window.scrollY))),
  );
  expect(offset).toBeGreaterThan(0);
  const release = await backBeforeScripts(page, post, waysBack.link);
  release();
  await takenOver(page);
  expect(await page.evaluate(() => window.scrollY)).toBe(offset);

  await loadPostCode(page);
  const releaseAgain = await backBeforeScripts(page, post, waysBack.link);
  await page.getByRole('link', { name: 'All Posts' }).hover();
  await page.mouse.down();
  releaseAgain();
  await takenOver(page);
  await page.mouse.up();
  await expect(page).toHaveURL('/leaderboard');
});

test('the way back knows a board that was left before the script was there', async ({
  page,
  other,
  post,
}) => {
  const { id } = await me(other);
  await hold(page, '**/assets/*.js');
  await page.goto(WEEK, { waitUntil: 'commit' });
  await page.locator(`main a[href="/post/${post}"]`).first().click();
  await author(page).getByRole('link').click();
  await expect(page).toHaveURL(`/user/${id}`);
  await page.locator(`main a[href="/post/${post}"]`).click();
  await expect(page).toHaveURL(`/post/${post}`);
  await backLink(page).click();
  await expect(page).toHaveURL(WEEK);
});
