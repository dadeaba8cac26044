import { expect, type Page } from '@playwright/test';
import { toast } from './support/community.ts';
import { hold } from './support/hold.ts';
import { noteFocus } from './support/passing.ts';
import { sweep } from './support/scope.ts';
import { test } from './support/site.ts';
import {
  newEmail,
  password,
  profileMenu,
  publish,
  sendLogin,
  sendRegistration,
  verificationLink,
} from './support/visitor.ts';

async function registerOnScreen(page: Page): Promise<string> {
  await page.goto('/register');
  const email = await sendRegistration(page);
  await expect(page.getByRole('heading', { name: 'Check Your Email!' })).toBeVisible();
  return email;
}

for (const path of sweep(['/login', '/register'], (page) => page, ['/register'])) {
  test(`${path} leads a signed-in person to the home page`, async ({ user: page }) => {
    await page.goto(path);
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { name: 'Put your best foot forward.' })).toBeVisible();
  });
}

test('the message after registering stays on screen and links to the home page', async ({ page }) => {
  await registerOnScreen(page);
  await expect(profileMenu(page)).toBeVisible();
  // The person is signed in now, so the footer has the links for signed-in people.
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

test('forms take what a password manager writes into their fields without an event', async ({
  page,
  other,
}) => {
  const write = async (values: Record<string, string>): Promise<void> => {
    for (const [label, value] of Object.entries(values)) {
      await page.getByLabel(label, { exact: true }).evaluate((input, text) => {
        // As from a script of an extension: React notices a write to the property of the page.
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text);
      }, value);
    }
  };
  await page.goto('/register');
  await write({ Email: newEmail(), Password: password, 'Confirm Password': password });
  await page.mouse.move(9, 9);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByRole('heading', { name: 'Check Your Email!' })).toBeVisible();

  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Login' }).click();
  const missing = page.getByText(/^Please enter /);
  await expect(missing).toHaveCount(2);
  await page.locator('form').evaluate((form) => {
    // As of extensions.
    for (const name of ['', 'token']) form.append(Object.assign(document.createElement('input'), { name }));
  });
  await write({ Email: other.email, Password: password });
  await page.mouse.move(9, 9);
  await expect(missing).toHaveCount(0);
  await page.locator('form [name=token]').fill('of an extension');
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/login'),
  );
  // Enter follows no pointer.
  await page.getByLabel('Password').press('Enter');
  expect((await sent).postDataJSON()).toEqual({ email: other.email, password });
  await expect(page).toHaveURL('/');

  await page.goto('/account/settings');
  const chosen = 'twelve-brave-snails-race';
  const form = page.getByRole('region', { name: 'Change Password' });
  await expect(form.locator('[autocomplete=username]')).toHaveValue(other.email);
  await write({ 'Current Password': password, 'New Password': chosen, 'Confirm New Password': chosen });
  await form.getByRole('button', { name: 'Update Password' }).click();
  await expect(form.getByText('Password updated')).toBeVisible();
});

test('what is typed into the registration before the app is there stays, and counts', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const { release } = await hold(page, '**/assets/*.js');
  await page.goto('/register', { waitUntil: 'commit' });
  for (const label of ['Password', 'Confirm Password']) {
    await page.getByLabel(label, { exact: true }).fill(password);
  }
  await page.getByLabel('Email').fill(newEmail());
  release();
  await expect(page.getByRole('listitem').filter({ hasText: 'Passwords match' })).toContainText('(done)');
  await expect(page.getByRole('button', { name: 'Register' })).toBeEnabled();
  expect(errors).toEqual([]);
});

test('going back after a login leads to the page before the form', async ({ page, other }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto('/leaderboard');
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  // A visitor has no session to ask for, and so no error in the console.
  expect(asked).not.toContain('/api/auth/me');
  await sendLogin(page, other.email);
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(page).toHaveURL('/leaderboard');
});

test('the forms are usable while the session cannot be checked', async ({ page, context, baseURL: url }) => {
  await context.addCookies([{ name: 'member', value: '1', url: url! }]);
  await page.route('**/api/auth/me', (route) => route.abort());
  const checked = page.waitForRequest('**/api/auth/me');
  await page.goto('/login');
  await checked;
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
});

test('opening a used verification link again still shows success', async ({ page }) => {
  const link = await verificationLink(await registerOnScreen(page));
  const focused = await noteFocus(page);
  await page.goto(link);
  await focused('Email Verified!');
  await expect(page).toHaveURL('/');
  await page.goto(link);
  await focused('Email Verified!');
  await expect(page).toHaveURL('/');
  await expect(profileMenu(page)).toBeVisible();
});

test('an invalid link does not make a valid session look ended', async ({ user: page }) => {
  await page.goto('/verify-email?token=no-good');
  await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible();
  await expect(profileMenu(page)).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeHidden();
});

test('an invalid link clears a session that has ended', async ({ user: page }) => {
  // The session ends during the verification request.
  await page.route('**/api/auth/verify-email', async (route) => {
    await expect(profileMenu(page)).toBeVisible();
    await page.context().clearCookies();
    await route.continue();
  });
  await page.goto('/verify-email?token=no-good');
  await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(profileMenu(page)).toBeHidden();
});

test('a session check from before the verification does not sign out when it answers later', async ({
  page,
}) => {
  const link = await verificationLink(await registerOnScreen(page));
  // The browser still knows that it has registered.
  await page.context().clearCookies({ name: 'session' });
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
  await expect(profileMenu(page)).toBeVisible();
});

test('a page from the back-forward cache shows nothing of a person who has signed out', async ({
  page,
  email,
}) => {
  await page.goto('/account/settings');
  await expect(page.getByText(email)).toBeVisible();
  await page.context().clearCookies();
  // Simulates the back-forward cache, which browsers under test do not have.
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(page).toHaveURL('/login?next=%2Faccount%2Fsettings');
  await expect(page.getByText(email)).toBeHidden();
  await expect(profileMenu(page)).toBeHidden();
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

  const pages = ['/my-posts', '/profile/settings', '/account/settings', '/leaderboard'];
  for (const from of sweep(pages, (page) => page, ['/my-posts', '/account/settings'])) {
    test(`the menu logs out and leads from ${from} to the home page (V7.4.4)`, async ({ user: page }) => {
      const id = from === '/my-posts' ? await publish(page) : undefined;
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

  test('a failed logout from the menu shows an error, and the person stays signed in', async ({
    user: page,
  }) => {
    await page.goto('/my-posts');
    await expect(page.getByText('No posts yet')).toBeVisible();
    await page.route('**/api/auth/logout', (route) => route.abort());
    await logOut(page);
    await expect(toast(page, 'Logout failed')).toContainText('Please try again.');
    await expect(page).toHaveURL('/my-posts');
    await expect(page.getByText('No posts yet')).toBeVisible();
  });
});
