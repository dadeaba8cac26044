import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { call } from './support/api.ts';
import { hold } from './support/hold.ts';
import { photoWithLocation } from './support/photo.ts';
import { test } from './support/site.ts';
import { logIn, newName, password, profileMenu, register, sendLogin, signUp } from './support/visitor.ts';

const bio = (page: Page) => page.getByLabel('Bio');
const name = (page: Page) => page.getByLabel('Display Name');

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save Changes' }).click();
}

/** Ends every other session of the account from another browser. */
async function endSessions(request: APIRequestContext, email: string): Promise<void> {
  const login = await call({ request }, 'POST', '/api/auth/login', { email, password });
  expect(login.status()).toBe(200);
  const ended = await call({ request }, 'DELETE', '/api/user/sessions');
  expect(ended.ok()).toBe(true);
}

test('saving one field does not overwrite a field that another tab has saved', async ({
  user: page,
  context,
}) => {
  const chosen = newName('Sunny');
  await page.goto('/profile/settings');
  const other = await context.newPage();
  await other.goto('/profile/settings');
  await bio(other).fill('Written in the other tab.');
  await save(other);
  await expect(other.getByText('Profile updated')).toBeVisible();
  await name(page).fill(chosen);
  await save(page);
  await expect(page.getByText('Profile updated')).toBeVisible();
  await expect(bio(page)).toHaveValue('Written in the other tab.');
  await page.reload();
  await expect(name(page)).toHaveValue(chosen);
  await expect(bio(page)).toHaveValue('Written in the other tab.');
});

test('input during a save is kept and counts as unsaved', async ({ user: page }) => {
  const chosen = newName('Sunny');
  await page.goto('/profile/settings');
  const { release } = await hold(page, '**/api/user/profile');
  await name(page).fill(` ${chosen} `);
  await bio(page).fill('Barefoot.');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('button', { name: 'Saving…' })).toBeVisible();
  await bio(page).fill('Barefoot since 1999.');
  release();
  await expect(page.getByText('Profile updated')).toBeVisible();
  await expect(name(page)).toHaveValue(chosen);
  await expect(bio(page)).toHaveValue('Barefoot since 1999.');
  await page.getByRole('banner').getByRole('link', { name: 'Leaderboard' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  // The success message of the first save may still be visible.
  const answer = page.waitForResponse('**/api/user/profile');
  await save(page);
  expect((await answer).status()).toBe(200);
  await expect(page.getByText('Profile updated')).toBeVisible();
  await page.reload();
  await expect(bio(page)).toHaveValue('Barefoot since 1999.');
});

test('a name that looks like that of another person is rejected at its field', async ({
  user: page,
  other,
}) => {
  const chosen = newName('Sunny');
  const data = { displayUsername: chosen };
  expect((await call(other, 'PATCH', '/api/user/profile', data)).status()).toBe(200);

  await page.goto('/profile/settings');
  await name(page).fill(chosen.toUpperCase().replace('U', '\u03c5'));
  await save(page);
  await expect(name(page)).toBeFocused();
  await expect(name(page)).toHaveAccessibleDescription(/This name is too similar to another person's name\./);
  await name(page).fill(newName('Sunny'));
  await save(page);
  await expect(page.getByText('Profile updated')).toBeVisible();
});

test('the question about leaving closes itself when the save completes', async ({ user: page }) => {
  await page.goto('/profile/settings');
  const { release } = await hold(page, '**/api/user/profile');
  await bio(page).fill('Barefoot.');
  await save(page);
  await page.getByRole('banner').getByRole('link', { name: 'Leaderboard' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
  release();
  await expect(page).toHaveURL('/leaderboard');
  await expect(page.getByRole('heading', { name: 'Leaderboard', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(bio(page)).toHaveValue('Barefoot.');
});

test.describe('when the session has ended elsewhere', () => {
  /** Types a bio and saves it after the session has ended, which leads to the login. */
  async function loseSession(page: Page, elsewhere: APIRequestContext): Promise<string> {
    const email = await signUp(page);
    await page.goto('/profile/settings');
    await bio(page).fill('Typed before the session ended.');
    await endSessions(elsewhere, email);
    await save(page);
    await expect(page).toHaveURL(/\/login/);
    return email;
  }

  test('the input is restored after the same person logs in', async ({ page, request }) => {
    const email = await loseSession(page, request);
    await sendLogin(page, email);
    await expect(page).toHaveURL('/profile/settings');
    await expect(bio(page)).toHaveValue('Typed before the session ended.');
    await save(page);
    await expect(page.getByText('Profile updated')).toBeVisible();
    await page.reload();
    await expect(bio(page)).toHaveValue('Typed before the session ended.');
  });

  test('the input is restored if another request noticed the end of the session', async ({
    page,
    email,
    request,
  }) => {
    await page.goto('/profile/settings');
    await bio(page).fill('Typed before the session ended.');
    await endSessions(request, email);
    const file = { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await photoWithLocation() };
    await page.getByLabel('Profile picture', { exact: true }).setInputFiles(file);
    await page.getByRole('button', { name: 'Save Picture' }).click();
    await expect(page).toHaveURL(/\/login/);
    await logIn(page, email);
    await page.goto('/profile/settings');
    await expect(bio(page)).toHaveValue('Typed before the session ended.');
  });

  test('the input is not restored after the person chose to leave', async ({ page, request }) => {
    const email = await loseSession(page, request);
    await logIn(page, email);
    await page.goto('/profile/settings');
    await expect(bio(page)).toHaveValue('Typed before the session ended.');
    await page.getByRole('banner').getByRole('link', { name: 'Leaderboard' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByRole('heading', { name: 'Leaderboard', level: 1 })).toBeVisible();
    await page.goBack();
    await expect(bio(page)).toHaveValue('');
  });

  test('another person who logs in does not see the input', async ({ page, request }) => {
    await loseSession(page, request);
    await register(page);
    await page.goto('/profile/settings');
    await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible();
    await expect(bio(page)).toHaveValue('');
  });
});

test.describe('unsaved changes', () => {
  const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' });

  /** Visits the home page and the leaderboard, types in the profile, and goes back. */
  async function typeAfterTwoPages(page: Page): Promise<void> {
    await signUp(page);
    await page.goto('/');
    await page.getByRole('banner').getByRole('link', { name: 'Leaderboard' }).click();
    await expect(page).toHaveURL('/leaderboard');
    await profileMenu(page).click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await bio(page).fill('Not saved yet.');
    await page.evaluate(() => history.back());
    await expect(question(page)).toBeVisible();
    await expect(page).toHaveURL('/leaderboard');
  }

  test('still raise the question after another step back instead of an answer', async ({ page }) => {
    await typeAfterTwoPages(page);
    await page.evaluate(() => history.back());
    await expect(page).toHaveURL('/');
    await question(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL('/profile/settings');
    await expect(bio(page)).toHaveValue('Not saved yet.');
    await page.evaluate(() => history.back());
    await question(page).getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL('/leaderboard');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leaderboard');
  });

  test('are kept by a step forward, and raise the question at the next step back', async ({ page }) => {
    await typeAfterTwoPages(page);
    await page.evaluate(() => history.forward());
    await expect(question(page)).toBeHidden();
    await expect(page).toHaveURL('/profile/settings');
    await expect(bio(page)).toHaveValue('Not saved yet.');
    await page.evaluate(() => history.back());
    await question(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL('/profile/settings');
    await expect(bio(page)).toHaveValue('Not saved yet.');
  });

  test('raise the question of the browser if a second step back leaves the site', async ({ user: page }) => {
    await page.goto('/privacypolicy');
    await page.goto('/');
    await profileMenu(page).click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await bio(page).pressSequentially('Not saved yet.');
    await page.evaluate(() => history.back());
    await expect(question(page)).toBeVisible();
    const asked = page.waitForEvent('dialog');
    await page.evaluate(() => history.back());
    const browsers = await asked;
    expect(browsers.type()).toBe('beforeunload');
    await browsers.dismiss();
    await question(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL('/profile/settings');
    await expect(bio(page)).toHaveValue('Not saved yet.');
  });
});
