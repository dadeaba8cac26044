import { expect } from '@playwright/test';
import { seriousFindings } from './support/axe.ts';
import { test } from './support/site.ts';
import { newEmail, register, verificationLink } from './support/visitor.ts';

test('a person who mistyped the address corrects it after a link fails', async ({ page }) => {
  const typo = await register(page);
  const right = newEmail();
  await page.goto('/verify-email?token=no-good');
  await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible();
  await expect(page.getByText(`${typo} is waiting for verification.`)).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(typo);
  await page.getByRole('link', { name: 'Register Again' }).click();

  await expect(page).toHaveURL('/register');
  await expect(page.getByRole('heading', { name: 'You Are Registered' })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Change Email' }).click();
  await expect(page.getByText('Please enter your email address')).toBeVisible();
  await page.getByLabel('New Email').fill(typo);
  await page.getByRole('button', { name: 'Change Email' }).click();
  await expect(page.getByText('This is your email address already')).toBeVisible();
  await page.getByLabel('New Email').fill(right);
  await page.getByRole('button', { name: 'Change Email' }).click();
  await expect(page.getByText(`We sent a link to ${right}.`)).toBeVisible();
  await expect(page.getByText(`${right} is waiting for verification.`)).toBeVisible();

  await page.goto(await verificationLink(right));
  await expect(page.getByRole('heading', { name: 'Email Verified!' })).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('the settings show that the address waits for verification, and correct it', async ({ page }) => {
  const typo = await register(page);
  const right = newEmail();
  await page.goto('/account/settings');
  await expect(page.getByText('Waiting for verification', { exact: true })).toBeVisible();
  await expect(page.getByText(`${typo} is waiting for verification.`)).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByLabel('New Email').fill(right);
  await page.getByLabel('New Email').press('Enter');
  await expect(page.getByText(`${right} is waiting for verification.`)).toBeVisible();
  await page.goto(await verificationLink(right));
  await expect(page).toHaveURL('/');
  await page.goto('/account/settings');
  await expect(page.getByText(right)).toBeVisible();
  await expect(page.getByLabel('New Email')).toBeHidden();
});

test('registering another account begins with logging out', async ({ page }) => {
  await register(page);
  await page.goto('/register');
  await page.getByRole('button', { name: 'Log Out and Register Another Account' }).click();
  await expect(page.getByRole('heading', { name: 'Register', exact: true })).toBeVisible();
  expect((await page.request.get('/api/auth/me')).status()).toBe(401);
});

test('a person with a verified address learns why the registration does not open', async ({ user: page }) => {
  await page.goto('/verify-email?token=no-good');
  await page.getByRole('link', { name: 'Register Again' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('listitem').filter({ hasText: 'You are logged in' })).toContainText(
    'Log out first to register another account.',
  );
});
