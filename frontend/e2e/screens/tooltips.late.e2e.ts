import { expect, type Page } from '@playwright/test';
import { scriptWith } from '../support/opening.ts';
import { known, now, test } from '../support/screen.ts';
import { profileMenu } from '../support/visitor.ts';

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

test.describe('a member', () => {
  test.use({ viewer: 'member' });

  test('a menu forgets what was typed after 1 s, opens its submenu after 100 ms and waits 300 ms for the pointer @verify', async ({
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

test('an icon shows its name after 700 ms, at once after a neighbour, and on Tab @verify', async ({
  page,
}) => {
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

test('a tooltip in a dialog can be read with the pointer, and Escape closes it first @verify', async ({
  page,
}) => {
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
