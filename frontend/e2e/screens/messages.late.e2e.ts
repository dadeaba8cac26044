import { expect } from '@playwright/test';
import { photoWithLocation } from '../support/photo.ts';
import { me } from '../support/screen-answers.ts';
import { known, test } from '../support/screen.ts';
import { choosePhoto, newEmail, password, sendRegistration, typeNewPassword } from '../support/visitor.ts';

test('the message about a refused file is in view, and goes with its photo @widths', async ({
  page,
  api,
}) => {
  await page.goto('/');
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') };
  await page.getByLabel('Photo', { exact: true }).setInputFiles(notes);
  await expect(page.getByRole('alert')).toHaveText('Please upload an image file');
  await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 });

  api.refuse('POST /api/upload', 422, { code: 'invalid', message: 'This photo cannot be read.' });
  await choosePhoto(page, (await photoWithLocation()).subarray(0, 20_000));
  await page.getByRole('button', { name: 'Get My Rating' }).click();
  await expect(page.getByRole('alert')).toContainText('Upload Failed');
  await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Choose Another' }).click();
  await choosePhoto(page);
  await expect(page.getByRole('img', { name: 'Preview of your choice' })).toBeVisible();
  await expect(page.getByText('Upload Failed')).toHaveCount(0);
});

test('a login that fails says so in view @widths', async ({ page, api }) => {
  api.refuse('POST /api/auth/login', 401, { message: 'Wrong email or password.' });
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
  api,
}) => {
  const message = 'This password is too common.';
  api.refuse('POST /api/auth/register', 400, { message, errors: { password: [message] } });
  await page.goto('/register');
  await page.getByLabel('Email').fill(newEmail());
  const passwords = ['Password', 'Confirm Password'].map((name) => page.getByLabel(name, { exact: true }));
  for (const field of passwords) await field.fill('password123');
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText(message)).toHaveCount(1);
  await expect(passwords[0]!).toBeFocused();
  await expect(passwords[0]!).toHaveAccessibleDescription(/too common/);
  for (const field of passwords) await field.fill(password);
  await expect(page.getByText(message)).toHaveCount(0);
  api.answer('POST /api/auth/register', me, { status: 201, as: 'member' });
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('heading', { name: 'Check Your Email!' })).toBeVisible();
});

test('a board that cannot be loaded offline says so, and loads by itself @widths', async ({ page }) => {
  await page.goto('/termsofservice');
  await page.context().setOffline(true);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Leaderboard' }).click();
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { name: 'Leaderboard', level: 1 })).toBeVisible();
});

/** What may come from a proxy in place of the server: no message for people. */
const empty = { status: 500 };
const html = {
  status: 500,
  headers: { 'content-type': 'text/html' },
  body: '<h1>Internal Server Error</h1>',
};

test('an account form that fails without a message of the server has one of its own', async ({
  page,
  api,
}) => {
  const sendEmail = async (button: string): Promise<void> => {
    await page.getByLabel('Email').fill(newEmail());
    await page.getByRole('button', { name: button }).click();
  };
  const forms = [
    ['/register', 'POST /api/auth/register', empty, () => sendRegistration(page), 'Registration failed'],
    [
      '/verify-email',
      'POST /api/auth/resend-verification',
      html,
      () => sendEmail('Resend Verification Email'),
      'Failed to resend verification email',
    ],
    [
      '/forgot-password',
      'POST /api/auth/forgot-password',
      empty,
      () => sendEmail('Send Reset Link'),
      'Failed to send reset email',
    ],
    [
      `/reset-password?token=${'a'.repeat(86)}`,
      'POST /api/auth/reset-password',
      html,
      async () => {
        await typeNewPassword(page, 'nine-toed-sloths-sing');
        await page.getByRole('button', { name: 'Reset Password' }).click();
      },
      'Failed to reset password',
    ],
  ] as const;
  for (const [address, operation, answer, send, message] of forms) {
    api.on(operation, async () => answer);
    await page.goto(address);
    await send();
    await expect(page.getByRole('main').getByText(message, { exact: true })).toBeVisible();
  }
});

test('a boost that cannot be applied says why, if the server does', async ({ page, api }) => {
  await api.become('member');
  await page.goto(`/post/${known.ownPost}`);
  await page.getByRole('button', { name: 'Apply Boost' }).click();
  const apply = page.getByRole('dialog').getByRole('button', { name: 'Apply Boost' });
  const boosted = { message: 'This post is boosted.', code: 'conflict' };
  for (const [answer, description] of [
    [html, 'Please try again'],
    [{ status: 409, body: boosted }, boosted.message],
  ] as const) {
    api.on('POST /api/posts/{id}/apply-boost', async () => answer);
    await apply.click();
    const said = page.getByRole('dialog').getByRole('alert');
    await expect(said).toHaveText(`Failed to apply boost${description}`);
  }
});

test('a board without posts asks for the first', async ({ page, api }) => {
  api.answer('GET /api/posts', []);
  api.answer('GET /api/leaderboard/weekly', (week) => ({ ...week, posts: [] }));
  const boards = [
    ['/leaderboard', 'No posts found', 'Be the first to upload!'],
    ['/leaderboard?search=nobody', 'No posts found', 'Try adjusting your search terms'],
    ['/leaderboard?tab=week', 'No submissions this week', 'Be the first to upload!'],
  ] as const;
  for (const [address, title, text] of boards) {
    await page.goto(address);
    await expect(page.getByText(title, { exact: true })).toBeVisible();
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  }
});
