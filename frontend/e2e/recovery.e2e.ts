import { expect } from '@playwright/test';
import { call } from './support/api.ts';
import { noteFocus } from './support/passing.ts';
import { sweep } from './support/scope.ts';
import { test } from './support/site.ts';
import { logIn, newEmail, resetLink, sendLogin, typeNewPassword } from './support/visitor.ts';

const newPassword = 'eleven-lazy-otters-nap';

test('a reset link sets a new password once, and ends every session', async ({ page, email, newBrowser }) => {
  const elsewhere = await newBrowser();

  await test.step('request the mail', async () => {
    await elsewhere.goto('/login');
    await elsewhere.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(elsewhere).toHaveURL('/forgot-password');
    await elsewhere.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(elsewhere.getByText('Please enter your email address')).toBeVisible();
    await elsewhere.getByLabel('Email').fill(email);
    await elsewhere.getByRole('button', { name: 'Send Reset Link' }).click();
    await expect(elsewhere.getByRole('heading', { name: 'Check Your Email' })).toBeFocused();
    await expect(
      elsewhere.getByText('If an account exists, a password reset email has been sent.'),
    ).toBeVisible();
    await expect(elsewhere.getByRole('link', { name: 'Back to Login' })).toBeVisible();
  });

  const link = await resetLink(email);
  const focused = await noteFocus(elsewhere);
  await test.step('the form names missing fields', async () => {
    await elsewhere.goto(link);
    const [chosen, again] = [
      elsewhere.getByLabel('New Password', { exact: true }),
      elsewhere.getByLabel('Confirm New Password'),
    ];
    const submit = elsewhere.getByRole('button', { name: 'Reset Password' });
    await submit.click();
    await expect(elsewhere.getByText('Please fill in all fields')).toBeVisible();
    await chosen.fill('short');
    await again.fill('other');
    await submit.click();
    await expect(elsewhere.getByText('Passwords do not match')).toBeVisible();
    await again.fill('short');
    await submit.click();
    await expect(elsewhere.getByText('Password must be at least 8 characters')).toBeVisible();
    await chosen.fill(newPassword);
    await again.fill(newPassword);
    await submit.click();
  });

  await test.step('it leads to the login, which accepts only the new password', async () => {
    await focused('Password Reset!');
    await expect(elsewhere).toHaveURL('/login');
    await sendLogin(elsewhere, email);
    await expect(elsewhere.getByRole('alert')).toBeVisible();
    await logIn(elsewhere, email, newPassword);
  });

  await test.step('earlier sessions have ended', async () => {
    await page.goto('/my-posts');
    await expect(page).toHaveURL(/\/login\?next=/);
  });

  await test.step('the link works only once', async () => {
    await elsewhere.goto(link);
    await typeNewPassword(elsewhere, newPassword);
    await elsewhere.getByRole('button', { name: 'Reset Password' }).click();
    await expect(elsewhere.getByRole('alert')).toContainText('This link is not valid any more.');
    await elsewhere.getByRole('link', { name: 'Request New Link' }).click();
    await expect(elsewhere).toHaveURL('/forgot-password');
  });
});

test('resetting the password of one account leads to the login, even if another account is signed in', async ({
  user: page,
  other,
}) => {
  const { email } = other;
  const asked = await call(other, 'POST', '/api/auth/forgot-password', { email });
  expect(asked.ok()).toBe(true);
  const link = await resetLink(email);

  const focused = await noteFocus(page);
  await page.goto(link);
  await typeNewPassword(page, newPassword);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await focused('Password Reset!');
  await expect(page).toHaveURL('/login');
  expect((await page.request.get('/api/auth/me')).status()).toBe(401);
  await logIn(page, email, newPassword);
});

const unusable = ['', '?token=', '?token=no-good', `?token=${'a'.repeat(63)}`, `?token=${'a'.repeat(63)}.`];
for (const search of sweep(unusable, (token) => token, ['', '?token=no-good'])) {
  test(`/reset-password${search} is an invalid link`, async ({ page }) => {
    await page.goto(`/reset-password${search}`);
    await expect(page.getByRole('heading', { name: 'Invalid Link' })).toBeVisible();
  });
}

test('an invalid link offers to request a new one', async ({ page }) => {
  await page.goto('/reset-password');
  await page.getByRole('link', { name: 'Request New Link' }).click();
  await expect(page).toHaveURL('/forgot-password');
});

test('the response does not reveal whether an address has an account', async ({ page }) => {
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(page.getByText('If an account exists, a password reset email has been sent.')).toBeVisible();
});
