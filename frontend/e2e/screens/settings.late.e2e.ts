import { expect, type Page } from '@playwright/test';
import type { AccountSession } from '../../src/api/generated/schema.d.ts';
import { seriousFindings } from '../support/axe.ts';
import { toast } from '../support/community.ts';
import { me } from '../support/screen-answers.ts';
import { recording } from '../support/screen-server.ts';
import { test } from '../support/screen.ts';
import { password, typeNewPassword } from '../support/visitor.ts';

test.use({ viewer: 'member' });

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const wrong = { code: 'invalid', message: 'Current password is incorrect' };

test.beforeEach(({ page }) => page.goto('/account/settings'));

test('a switch saves at once, and reverts with an error if it cannot', async ({ page, api }) => {
  await expect(section(page, 'Your Account')).toContainText(me.email);
  await expect(section(page, 'Your Account')).toContainText('Not public');
  const ratings = page.getByRole('switch', { name: 'Ratings' });
  const off = { ...me, emailNotificationsRating: false };
  api.on('PATCH /api/auth/email-preferences', async () => ({ status: 500 }));
  await ratings.click();
  await expect(toast(page, 'Failed to Update Preferences')).toContainText('Please try again');
  await expect(ratings).toBeChecked();
  api.answer('PATCH /api/auth/email-preferences', off);
  await ratings.press('Space');
  await expect(page.getByText('Preferences updated')).toBeVisible();
  await expect(ratings).not.toBeChecked();
  for (const other of ['Comments', 'Achievements', 'Boosts'])
    await expect(page.getByRole('switch', { name: other })).toBeChecked();
  expect(api.calls('PATCH /api/auth/email-preferences').at(-1)?.body).toEqual({
    emailNotificationsRating: false,
  });
  await expect(page.getByText('Preferences updated')).toBeHidden();
  api.answer('GET /api/auth/me', { ...off, emailVerified: false });
  await page.reload();
  await expect(ratings).not.toBeChecked();
  await expect(section(page, 'Your Account')).toContainText('Waiting for verification');
  expect(await seriousFindings(page)).toEqual([]);
});

test('mails about posts come as it happens, or once a week', async ({ page, api }) => {
  const choice = page.getByRole('group', { name: 'When ratings, comments and achievements are mailed' });
  await expect(choice.getByRole('radio', { name: 'As it happens' })).toBeChecked();
  api.answer('PATCH /api/auth/email-preferences', { ...me, emailWeekly: true });
  await choice.getByRole('radio', { name: 'As it happens' }).press('ArrowDown');
  await expect(choice.getByRole('radio', { name: 'Once a week, on Monday' })).toBeChecked();
  await expect(page.getByText('Preferences updated')).toBeVisible();
  expect(api.calls('PATCH /api/auth/email-preferences').at(-1)?.body).toEqual({ emailWeekly: true });
});

test('the links inside the settings lead to their sections', async ({ page }) => {
  const links = page.getByRole('navigation', { name: 'On this page' });
  await links.getByRole('link', { name: 'Delete' }).press('Enter');
  await expect(page).toHaveURL('/account/settings#deletion');
  await expect(page.getByRole('heading', { name: 'Delete My Account' })).toBeInViewport();
  await expect(page.getByRole('heading', { name: 'Delete My Account' })).toBeFocused();
});

test('the form for the password names what is missing, and what is wrong', async ({ page, api }) => {
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
  const current = form.getByLabel('Current Password');
  await current.fill('not-my-password');
  await typeNewPassword(form, 'twelve-brave-snails-race');
  await form.getByLabel('Confirm New Password').fill('something else');
  await submit.click();
  await expect(form.getByText("Passwords don't match")).toBeVisible();
  await typeNewPassword(form, 'twelve-brave-snails-race');
  api.refuse('PUT /api/auth/update-password', 400, {
    ...wrong,
    errors: { currentPassword: [wrong.message] },
  });
  await submit.click();
  await expect(form.getByRole('alert')).toHaveText('Failed to Update Password');
  await expect(page.getByText(wrong.message, { exact: true })).toBeInViewport();
  await expect(current).toBeFocused();
  await current.fill(password);
  await expect(form.getByRole('alert')).toBeHidden();
  api.answer('PUT /api/auth/update-password', { success: true });
  await submit.click();
  await expect(form.getByText('Password updated')).toBeVisible();
  await expect(current).toHaveValue('');
});

test('sessions are ended one by one, or all others after the password is asked for', async ({
  page,
  api,
}) => {
  const [here] = recording.answers.member['GET /api/user/sessions']!.body as [AccountSession];
  const elsewhere = { ...here, id: 'elsewhere', device: 'Firefox on Linux', isCurrent: false };
  let listed = [here, elsewhere, { ...elsewhere, id: 'another' }];
  api.answer('GET /api/user/sessions', () => listed);
  await page.reload();
  const sessions = section(page, 'Sessions');
  const rows = sessions.getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: 'This device' })).toHaveCount(1);
  api.on('DELETE /api/user/sessions/{id}', async ({ params }) => {
    listed = listed.filter(({ id }) => id !== params['id']);
    return { status: 200, body: { ended: true } };
  });
  await rows
    .getByRole('button', { name: /^Sign out Firefox on Linux/ })
    .first()
    .click();
  await expect(sessions.getByText('Signed out: Firefox on Linux')).toBeVisible();
  await expect(sessions.getByRole('heading', { name: 'Sessions' })).toBeFocused();
  await expect(rows).toHaveCount(2);

  api.refuse('DELETE /api/user/sessions', 403, { code: 'sign_in_again' });
  await sessions.getByRole('button', { name: 'Sign Out Everywhere Else' }).click();
  const dialog = page.getByRole('dialog', { name: 'Is It Still You?' });
  const go = dialog.getByRole('button', { name: 'Continue' });
  // A password that is too short is not sent.
  await dialog.getByLabel('Password').fill('short');
  await go.click();
  await expect(dialog.getByText(wrong.message)).toBeVisible();
  expect(api.calls('POST /api/auth/me/confirm')).toEqual([]);
  api.refuse('POST /api/auth/me/confirm', 400, wrong);
  await dialog.getByLabel('Password').fill('not this password');
  await go.click();
  await expect(dialog.getByText(wrong.message)).toBeVisible();
  api.answer('POST /api/auth/me/confirm', undefined, { status: 204 });
  api.on('DELETE /api/user/sessions', async () => {
    listed = [here];
    return { status: 200, body: { ended: 1 } };
  });
  await dialog.getByLabel('Password').fill(password);
  await go.click();
  await expect(sessions.getByText('Signed out everywhere else')).toBeVisible();
  await expect(rows).toHaveCount(1);
});

test('an export that fails says so, and one that needs the password goes on with it', async ({
  page,
  api,
}) => {
  const button = page.getByRole('button', { name: 'Export My Data' });
  api.cut('GET /api/user/export');
  await button.click();
  await expect(toast(page, 'Download failed')).toBeVisible();
  api.refuse('GET /api/user/export', 403, { code: 'sign_in_again' });
  api.on('POST /api/auth/me/confirm', async () => {
    const name = 'attachment; filename="footnote-export.zip"';
    const headers = { 'content-type': 'application/zip', 'content-disposition': name };
    api.on('GET /api/user/export', async () => ({ status: 200, headers, body: 'a zip' }));
    return { status: 204 };
  });
  const download = page.waitForEvent('download');
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Is It Still You?' });
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  expect((await download).suggestedFilename()).toBe('footnote-export.zip');
  await expect(page.getByText('Your data is in your downloads')).toBeVisible();
});

test('the focus is where the person goes on while they delete the account, and keep it', async ({
  page,
  api,
}) => {
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
  api.refuse('POST /api/user/deletion', 400, wrong);
  await dialog.getByLabel('Password').fill('not-my-password');
  await submit.click();
  await expect(dialog.getByRole('alert')).toHaveText(wrong.message);
  api.answer('POST /api/user/deletion', { ...me, deletionDueAt: '2035-05-30T14:00:00.000Z' });
  await dialog.getByLabel('Password').fill(password);
  await submit.click();
  await expect(dialog).toBeHidden();
  const heading = page.getByRole('heading', { name: 'Delete My Account' });
  await expect(heading).toBeFocused();
  await expect(toast(page, 'Your account will be deleted')).toContainText('We have mailed you the date.');
  const keep = section(page, 'Delete My Account').getByRole('button', { name: 'Keep my account' });
  api.answer('DELETE /api/user/deletion', me);
  await keep.press('Enter');
  await expect(heading).toBeFocused();
  await expect(opener).toBeVisible();
});
