import { expect, type Page } from '@playwright/test';
import { toast } from './support/community.ts';
import { sweep } from './support/scope.ts';
import { test } from './support/site.ts';
import { publish } from './support/visitor.ts';

/** Whether the focused element is completely inside the window. */
const isFocusSeen = (page: Page) =>
  page.evaluate(() => {
    const { top, bottom } = document.activeElement!.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

const windows = [
  { width: 844, height: 390 },
  { width: 320, height: 256 },
];
for (const viewport of sweep(windows, ({ width }) => String(width), ['320'])) {
  test.describe(`in a window of ${viewport.width} by ${viewport.height}`, () => {
    test.use({ viewport });

    test('a dialog keeps the focused element visible, when it opens and on Tab', async ({ user: page }) => {
      await page.goto('/account/settings');
      await page.getByRole('button', { name: 'Delete My Account…' }).click();
      const field = page.getByRole('dialog').getByLabel('Password');
      await expect(field).toBeFocused();
      await expect.poll(() => isFocusSeen(page)).toBe(true);
      for (let presses = 0; presses < 4; presses += 1) {
        await page.keyboard.press('Tab');
        await expect.poll(() => isFocusSeen(page)).toBe(true);
      }
      await expect(field).toBeFocused();
    });
  });
}

test('a press on a toast that was there before a dialog closes the toast only', async ({
  user: page,
  post,
}) => {
  await page.goto(`/post/${post}`);
  await page.getByLabel('Add a comment').fill('A steady stride.');
  await page.getByRole('button', { name: 'Post Comment' }).click();
  // It stays while the pointer is over it.
  await toast(page, 'Comment posted').hover();
  await page.getByRole('button', { name: 'Report', exact: true }).press('Enter');
  const reason = page.getByRole('dialog').getByRole('textbox');
  await reason.fill('A face in the mirror.');
  await toast(page, 'Comment posted').getByLabel('Close').click();
  await expect(toast(page, 'Comment posted')).toBeHidden();
  await expect(reason).toHaveValue('A face in the mirror.');
});

test.describe('in a very low window', () => {
  test.use({ viewport: { width: 320, height: 180 } });

  test('a confirmation keeps its focused button visible', async ({ user: page }) => {
    await publish(page);
    await page.goto('/my-posts');
    await page.getByRole('button', { name: /^Delete the post of/ }).click();
    await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expect.poll(() => isFocusSeen(page)).toBe(true);
  });
});
