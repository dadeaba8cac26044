import { expect, type Page } from '@playwright/test';
import { posts } from '../support/board.ts';
import { openLive } from '../support/live.ts';
import { me as member } from '../support/screen-answers.ts';
import { known, test } from '../support/screen.ts';
import { choosePhoto, newEmail, password, profileMenu, sendLogin } from '../support/visitor.ts';

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test.describe('before the age gate', () => {
  test.use({ isOfAge: false });

  test('age gate and login work with the keyboard alone', async ({ page, api }) => {
    api.answer('POST /api/auth/login', member, { as: 'member' });
    api.answer('POST /api/auth/logout', undefined as never, { status: 204, as: 'visitor' });
    await page.goto('/login');
    await expect(page.getByRole('dialog')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Tab'); // the logo
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Continue to Site' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();

    await page.reload();
    await expect(page.getByLabel('Email')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab'); // the close button of the form
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.keyboard.type(member.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await profileMenu(page).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
  });

  test('the age gate covers every page except the legal pages', async ({ page }) => {
    await page.goto('/leaderboard');
    await page.getByRole('dialog').getByRole('link', { name: 'Terms of Service' }).click();
    await expect(page.getByRole('heading', { name: 'Terms of Service', level: 1 })).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.getByRole('link', { name: 'Footnote' }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
});

test('an invalid input clears the error of the last attempt', async ({ page, api }) => {
  const message = 'Invalid email or password';
  api.refuse('POST /api/auth/login', 401, { code: 'unauthenticated', message });
  await page.goto('/login');
  await sendLogin(page, newEmail(), 'wrong-password');
  await expect(page.getByRole('alert')).toHaveText(message);
  await page.getByLabel('Password').fill('short');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' }, viewport: { width: 360, height: 400 } });

  test('going back to the leaderboard restores the scroll offset without animation', async ({
    page,
    api,
  }) => {
    api.answer('GET /api/posts', posts);
    await openLive(page, '/leaderboard');
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const card = page.locator(`a[href="/post/${known.post}"]`).first();
    await card.scrollIntoViewIfNeeded();
    await page.evaluate(async () => {
      const scrolled = new Promise((resolve) => document.addEventListener('scroll', resolve, { once: true }));
      window.scrollTo({ top: document.documentElement.scrollHeight });
      await scrolled;
    });
    const offset = await page.evaluate(() => window.scrollY);
    expect(offset).toBeGreaterThan(200);
    await page.evaluate(() => document.querySelector<HTMLElement>('[href^="/post/"]')!.click());
    await expect(page.getByText('Current Rating')).toBeVisible();
    const seen = await page.evaluateHandle(() => {
      const offsets: number[] = [];
      document.addEventListener('scroll', () => offsets.push(window.scrollY));
      return offsets;
    });
    await page.goBack();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(offset);
    // No offset in between. The event comes after the offset has changed.
    await expect.poll(async () => (await seen.jsonValue()).length).toBeGreaterThan(0);
    expect(new Set(await seen.jsonValue())).toEqual(new Set([offset]));
  });
});

test('the bar of phones leads to four pages, visitors through the login, and covers nothing', async ({
  page,
  api,
}) => {
  const current = bar(page).locator('[aria-current=page]');
  api.answer('POST /api/auth/login', member, { as: 'member' });
  api.answer('GET /api/posts', (board, { query }) => (query['search'] ? [] : board));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/leaderboard');
  await expect(bar(page).getByRole('link')).toHaveText(['Board', 'Rate', 'Upload', 'Me']);
  await expect(current).toHaveText('Board');
  await expect(bar(page)).toBeInViewport({ ratio: 1 });

  // The first card and what changes the board are in view; the search is as small as its icon.
  const card = page.locator(`main article:has(a[href="/post/${known['boostedPost']}"])`);
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

  await bar(page).getByRole('link', { name: 'Me', exact: true }).click();
  await expect(page).toHaveURL('/login?next=%2Fme');
  await sendLogin(page, member.email);
  await expect(page).toHaveURL('/me');
  await expect(current).toHaveText('Me');
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeFocused();
  await bar(page).getByRole('link', { name: 'Upload' }).click();
  await expect(page).toHaveURL('/');
});
