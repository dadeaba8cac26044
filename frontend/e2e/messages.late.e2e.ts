import { expect } from '@playwright/test';
import { photoWithLocation } from './support/photo.ts';
import { test } from './support/site.ts';
import { choosePhoto, newEmail, typeNewPassword } from './support/visitor.ts';

test('the message about a refused file is in view, and goes with its photo @widths', async ({ page }) => {
  await page.goto('/');
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') };
  await page.getByLabel('Photo', { exact: true }).setInputFiles(notes);
  await expect(page.getByRole('alert')).toHaveText('Please upload an image file');
  await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 });

  await choosePhoto(page, (await photoWithLocation()).subarray(0, 20_000));
  await page.getByRole('button', { name: 'Get My Rating' }).click();
  await expect(page.getByRole('alert')).toContainText('Upload Failed');
  await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Choose Another' }).click();
  await choosePhoto(page);
  await expect(page.getByRole('img', { name: 'Preview of your choice' })).toBeVisible();
  await expect(page.getByText('Upload Failed')).toHaveCount(0);
});

test('a login that fails says so in view @widths', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByLabel('Password').fill('not the password');
  const submit = page.getByRole('main').getByRole('button', { name: 'Login' });
  await submit.evaluate((button) => button.scrollIntoView({ block: 'start' }));
  await submit.press('Enter');
  await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 });
  await page.getByLabel('Password').fill('another password');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a password that the server refuses has one message, at its field, until it is corrected @widths', async ({
  page,
}) => {
  const refusal = page.getByText('This password is too common.');
  await page.goto('/register');
  await page.getByLabel('Email').fill(newEmail());
  const passwords = ['Password', 'Confirm Password'].map((name) => page.getByLabel(name, { exact: true }));
  for (const field of passwords) await field.fill('password123');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(refusal).toHaveCount(1);
  await expect(passwords[0]!).toBeFocused();
  await expect(passwords[0]!).toHaveAccessibleDescription(/too common/);
  for (const field of passwords) await field.fill('password123 and more');
  await expect(refusal).toHaveCount(0);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('heading', { name: 'Check Your Email!' })).toBeVisible();

  await page.goto(`/reset-password?token=${'a'.repeat(86)}`);
  await page.route('**/api/auth/reset-password', (route) =>
    route.fulfill({
      status: 400,
      json: {
        code: 'invalid',
        message: 'This password is too common.',
        errors: { password: ['This password is too common.'] },
      },
    }),
  );
  await typeNewPassword(page, 'password123');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(refusal).toHaveCount(1);
  await page.getByLabel('New Password', { exact: true }).fill('password123 and more');
  await expect(refusal).toHaveCount(0);
});

test('a board that cannot be loaded offline says so, and loads by itself @widths', async ({ page }) => {
  await page.goto('/termsofservice');
  await page.context().setOffline(true);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Leaderboard' }).click();
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { name: 'Leaderboard', level: 1 })).toBeVisible();
});
