import { expect } from '@playwright/test';
import { test } from './support/site.ts';
import { profileMenu } from './support/visitor.ts';

test('a menu forgets what was typed after 1 s, opens its submenu after 100 ms and waits 300 ms for the pointer', async ({
  user: page,
}) => {
  const item = (name: string) => page.getByRole('menuitem', { name });
  const theme = (name: string) => page.getByRole('menuitemradio', { name });
  /** The menu moves the focus in a timer of 0 ms. */
  const press = async (key: string): Promise<void> => {
    await page.keyboard.press(key);
    await page.clock.runFor(1);
  };
  await page.clock.install();
  await page.goto('/termsofservice');
  await profileMenu(page).press('Enter');
  await expect(item('Profile')).toBeFocused();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));

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
