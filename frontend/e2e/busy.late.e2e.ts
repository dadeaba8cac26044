import { expect, type Locator, type Page } from '@playwright/test';
import { hold } from './support/hold.ts';
import { test } from './support/site.ts';
import { password, publish } from './support/visitor.ts';

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

test('the dialog stays open while an account deletion is in progress', async ({ user: page }) => {
  const request = await hold(page, '**/api/user/deletion', { method: 'POST' });
  await page.goto('/account/settings');
  await page.getByRole('button', { name: 'Delete My Account…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Delete My Account' }).dblclick();
  await tryToClose(page, dialog);
  await dialog.getByLabel('Password').press('Enter');
  await expect.poll(request.calls).toBe(1);
  request.release();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Keep my account' }).first()).toBeVisible();
});

test('reopening the deletion dialog clears the error of the last attempt', async ({ user: page }) => {
  await page.goto('/account/settings');
  await page.getByRole('button', { name: 'Delete My Account…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password').fill('not my password');
  await dialog.getByRole('button', { name: 'Delete My Account' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Delete My Account…' }).click();
  await expect(dialog.getByLabel('Password')).toHaveValue('');
  await expect(dialog.getByRole('alert')).toBeHidden();
});

test('the dialog stays open while a post deletion is in progress', async ({ user: page }) => {
  await publish(page);
  const request = await hold(page, '**/api/user/posts/*', { method: 'DELETE' });
  await page.goto('/my-posts');
  await page.getByRole('button', { name: /^Delete the post of/ }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Delete' }).dblclick();
  await tryToClose(page, dialog);
  await expect.poll(request.calls).toBe(1);
  request.release();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('No posts yet')).toBeVisible();
});

test('a busy button keeps the focus and sends one request', async ({ user: page }) => {
  const saving = await hold(page, '**/api/user/profile', { method: 'PATCH' });
  const exporting = await hold(page, '**/api/user/export', { method: 'GET' });

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
  await expect.poll(saving.calls).toBe(1);
  saving.release();
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeFocused();

  await page.goto('/account/settings');
  await page.getByRole('button', { name: 'Export My Data' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Preparing…' })).toBeFocused();
  await page.keyboard.press('Enter');
  const file = page.waitForEvent('download');
  await expect.poll(exporting.calls).toBe(1);
  exporting.release();
  await file;
  await expect(page.getByRole('button', { name: 'Export My Data' })).toBeFocused();
});

test('a double click sends one request', async ({ page }) => {
  const login = await hold(page, '**/api/auth/login', { method: 'POST' });
  await page.goto('/login');
  await page.getByLabel('Email').fill('nobody@example.org');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).dblclick();
  await expect(page.getByRole('button', { name: 'Logging in…' })).toBeFocused();
  await page.getByLabel('Password').press('Enter');
  await expect.poll(login.calls).toBe(1);
  login.release();
  await expect(page.getByRole('alert')).toBeVisible();
  // After the response a retry is allowed.
  await page.getByLabel('Password').press('Enter');
  await expect.poll(login.calls).toBe(2);
});
