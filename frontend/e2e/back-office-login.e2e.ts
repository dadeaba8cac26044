import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { adminPassword, codeAt, loginPathOf, newAdmin, signInAdmin } from './support/admins.ts';
import { call } from './support/api.ts';
import { seriousFindings } from './support/axe.ts';
import { toast } from './support/community.ts';
import { moveClock } from './support/server.ts';
import { test } from './support/site.ts';

const PERIOD_MS = 30_000;

async function typeIn(page: Page, username: string, password = adminPassword): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** Connects an authenticator app to the login of the page's admin. Returns its secret. */
async function connectApp(page: Page): Promise<string> {
  const { secret, offer } = await (await call(page, 'POST', '/api/rtm-sys/totp/offer')).json();
  const data = { currentPassword: adminPassword, offer, code: codeAt(secret, Date.now()) };
  const answer = await call(page, 'POST', '/api/rtm-sys/totp', data);
  expect(answer.status()).toBe(200);
  return secret;
}

test('an admin signs in with password and code, and out again', async ({ page }) => {
  const username = await newAdmin('moderator');
  await signInAdmin(page, username);
  const secret = await connectApp(page);
  await call(page, 'POST', '/api/rtm-sys/logout');
  const login = await loginPathOf(page);

  await page.goto('/rtm-sys');
  await expect(page).toHaveURL(login);
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Username is required')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();
  await typeIn(page, username, 'not the password');
  await expect(toast(page, 'Login failed')).toContainText('Invalid credentials');
  await typeIn(page, username);
  const code = page.getByLabel('Code');
  await expect(code).toBeFocused();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await seriousFindings(page)).toEqual([]);
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Login failed')).toContainText('This code is not valid.');
  // A code works once: the clock moves on to the next one.
  await moveClock(PERIOD_MS);
  await code.fill(codeAt(secret, Date.now() + PERIOD_MS));
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Login successful')).toBeVisible();
  await expect(page).toHaveURL('/rtm-sys/posts');
  await moveClock(-PERIOD_MS);

  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByText(username)).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(login);
  expect((await page.request.get('/api/rtm-sys/me')).status()).toBe(401);
});

test('an admin of finance lands on a page that they may open', async ({ page }) => {
  const username = await newAdmin('finance');
  await page.goto(await loginPathOf(page));
  await typeIn(page, username);
  await expect(toast(page, 'Login successful')).toBeVisible();
  await expect(page).toHaveURL('/rtm-sys/boosts');
  await expect(page.getByText('No boosts here.')).toBeVisible();
});

test('a session that ended elsewhere leads to the login and says so, and the site stays signed in', async ({
  user: page,
}) => {
  await signInAdmin(page, await newAdmin('owner'));
  await page.goto('/rtm-sys/account');
  await page.getByRole('button', { name: 'Connect an App' }).waitFor();
  await call(page, 'POST', '/api/rtm-sys/logout');
  await page.getByRole('button', { name: 'Connect an App' }).click();
  await expect(page).toHaveURL(await loginPathOf(page));
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  await expect(page.getByText('Your session has ended.')).toBeHidden();
  expect((await page.request.get('/api/auth/me')).status()).toBe(200);
});

test('the path of the login is in no file of the frontend, and marked on its own page only', async ({
  page,
}) => {
  const login = await loginPathOf(page);
  const folder = path.join(import.meta.dirname, '../dist');
  for (const file of await readdir(folder, { recursive: true })) {
    if (!/\.(js|css|html)$/.test(file)) continue;
    expect(await readFile(path.join(folder, file), 'utf8'), file).not.toContain(login);
  }
  for (const [address, marks] of [
    [login, 1],
    ['/', 0],
    ['/login', 0],
    ['/nowhere', 0],
  ] as const) {
    const html = await (await page.request.get(address)).text();
    expect(html.split('back-office-login').length - 1, address).toBe(marks);
  }
});

test('where the entry is hidden, visitors see the page for unknown addresses', async ({ page }) => {
  // As a server with a hidden entry answers.
  await page.route('**/api/rtm-sys/entry', (route) => route.fulfill({ json: { login: null } }));
  await page.goto('/');
  await page.evaluate(() => history.pushState({}, '', '/rtm-sys/users'));
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page).toHaveURL('/rtm-sys/users');
});
