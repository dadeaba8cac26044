import { expect, type Page } from '@playwright/test';
import { seriousFindings } from './support/axe.ts';
import { test } from './support/site.ts';
import { enter, newEmail, password, signUp, verificationLink } from './support/visitor.ts';

test.beforeEach(({ page }) => enter(page));

/** Registers through the API; the page is signed in to an unverified account. */
async function registerWithTypo(page: Page): Promise<string> {
  const email = newEmail();
  const headers = { 'sec-fetch-site': 'same-origin' };
  const answer = await page.request.post('/api/auth/register', { data: { email, password }, headers });
  expect(answer.status()).toBe(201);
  return email;
}

test('a person who mistyped the address corrects it after a link fails', async ({ page }) => {
  const typo = await registerWithTypo(page);
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

  await page.goto(await verificationLink(page.request, right));
  await expect(page.getByRole('heading', { name: 'Email Verified!' })).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('the settings show that the address waits for verification, and correct it', async ({ page }) => {
  const typo = await registerWithTypo(page);
  const right = newEmail();
  await page.goto('/account/settings');
  await expect(page.getByText('Waiting for verification', { exact: true })).toBeVisible();
  await expect(page.getByText(`${typo} is waiting for verification.`)).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByLabel('New Email').fill(right);
  await page.getByLabel('New Email').press('Enter');
  await expect(page.getByText(`${right} is waiting for verification.`)).toBeVisible();
  await page.goto(await verificationLink(page.request, right));
  await expect(page).toHaveURL('/');
  await page.goto('/account/settings');
  await expect(page.getByText(right)).toBeVisible();
  await expect(page.getByLabel('New Email')).toBeHidden();
});

test('registering another account begins with logging out', async ({ page }) => {
  await registerWithTypo(page);
  await page.goto('/register');
  await page.getByRole('button', { name: 'Log Out and Register Another Account' }).click();
  await expect(page.getByRole('heading', { name: 'Register', exact: true })).toBeVisible();
  expect((await page.request.get('/api/auth/me')).status()).toBe(401);
});

test('a person with a verified address learns why the registration does not open', async ({ page }) => {
  await signUp(page);
  await page.goto('/verify-email?token=no-good');
  await page.getByRole('link', { name: 'Register Again' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('listitem').filter({ hasText: 'You are logged in' })).toContainText(
    'Log out first to register another account.',
  );
});
