import { expect, type Page } from '@playwright/test';
import { scriptWith } from '../support/opening.ts';
import { me } from '../support/screen-answers.ts';
import { known, now, test } from '../support/screen.ts';
import { choosePhoto, profileMenu, sendLogin } from '../support/visitor.ts';

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' });

/** Acts for the first time on the page, which loads the tooltips. */
async function actFirst(page: Page, act: () => Promise<void>): Promise<void> {
  const script = await scriptWith('swipeThreshold:50');
  const loaded = page.waitForResponse(`**${script}`);
  await act();
  await loaded;
  await page.evaluate((address) => import(address), script);
}

/** Lets the clock of the page stand, a minute later. */
const pause = async (page: Page) => page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));

test('the bar of phones leads to four pages, visitors through the login, and covers nothing', async ({
  page,
  api,
}) => {
  const current = bar(page).locator('[aria-current=page]');
  api.answer('POST /api/auth/login', me, { as: 'member' });
  api.answer('GET /api/posts', (posts, { query }) => (query['search'] ? [] : posts));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/leaderboard');
  await expect(bar(page).getByRole('link')).toHaveText(['Board', 'Upload', 'My Posts', 'Me']);
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

  await bar(page).getByRole('link', { name: 'My Posts' }).click();
  await expect(page).toHaveURL('/login?next=%2Fmy-posts');
  await sendLogin(page, me.email);
  await expect(page).toHaveURL('/my-posts');
  await expect(current).toHaveText('My Posts');
  await bar(page).getByRole('link', { name: 'Me', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeFocused();
  await bar(page).getByRole('link', { name: 'Upload' }).click();
  await expect(page).toHaveURL('/');
});

test.describe('a member', () => {
  test.use({ viewer: 'member' });

  test('a menu forgets what was typed after 1 s, opens its submenu after 100 ms and waits 300 ms for the pointer', async ({
    page,
  }) => {
    const item = (name: string) => page.getByRole('menuitem', { name });
    const theme = (name: string) => page.getByRole('menuitemradio', { name });
    /** The menu moves the focus in a timer of 0 ms. */
    const press = async (key: string): Promise<void> => {
      await page.keyboard.press(key);
      await page.clock.runFor(1);
    };
    await page.clock.install({ time: now });
    await page.goto('/termsofservice');
    await profileMenu(page).press('Enter');
    await expect(item('Profile')).toBeFocused();
    await pause(page);

    await press('s');
    await expect(item('Settings')).toBeFocused();
    await page.clock.runFor(998);
    await press('t'); // after 999 ms: no item starts with 'st'
    await expect(item('Settings')).toBeFocused();
    await page.clock.runFor(999);
    await press('t');
    await expect(item('Theme')).toBeFocused();

    await press('ArrowRight');
    await expect(theme('Light')).toBeFocused();
    await expect(theme('Light')).toBeChecked();
    await press('ArrowLeft');
    await expect(theme('Light')).toHaveCount(0);
    await expect(item('Theme')).toBeFocused();

    await item('Profile').hover();
    await item('Theme').hover();
    await page.clock.runFor(99);
    await expect(theme('Dark')).toHaveCount(0);
    await page.clock.runFor(1);
    await expect(theme('Dark')).toBeVisible();

    // The straight way to it leads over the item below.
    const { x, y, height } = (await item('Theme').boundingBox())!;
    const crossLogout = async (): Promise<void> => {
      await page.mouse.move(x + 60, y + height - 4);
      await page.mouse.move(x + 20, y + height + 12, { steps: 8 });
    };
    await crossLogout();
    await page.clock.runFor(299);
    await page.mouse.move(x + 16, y + height + 12);
    await expect(theme('Dark')).toBeVisible();
    await page.clock.runFor(1);
    await page.mouse.move(x + 12, y + height + 12);
    await expect(theme('Dark')).toHaveCount(0);

    await item('Theme').hover();
    await page.clock.runFor(100);
    await crossLogout();
    await theme('Dark').hover();
    await page.clock.runFor(300);
    await theme('Dark').click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('button', { name: 'Switch to light theme' }).click();
    await profileMenu(page).click();
    await item('Theme').click();
    await expect(theme('Light')).toBeChecked();
  });
});

test('an icon shows its name after 700 ms, at once after a neighbour, and on Tab', async ({ page }) => {
  await page.clock.install({ time: now });
  await page.goto('/');
  await actFirst(page, () => page.getByRole('link', { name: 'Login' }).first().click());
  await pause(page);

  const theme = page.getByRole('button', { name: 'Switch to dark theme' });
  const close = page.getByRole('main').getByRole('link', { name: 'Close' });
  // Names in `aria-label` are no text of the page.
  const tooltip = page.getByText('Switch to dark theme', { exact: true });
  const ofClose = page.getByText('Close', { exact: true });
  const leave = () => page.mouse.move(9, 500);
  // Of the keys that reach dialogs and menus.
  const escapes = await page.evaluateHandle(() => {
    const seen: string[] = [];
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && seen.push(key));
    return seen;
  });

  await theme.hover();
  await page.clock.runFor(699);
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(1);
  await expect(tooltip).toBeVisible();
  await expect(theme).toHaveAccessibleDescription('');
  // It stays for those who read it with the pointer.
  await tooltip.hover();
  await page.clock.runFor(5000);
  await expect(tooltip).toBeVisible();

  await close.hover();
  await expect(ofClose).toBeVisible();
  await expect(tooltip).toHaveCount(0);
  await leave();
  await expect(ofClose).toHaveCount(0);
  await page.clock.runFor(299);
  await theme.hover();
  await expect(tooltip).toBeVisible();
  await leave();
  await page.clock.runFor(301);
  await theme.hover();
  await expect(tooltip).toHaveCount(0);
  await page.clock.runFor(700);
  await expect(tooltip).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tooltip).toHaveCount(0);
  expect(await escapes.jsonValue()).toHaveLength(1);

  await leave();
  await theme.dispatchEvent('pointermove', { pointerType: 'touch' });
  await page.clock.runFor(700);
  await expect(tooltip).toHaveCount(0);

  await theme.focus();
  await page.keyboard.press('Shift+Tab');
  await expect(tooltip).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(tooltip).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tooltip).toHaveCount(0);
  expect(await escapes.jsonValue()).toHaveLength(1);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(tooltip).toBeVisible();
  await page.mouse.move(12, 500);
  const { y } = (await tooltip.boundingBox())!;
  await page.evaluate(() => window.scrollBy(0, 10));
  await expect.poll(async () => (await tooltip.boundingBox())?.y).toBe(y - 10);
  await page.keyboard.press('Enter');
  await expect(tooltip).toHaveCount(0);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByText('Switch to light theme', { exact: true })).toBeVisible();

  await close.hover();
  await ofClose.hover();
  // As a row that is deleted, or a page that is left.
  await close.evaluate((link) => link.remove());
  await expect(ofClose).toHaveCount(0);
});

test('a tooltip in a dialog can be read with the pointer, and Escape closes it first', async ({ page }) => {
  await page.goto(`/post/${known['post']}`);
  await actFirst(page, () => page.getByRole('button', { name: 'Enlarge the photo' }).press('Enter'));
  const dialog = page.getByRole('dialog', { name: 'Enlarged photo' });
  await dialog.getByRole('button', { name: 'Close' }).hover();
  const tooltip = page.getByText('Close', { exact: true });
  await expect(tooltip).toBeVisible();
  await tooltip.hover();
  await page.keyboard.press('Escape');
  await expect(tooltip).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});
