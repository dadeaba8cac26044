import { expect, type Page } from '@playwright/test';
import { scriptWith } from './support/opening.ts';
import { test } from './support/site.ts';

/** Acts for the first time on the page, which loads the tooltips. */
async function actFirst(page: Page, act: () => Promise<void>): Promise<void> {
  const script = await scriptWith('swipeThreshold:50');
  const loaded = page.waitForResponse(`**${script}`);
  await act();
  await loaded;
  await page.evaluate((address) => import(address), script);
}

test('an icon shows its name after 700 ms, at once after a neighbour, and on Tab', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  await actFirst(page, () => page.getByRole('link', { name: 'Login' }).first().click());
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));

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

test('a tooltip in a dialog can be read with the pointer, and Escape closes it first', async ({
  page,
  post,
}) => {
  await page.goto(`/post/${post}`);
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
