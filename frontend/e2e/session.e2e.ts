import { expect, type Page } from '@playwright/test';
import { toast } from './support/community.ts';
import { noteFocus } from './support/passing.ts';
import { test } from './support/site.ts';
import { enter, newEmail, newSeed, password, publish, signUp, verificationLink } from './support/visitor.ts';

const profile = (page: Page) => page.getByRole('button', { name: /^Profile menu/ });

async function register(page: Page): Promise<string> {
  const email = newEmail();
  await page.goto('/register');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('heading', { name: 'Check Your Email!' })).toBeVisible();
  return email;
}

test.beforeEach(({ page }) => enter(page));

for (const path of ['/login', '/register']) {
  test(`${path} leads whoever is signed in home`, async ({ page }) => {
    await signUp(page);
    await page.goto(path);
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { name: 'Put your best foot forward.' })).toBeVisible();
  });
}

test('what is said after registering stays, and leads home', async ({ page }) => {
  await register(page);
  await expect(profile(page)).toBeVisible();
  // Now that somebody is signed in, the foot of the page has links for them.
  const foot = page.getByRole('contentinfo');
  await expect(foot.getByRole('link', { name: 'Register' })).toBeHidden();
  await expect(foot.getByRole('link', { name: 'Login' })).toBeHidden();
  await expect(foot.getByRole('link', { name: 'My Posts' })).toHaveAttribute('href', '/my-posts');
  await expect(foot.getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/profile/settings');
  await foot.getByRole('link', { name: 'Leaderboard' }).hover();
  await expect(page.getByRole('heading', { name: 'Check Your Email!' })).toBeVisible();
  await expect(page).toHaveURL('/register');
  await expect(
    page.getByText('You are already logged in here, so it takes you to the home page.'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Go to Login' }).click();
  await expect(page).toHaveURL('/');
});

test('a step back after logging in leads to the page before the form', async ({ page, browser }) => {
  const other = await browser.newPage();
  const email = await signUp(other);
  await other.close();
  await page.goto('/leaderboard');
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(page).toHaveURL('/leaderboard');
});

test('the forms stand while the session cannot be checked', async ({ page }) => {
  await page.route('**/api/auth/me', (route) => route.abort());
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
});

test('a used link does no harm to whoever has used it', async ({ page }) => {
  const link = await verificationLink(page.request, await register(page));
  const focused = await noteFocus(page);
  await page.goto(link);
  await focused('Email Verified!');
  await expect(page).toHaveURL('/');
  await page.goto(link);
  await focused('Email Verified!');
  await expect(page).toHaveURL('/');
  await expect(profile(page)).toBeVisible();
});

test('a link that is no good does not pretend that a living session has ended', async ({ page }) => {
  await signUp(page);
  await page.goto('/verify-email?token=no-good');
  await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible();
  await expect(profile(page)).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeHidden();
});

test('a session that has ended is cleared when a link is no good', async ({ page }) => {
  await signUp(page);
  // Ends while the link is redeemed.
  await page.route('**/api/auth/verify-email', async (route) => {
    await expect(profile(page)).toBeVisible();
    await page.context().clearCookies();
    await route.continue();
  });
  await page.goto('/verify-email?token=no-good');
  await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(profile(page)).toBeHidden();
});

test('a check that was asked before the link was used, and answers after it, signs nobody out', async ({
  page,
  browser,
}) => {
  const other = await browser.newPage();
  await enter(other);
  const link = await verificationLink(other.request, await register(other));
  await other.close();
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: verified, resolve: release } = Promise.withResolvers<void>();
  let answered = false;
  await page.route('**/api/auth/me', async (route) => {
    const response = await route.fetch();
    expect(response.status()).toBe(401);
    ask();
    await verified;
    await route.fulfill({ response });
    answered = true;
  });
  await page.route('**/api/auth/verify-email', async (route) => {
    await asked;
    await route.continue();
  });
  const focused = await noteFocus(page);
  await page.goto(link);
  await focused('Email Verified!');
  release();
  await expect.poll(() => answered).toBe(true);
  await expect(page).toHaveURL('/');
  await expect(profile(page)).toBeVisible();
});

test('a page that the browser had put by shows nothing more of somebody who is signed out', async ({
  page,
}) => {
  const email = await signUp(page);
  await page.goto('/account/settings');
  await expect(page.getByText(email)).toBeVisible();
  await page.context().clearCookies();
  // As it comes from the cache of pages, which browsers under test have not.
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(page).toHaveURL('/login?next=%2Faccount%2Fsettings');
  await expect(page.getByText(email)).toBeHidden();
  await expect(profile(page)).toBeHidden();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 } });

  async function logOut(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page
      .getByRole('navigation', { name: 'Menu' })
      .getByRole('button', { name: /^Logout/ })
      .click();
  }

  for (const from of ['/my-posts', '/profile/settings', '/account/settings', '/leaderboard']) {
    test(`the menu logs out and leads home from ${from}`, async ({ page }) => {
      await signUp(page);
      const id = from === '/my-posts' ? await publish(page, newSeed()) : undefined;
      await page.goto(from);
      if (id) await expect(page.locator(`a[href="/post/${id}"]`)).toBeVisible();
      await logOut(page);
      await expect(page).toHaveURL('/');
      await expect(page.getByRole('heading', { name: 'Put your best foot forward.' })).toBeVisible();
      await expect(page.getByRole('button', { name: /^Delete the post of/ })).toBeHidden();
      await page.getByRole('button', { name: 'Open menu' }).click();
      const menu = page.getByRole('navigation', { name: 'Menu' });
      await expect(menu.getByRole('link', { name: 'Login' })).toBeVisible();
      await expect(menu.getByRole('button', { name: /^Logout/ })).toBeHidden();
    });
  }

  test('a logout by the menu that fails says so, and keeps the person signed in', async ({ page }) => {
    await signUp(page);
    await page.goto('/my-posts');
    await expect(page.getByText('No posts yet')).toBeVisible();
    await page.route('**/api/auth/logout', (route) => route.abort());
    await logOut(page);
    await expect(toast(page, 'Logout failed')).toContainText('Please try again.');
    await expect(page).toHaveURL('/my-posts');
    await expect(page.getByText('No posts yet')).toBeVisible();
  });
});
