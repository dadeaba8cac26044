import { expect, type Page } from '@playwright/test';
import { photoWithLocation } from './support/photo.ts';
import { test } from './support/site.ts';
import { enter, logIn, newEmail, newSeed, password, signUp } from './support/visitor.ts';

const headers = { 'sec-fetch-site': 'same-origin' };

const bio = (page: Page) => page.getByLabel('Bio');
const name = (page: Page) => page.getByLabel('Display Name');

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save Changes' }).click();
}

/** Ends every session of this person, from another browser. */
async function endSessions(page: Page, email: string): Promise<void> {
  const elsewhere = await page.context().browser()!.newContext();
  const { request } = elsewhere;
  const login = await request.post('/api/auth/login', { headers, data: { email, password } });
  expect(login.status()).toBe(200);
  const ended = await request.delete('/api/user/sessions', { headers });
  expect(ended.ok()).toBe(true);
  await elsewhere.close();
}

test.beforeEach(({ page }) => enter(page));

test('what another tab has saved is not undone by saving something else', async ({ page, context }) => {
  await signUp(page);
  await page.goto('/profile/settings');
  const other = await context.newPage();
  await enter(other);
  await other.goto('/profile/settings');
  await bio(other).fill('Written in the other tab.');
  await save(other);
  await expect(other.getByText('Profile updated')).toBeVisible();
  await name(page).fill('Sunny Sole');
  await save(page);
  await expect(page.getByText('Profile updated')).toBeVisible();
  await expect(bio(page)).toHaveValue('Written in the other tab.');
  await page.reload();
  await expect(name(page)).toHaveValue('Sunny Sole');
  await expect(bio(page)).toHaveValue('Written in the other tab.');
});

test('what is typed while saving stays, and is not saved yet', async ({ page }) => {
  await signUp(page);
  await page.goto('/profile/settings');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/user/profile', async (route) => {
    await released;
    await route.continue();
  });
  await name(page).fill(' Sunny Sole ');
  await bio(page).fill('Barefoot.');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('button', { name: 'Saving…' })).toBeVisible();
  await bio(page).fill('Barefoot since 1999.');
  release();
  await expect(page.getByText('Profile updated')).toBeVisible();
  await expect(name(page)).toHaveValue('Sunny Sole');
  await expect(bio(page)).toHaveValue('Barefoot since 1999.');
  await page.getByRole('banner').getByRole('link', { name: 'Leaderboard' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  // The good news of the first time may still stand there.
  const answer = page.waitForResponse('**/api/user/profile');
  await save(page);
  expect((await answer).status()).toBe(200);
  await expect(page.getByText('Profile updated')).toBeVisible();
  await page.reload();
  await expect(bio(page)).toHaveValue('Barefoot since 1999.');
});

test('the question about leaving answers itself once what was being saved is saved', async ({ page }) => {
  await signUp(page);
  await page.goto('/profile/settings');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/user/profile', async (route) => {
    await released;
    await route.continue();
  });
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
  /** Types a bio, saves it in a session that is over, and so comes to the login. */
  async function loseSession(page: Page): Promise<string> {
    const email = await signUp(page);
    await page.goto('/profile/settings');
    await bio(page).fill('Typed before the session ended.');
    await endSessions(page, email);
    await save(page);
    await expect(page).toHaveURL(/\/login/);
    return email;
  }

  test('what was typed comes back after the same person has logged in', async ({ page }) => {
    const email = await loseSession(page);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL('/profile/settings');
    await expect(bio(page)).toHaveValue('Typed before the session ended.');
    await save(page);
    await expect(page.getByText('Profile updated')).toBeVisible();
    await page.reload();
    await expect(bio(page)).toHaveValue('Typed before the session ended.');
  });

  test('it comes back also when something else than saving has told so', async ({ page }) => {
    const email = await signUp(page);
    await page.goto('/profile/settings');
    await bio(page).fill('Typed before the session ended.');
    await endSessions(page, email);
    const file = { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await photoWithLocation(newSeed()) };
    await page.getByLabel('Profile picture', { exact: true }).setInputFiles(file);
    await page.getByRole('button', { name: 'Save Picture' }).click();
    await expect(page).toHaveURL(/\/login/);
    await logIn(page, email);
    await page.goto('/profile/settings');
    await expect(bio(page)).toHaveValue('Typed before the session ended.');
  });

  test('it does not come back once it was left on purpose', async ({ page }) => {
    const email = await loseSession(page);
    await logIn(page, email);
    await page.goto('/profile/settings');
    await expect(bio(page)).toHaveValue('Typed before the session ended.');
    await page.getByRole('banner').getByRole('link', { name: 'Leaderboard' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByRole('heading', { name: 'Leaderboard', level: 1 })).toBeVisible();
    await page.goBack();
    await expect(bio(page)).toHaveValue('');
  });

  test('somebody else who logs in does not see it', async ({ page }) => {
    await loseSession(page);
    const data = { email: newEmail(), password };
    expect((await page.request.post('/api/auth/register', { headers, data })).status()).toBe(201);
    await page.goto('/profile/settings');
    await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible();
    await expect(bio(page)).toHaveValue('');
  });
});

test.describe('changes that were not saved', () => {
  const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' });

  /** Comes by way of the home page and the leaderboard, and types. */
  async function typeAfterTwoPages(page: Page): Promise<void> {
    await signUp(page);
    await page.goto('/');
    await page.getByRole('banner').getByRole('link', { name: 'Leaderboard' }).click();
    await expect(page).toHaveURL('/leaderboard');
    await page.getByRole('button', { name: /^Profile menu/ }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await bio(page).fill('Not saved yet.');
    await page.evaluate(() => history.back());
    await expect(question(page)).toBeVisible();
    await expect(page).toHaveURL('/leaderboard');
  }

  test('are asked about still when the question is answered by another step back', async ({ page }) => {
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

  test('are kept by a step forward, and asked about at the next step back', async ({ page }) => {
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

  test('are asked about by the browser when a second step back leads out of the site', async ({ page }) => {
    await signUp(page);
    await page.goto('/privacypolicy');
    await page.goto('/');
    await page.getByRole('button', { name: /^Profile menu/ }).click();
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
