import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { me } from '../support/api.ts';
import { comment } from '../support/community.ts';
import { noteFocus } from '../support/passing.ts';
import { moveClock } from '../support/server.ts';
import { test } from '../support/site.ts';
import { logIn, password, profileMenu, resetLink, sendLogin, typeNewPassword } from '../support/visitor.ts';
import { filesInZip } from '../support/zip.ts';

const newPassword = 'eleven-lazy-otters-nap';
const MINUTE_MS = 60_000;

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Opens a page that asks visitors to log in. */
async function expectLoggedOut(page: Page): Promise<void> {
  await page.goto('/my-posts');
  await expect(page).toHaveURL('/login?next=%2Fmy-posts');
}

test('a person who forgot the password sets a new one by mail, once, which ends every session', async ({
  page,
  email,
  newBrowser,
}) => {
  const elsewhere = await newBrowser();
  await elsewhere.goto('/login');
  await elsewhere.getByRole('link', { name: 'Forgot your password?' }).click();
  const send = elsewhere.getByRole('button', { name: 'Send Reset Link' });
  // The login has a field of this name, too.
  await expect(send).toBeVisible();
  await elsewhere.getByLabel('Email').fill(email);
  await send.click();
  await expect(elsewhere.getByRole('heading', { name: 'Check Your Email' })).toBeFocused();

  const link = await resetLink(email);
  const focused = await noteFocus(elsewhere);
  const submit = elsewhere.getByRole('button', { name: 'Reset Password' });
  await elsewhere.goto(link);
  await typeNewPassword(elsewhere, newPassword);
  await submit.click();
  await focused('Password Reset!');
  await expect(elsewhere).toHaveURL('/login');
  await sendLogin(elsewhere, email);
  await expect(elsewhere.getByRole('alert')).toBeVisible();
  await sendLogin(elsewhere, email, newPassword);
  await expect(elsewhere).toHaveURL('/');
  await expectLoggedOut(page);

  await elsewhere.goto(link);
  await typeNewPassword(elsewhere, newPassword);
  await submit.click();
  await expect(elsewhere.getByRole('alert')).toContainText('This link is not valid any more.');
});

test('a person ends the sessions of other browsers, and changes the password', async ({
  page,
  email,
  newBrowser,
}) => {
  const elsewhere = await newBrowser();
  await logIn(elsewhere, email);
  await page.goto('/account/settings');
  const sessions = section(page, 'Sessions');
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  // So long after the login the site asks again.
  await moveClock(11 * MINUTE_MS);
  await sessions.getByRole('button', { name: 'Sign Out Everywhere Else' }).click();
  const dialog = page.getByRole('dialog', { name: 'Is It Still You?' });
  await dialog.getByLabel('Password').fill('not this password');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('Current password is incorrect')).toBeVisible();
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(sessions.getByText('Signed out everywhere else')).toBeVisible();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await moveClock(-11 * MINUTE_MS);
  await expectLoggedOut(elsewhere);

  await sendLogin(elsewhere, email);
  await expect(elsewhere).toHaveURL('/my-posts');
  const form = section(page, 'Change Password');
  await form.getByLabel('Current Password').fill(password);
  await typeNewPassword(form, newPassword);
  await form.getByRole('button', { name: 'Update Password' }).click();
  await expect(form.getByText('Password updated')).toBeVisible();
  await expectLoggedOut(elsewhere);
  await sendLogin(elsewhere, email, newPassword);
  await expect(elsewhere).toHaveURL('/my-posts');
  await page.reload();
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
});

test('a person exports what the site has of them, with pictures', async ({ page, email, ownPost, post }) => {
  await comment(page, post, 'What a fine arch.');
  await page.goto('/account/settings');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export My Data' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^footnote-export-\d{4}-\d\d-\d\d\.zip$/);
  const entries = await filesInZip(await readFile(await file.path()));
  const record = entries.get('footnote.json')!.toString();
  for (const part of [email, ownPost, 'What a fine arch.']) expect(record).toContain(part);
  const picture = [...entries].find(([name]) => name.endsWith('.webp'));
  expect((await sharp(picture![1]).metadata()).format).toBe('webp');
  await expect(page.getByText('Your data is in your downloads')).toBeVisible();
});

test('a person asks for the deletion of the account, and keeps it in the end', async ({
  user: page,
  ownPost,
  otherPage,
}) => {
  await page.goto('/account/settings');
  await page.getByRole('button', { name: 'Delete My Account…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel('Password').fill('not-my-password');
  await dialog.getByRole('button', { name: 'Delete My Account' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Current password is incorrect');
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Delete My Account' }).click();
  await expect(dialog).toBeHidden();
  const { id } = await me(page);
  await otherPage.goto(`/user/${id}`);
  await expect(otherPage.locator(`a[href="/post/${ownPost}"]`)).toBeVisible();

  const banner = section(page, 'About your account');
  await page.goto('/leaderboard');
  await expect(banner).toContainText('Your account will be deleted on');
  await banner.getByRole('button', { name: 'Keep my account' }).click();
  await expect(banner).toBeHidden();
  await page.reload();
  await expect(profileMenu(page)).toBeVisible();
  await expect(banner).toBeHidden();
});
