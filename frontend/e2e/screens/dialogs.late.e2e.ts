import { expect, type Locator, type Page } from '@playwright/test';
import { toast } from '../support/community.ts';
import { me } from '../support/screen-answers.ts';
import { known, test } from '../support/screen.ts';
import { password } from '../support/visitor.ts';

test.use({ viewer: 'member' });

const DELETION = { ...me, deletionDueAt: '2035-05-30T14:00:00.000Z' };

/** Opens the dialog that deletes the account. */
async function askDeletion(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Delete My Account…' }).click();
  return page.getByRole('dialog');
}

/** Tries every way to close a busy dialog. None may close it. */
async function tryToClose(page: Page, dialog: Locator): Promise<void> {
  const cancel = dialog.getByRole('button', { name: 'Cancel' });
  await expect(cancel).toHaveAttribute('aria-disabled', 'true');
  await cancel.focus();
  await expect(cancel).toBeFocused();
  await page.keyboard.press('Enter');
  await cancel.click({ force: true });
  await page.keyboard.press('Escape');
  await page.mouse.click(2, 2);
  const cross = dialog.getByRole('button', { name: 'Close' });
  if ((await cross.count()) > 0) await cross.click({ force: true });
  await expect(dialog).toBeVisible();
}

/** Whether the focused element is completely inside the window. */
const isFocusSeen = (page: Page) =>
  page.evaluate(() => {
    const { top, bottom } = document.activeElement!.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

test('a busy dialog stays open and sends once, and a new one has no error of the last', async ({
  page,
  api,
}) => {
  api.refuse('POST /api/user/deletion', 403, { message: 'The password is incorrect.' });
  await page.goto('/account/settings');
  const dialog = await askDeletion(page);
  const submit = dialog.getByRole('button', { name: 'Delete My Account' });
  await dialog.getByLabel('Password').fill('not my password');
  await submit.click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await askDeletion(page);
  await expect(dialog.getByLabel('Password')).toHaveValue('');
  await expect(dialog.getByRole('alert')).toBeHidden();

  api.answer('POST /api/user/deletion', DELETION);
  const release = api.hold('POST /api/user/deletion');
  await dialog.getByLabel('Password').fill(password);
  await submit.dblclick();
  await tryToClose(page, dialog);
  await dialog.getByLabel('Password').press('Enter');
  expect(api.calls('POST /api/user/deletion')).toHaveLength(2);
  release();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Keep my account' }).first()).toBeVisible();
});

test('a busy question stays open, and sends once', async ({ page, api }) => {
  let hasPosts = true;
  api.answer('GET /api/user/posts', (posts) => (hasPosts ? posts.slice(-1) : []));
  api.on('DELETE /api/user/posts/{id}', async () => {
    hasPosts = false;
    return { status: 200, body: { success: true } };
  });
  const release = api.hold('DELETE /api/user/posts/{id}');
  await page.goto('/my-posts');
  await page.getByRole('button', { name: /^Delete the post of/ }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Delete' }).dblclick();
  await tryToClose(page, dialog);
  release();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('No posts yet')).toBeVisible();
  expect(api.calls('DELETE /api/user/posts/{id}')).toHaveLength(1);
});

test('a busy button keeps the focus and sends one request', async ({ page, api }) => {
  api.answer('PATCH /api/user/profile', me);
  const release = api.hold('PATCH /api/user/profile');
  await page.goto('/profile/settings');
  await page.getByLabel('Bio').fill('Barefoot since 1999.');
  await page.getByRole('button', { name: 'Save Changes' }).press('Enter');
  const save = page.getByRole('button', { name: 'Saving…' });
  await expect(save).toBeFocused();
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  // Enter in a field submits the form.
  await page.getByLabel('Display Name').press('Enter');
  await save.focus();
  release();
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeFocused();
  expect(api.calls('PATCH /api/user/profile')).toHaveLength(1);

  api.on('GET /api/user/export', async () => ({ status: 200, body: 'a zip' }));
  const exported = api.hold('GET /api/user/export');
  await page.goto('/account/settings');
  await page.getByRole('button', { name: 'Export My Data' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Preparing…' })).toBeFocused();
  await page.keyboard.press('Enter');
  const file = page.waitForEvent('download');
  exported();
  await file;
  await expect(page.getByRole('button', { name: 'Export My Data' })).toBeFocused();
  expect(api.calls('GET /api/user/export')).toHaveLength(1);
});

test('a press on a toast that was there before a dialog closes the toast only', async ({ page }) => {
  await page.goto(`/post/${known['post']}`);
  await page.getByLabel('Add a comment').fill('A steady stride.');
  await page.getByRole('button', { name: 'Post Comment' }).click();
  // It stays while the pointer is over it.
  await toast(page, 'Comment posted').hover();
  await page.getByRole('button', { name: 'Report', exact: true }).press('Enter');
  await page.getByRole('dialog').getByLabel('Something else').check();
  const reason = page.getByRole('dialog').getByRole('textbox');
  await reason.fill('A face in the mirror.');
  await toast(page, 'Comment posted').getByLabel('Close').click();
  await expect(toast(page, 'Comment posted')).toBeHidden();
  await expect(reason).toHaveValue('A face in the mirror.');
});

test('a dialog keeps the focused element visible in a low window, when it opens and on Tab', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 180 });
  await page.goto('/my-posts');
  await page
    .getByRole('button', { name: /^Delete the post of/ })
    .first()
    .click();
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect.poll(() => isFocusSeen(page)).toBe(true);
  for (const [width, height] of [
    [844, 390],
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/account/settings');
    const field = (await askDeletion(page)).getByLabel('Password');
    await expect(field).toBeFocused();
    await expect.poll(() => isFocusSeen(page)).toBe(true);
    for (let presses = 0; presses < 4; presses += 1) {
      await page.keyboard.press('Tab');
      await expect.poll(() => isFocusSeen(page)).toBe(true);
    }
    await expect(field).toBeFocused();
  }
});
