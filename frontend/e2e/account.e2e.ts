import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { sweep } from './support/scope.ts';
import { test } from './support/site.ts';
import { logIn, password, sendLogin } from './support/visitor.ts';
import { filesInZip } from './support/zip.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

const ownPages = ['/account/settings', '/profile/settings', '/my-posts'];
/** Refuses a call, as if the sign-in were over 10 minutes old. */
const stale = { code: 'sign_in_again', message: 'Too old.' };

for (const path of sweep(ownPages, (page) => page, ['/my-posts'])) {
  test(`${path} asks visitors to log in and then returns to the page`, async ({ page, other }) => {
    await page.goto(path);
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`);
    await sendLogin(page, other.email);
    await expect(page).toHaveURL(path);
  });
}

test('the switches save at once and survive a reload', async ({ page, email }) => {
  await page.goto('/account/settings');
  await expect(section(page, 'Your Account')).toContainText(email);
  await expect(section(page, 'Your Account')).toContainText('Not public');
  const [ratings, comments] = [
    page.getByRole('switch', { name: 'Ratings' }),
    page.getByRole('switch', { name: 'Comments' }),
  ];
  await expect(ratings).toBeChecked();
  await ratings.press('Space');
  await expect(page.getByText('Preferences updated')).toBeVisible();
  await expect(page.getByText('Preferences updated')).toBeHidden();
  await page.reload();
  await expect(ratings).not.toBeChecked();
  await expect(comments).toBeChecked();
  await expect(page.getByRole('switch', { name: 'Achievements' })).toBeChecked();
});

test('a switch that cannot be saved reverts and shows an error', async ({ user: page }) => {
  await page.goto('/account/settings');
  await page.route('**/api/auth/email-preferences', (route) => route.abort());
  const ratings = page.getByRole('switch', { name: 'Ratings' });
  await ratings.click();
  await expect(page.getByText('Failed to Update Preferences', { exact: true })).toBeVisible();
  await expect(page.getByText('Please try again', { exact: true })).toBeVisible();
  await expect(ratings).toBeChecked();
});

test('changing the password requires the current one, and the form names missing fields', async ({
  page,
  email,
}) => {
  await page.goto('/account/settings');
  const form = section(page, 'Change Password');
  const submit = form.getByRole('button', { name: 'Update Password' });
  await submit.click();
  for (const problem of [
    'Current password is required',
    'New password must be at least 8 characters',
    'Please confirm your new password',
  ]) {
    await expect(form.getByText(problem)).toBeVisible();
  }
  const chosen = 'twelve-brave-snails-race';
  await form.getByLabel('Current Password').fill('not-my-password');
  await form.getByLabel('New Password', { exact: true }).fill(chosen);
  await form.getByLabel('Confirm New Password').fill('something else');
  await submit.click();
  await expect(form.getByText("Passwords don't match")).toBeVisible();
  await form.getByLabel('Confirm New Password').fill(chosen);
  await submit.click();
  await expect(form.getByRole('alert')).toHaveText('Failed to Update Password');
  await expect(page.getByText('Current password is incorrect', { exact: true })).toBeInViewport();
  await expect(form.getByLabel('Current Password')).toBeFocused();
  await form.getByLabel('Current Password').fill(password);
  await expect(form.getByRole('alert')).toBeHidden();
  await submit.click();
  await expect(form.getByText('Password updated')).toBeVisible();
  await expect(form.getByLabel('Current Password')).toHaveValue('');

  await page.context().clearCookies();
  await logIn(page, email, chosen);
});

test('a session in another browser is listed and can be ended', async ({ page, email, newBrowser }) => {
  const elsewhere = await newBrowser();
  await logIn(elsewhere, email);

  await page.goto('/account/settings');
  const sessions = section(page, 'Sessions');
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await expect(sessions.getByRole('listitem').filter({ hasText: 'This device' })).toHaveCount(1);
  await sessions
    .getByRole('listitem')
    .getByRole('button', { name: /^Sign out/ })
    .click();
  await expect(sessions.getByText(/^Signed out: /)).toBeVisible();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await elsewhere.goto('/my-posts');
  await expect(elsewhere).toHaveURL(/\/login/);

  await logIn(elsewhere, email);
  await page.reload();
  let isOld = true;
  await page.route('**/api/user/sessions', (route) => {
    if (!isOld || route.request().method() !== 'DELETE') return route.fallback();
    isOld = false;
    return route.fulfill({ status: 403, json: stale });
  });
  await sessions.getByRole('button', { name: 'Sign Out Everywhere Else' }).click();
  const dialog = page.getByRole('dialog', { name: 'Is It Still You?' });
  for (const wrong of ['short', 'not this password']) {
    await dialog.getByLabel('Password').fill(wrong);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByText('Current password is incorrect')).toBeVisible();
  }
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(sessions.getByText('Signed out everywhere else')).toBeVisible();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await elsewhere.goto('/my-posts');
  await expect(elsewhere).toHaveURL(/\/login/);
});

const expiring = [
  ['a switch', '/account/settings', (page: Page) => page.getByRole('switch', { name: 'Ratings' }).click()],
  [
    'the export',
    '/account/settings',
    (page: Page) => page.getByRole('button', { name: 'Export My Data' }).click(),
  ],
  [
    'the profile',
    '/profile/settings',
    async (page: Page) => {
      await page.getByLabel('Bio').fill('Barefoot since 1999.');
      await page.getByRole('button', { name: 'Save Changes' }).click();
    },
  ],
] as const;

for (const [what, path, act] of sweep(expiring, ([name]) => name, ['a switch', 'the profile'])) {
  test(`after the session has ended elsewhere, ${what} leads to the login and back`, async ({
    page,
    email,
  }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // Lists that are still loading would notice the end of the session first.
    if (path === '/account/settings') {
      await expect(page.getByText('Nothing yet.')).toBeVisible();
      await expect(page.getByRole('list', { name: 'Sessions' }).getByText('This device')).toBeVisible();
    }
    await page.context().clearCookies();
    await act(page);
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`);
    await expect(page.getByText('Please log in to continue.', { exact: true })).toBeVisible();
    await sendLogin(page, email);
    await expect(page).toHaveURL(path);
  });
}

test('the links inside the settings lead to their sections', async ({ user: page }) => {
  await page.goto('/account/settings');
  await page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: 'Delete' })
    .press('Enter');
  await expect(page).toHaveURL('/account/settings#deletion');
  await expect(page.getByRole('heading', { name: 'Delete My Account' })).toBeInViewport();
  await expect(page.getByRole('heading', { name: 'Delete My Account' })).toBeFocused();
});

test('the export is a zip with data and pictures', async ({ page, email, ownPost: id }) => {
  await page.goto('/account/settings');
  await page.route('**/api/user/export', (route) => route.fulfill({ status: 403, json: stale }), {
    times: 1,
  });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export My Data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Is It Still You?' });
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^footnote-export-\d{4}-\d\d-\d\d\.zip$/);
  const entries = await filesInZip(await readFile(await file.path()));
  const record = JSON.parse(entries.get('footnote.json')!.toString());
  expect(JSON.stringify(record)).toContain(email);
  expect(JSON.stringify(record)).toContain(id);
  const picture = [...entries].find(([name]) => name.endsWith('.webp'));
  expect((await sharp(picture![1]).metadata()).format).toBe('webp');
  await expect(page.getByText('Your data is in your downloads')).toBeVisible();
});

test('an export that fails shows an error', async ({ user: page }) => {
  await page.goto('/account/settings');
  await page.route('**/api/user/export', (route) => route.abort());
  await page.getByRole('button', { name: 'Export My Data' }).click();
  await expect(page.getByText('Download failed', { exact: true })).toBeVisible();
});

test('an account is scheduled for deletion in seven days, and its owner can keep it', async ({
  user: page,
}) => {
  await page.goto('/account/settings');
  const opener = page.getByRole('button', { name: 'Delete My Account…' });
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await opener.click();
  await dialog.press('Escape');
  await expect(opener).toBeFocused();
  await opener.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(opener).toBeFocused();
  await opener.click();
  const submit = dialog.getByRole('button', { name: 'Delete My Account' });
  await submit.click();
  await expect(dialog.getByText('Please enter your password')).toBeVisible();
  await dialog.getByLabel('Password').fill('not-my-password');
  await submit.click();
  await expect(dialog.getByRole('alert')).toHaveText('Current password is incorrect');
  await dialog.getByLabel('Password').fill(password);
  await submit.click();
  await expect(dialog).toBeHidden();
  const heading = page.getByRole('heading', { name: 'Delete My Account' });
  await expect(heading).toBeFocused();
  await section(page, 'Delete My Account').getByRole('button', { name: 'Keep my account' }).press('Enter');
  await expect(heading).toBeFocused();
  await opener.click();
  await dialog.getByLabel('Password').fill(password);
  await submit.click();
  await expect(dialog).toBeHidden();

  const banner = page.getByRole('region', { name: 'About your account' });
  await page.goto('/leaderboard');
  await expect(banner).toContainText('Your account will be deleted on');
  await banner.getByRole('button', { name: 'Keep my account' }).click();
  await expect(banner).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goto('/account/settings');
  await expect(page.getByRole('button', { name: 'Delete My Account…' })).toBeVisible();
});

test('every page tells a suspended person the reason and the end', async ({ user: page }) => {
  await page.route('**/api/auth/me', async (route) => {
    const response = await route.fetch();
    const suspension = { cause: 'moderation', reason: 'Insults.', endsAt: '2999-12-01T12:00:00.000Z' };
    const user = { ...(await response.json()), suspension };
    await route.fulfill({ response, json: user });
  });
  for (const path of ['/', '/leaderboard', '/account/settings']) {
    await page.goto(path);
    const banner = page.getByRole('region', { name: 'About your account' });
    await expect(banner.getByRole('paragraph')).toHaveText(
      /^Your account is suspended until 1 December 2999 at \d\d:\d\d\. Insults\.$/,
    );
    await expect(banner.getByRole('link', { name: 'See the decision' })).toBeVisible();
  }
});
