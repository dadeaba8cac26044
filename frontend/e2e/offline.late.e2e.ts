import { expect, type Page } from '@playwright/test';
import { comments, like, open, toast } from './support/community.ts';
import { scriptOf } from './support/opening.ts';
import { test } from './support/site.ts';
import { newEmail, password, profileMenu, register, typeNewPassword } from './support/visitor.ts';

// A context of its own: what tests of other files have loaded must not come from its HTTP cache.
test.use({ contextOptions: { serviceWorkers: 'block' } });

const offline = 'You are offline. Please try again when you are connected.';

/** Records method and path of every request from now on that is not a GET. */
function changes(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') seen.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return seen;
}

/** Goes online, and waits until the page has received the event and started its reactions to it. */
async function reconnect(page: Page): Promise<void> {
  await page.evaluate(() => {
    const isBack = new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
    Object.assign(window, { isBack });
  });
  await page.context().setOffline(false);
  await page.evaluate(() => Object(window).isBack.then(() => undefined));
  // A queued call would be sent before this one.
  await page.evaluate(() => fetch('/health/ready').then(() => undefined));
}

test('a login without a network fails and is not sent later', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByLabel('Password').fill(password);
  await page.context().setOffline(true);
  const submit = page.getByRole('main').getByRole('button', { name: 'Login' });
  await submit.click();
  await expect(page.getByRole('alert')).toHaveText(offline);
  await expect(submit).toBeEnabled();
  const sent = changes(page);
  await reconnect(page);
  expect(sent).toEqual([]);
});

test('a logout without a network fails, and the person stays signed in', async ({ user: page }) => {
  await page.goto('/leaderboard');
  await profileMenu(page).click();
  await page.context().setOffline(true);
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(toast(page, 'Logout failed')).toBeVisible();
  await expect(profileMenu(page)).toBeVisible();
  await expect(page).toHaveURL('/leaderboard');
});

test('a failed session check without a network does not sign out', async ({ page }) => {
  await register(page);
  await page.goto('/profile/settings');
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible();
  await page.context().setOffline(true);
  const failed = page.waitForEvent('console', (message) => message.text().startsWith('Session check failed'));
  // For an unverified account, returning to the tab triggers a session check.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await failed;
  await page.evaluate(() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve))));
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible();
  await expect(profileMenu(page)).toBeVisible();
});

test('the settings show errors without a network, and send nothing later', async ({ user: page }) => {
  await page.goto('/account/settings');
  await expect(page.getByRole('list', { name: 'Sessions' }).getByText('This device')).toBeVisible();
  const remove = page.getByRole('button', { name: 'Delete My Account…' });
  const dialog = page.getByRole('dialog');
  // The code of the dialogs is loaded at the first act.
  await remove.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await page.context().setOffline(true);
  const sent = changes(page);

  const ratings = page.getByRole('switch', { name: 'Ratings' });
  await ratings.click();
  await expect(toast(page, 'Failed to Update Preferences')).toBeVisible();
  await expect(ratings).toBeChecked();

  await page.getByLabel('Current Password').fill(password);
  await typeNewPassword(page, 'a longer walk at dawn');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(page.getByText(`Failed to Update Password${offline}`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Update Password' })).toBeEnabled();

  await page.getByRole('button', { name: 'Export My Data' }).click();
  await expect(toast(page, 'Download failed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export My Data' })).toBeEnabled();

  await remove.click();
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Delete My Account' }).click();
  await expect(dialog.getByText(offline)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();

  sent.length = 0;
  await reconnect(page);
  expect(sent).toEqual([]);
  await page.reload();
  await expect(remove).toBeVisible();
  await expect(ratings).toBeChecked();
});

test('saving the profile without a network shows an error and keeps the input', async ({ user: page }) => {
  await page.goto('/profile/settings');
  await page.getByLabel('Bio').fill('Barefoot since 1999.');
  await page.context().setOffline(true);
  const save = page.getByRole('button', { name: 'Save Changes' });
  await save.click();
  await expect(toast(page, 'No connection')).toContainText(offline);
  await expect(save).toBeEnabled();
  await expect(page.getByLabel('Bio')).toHaveValue('Barefoot since 1999.');
});

test('likes, comments and deletions without a network show errors and are not sent later', async ({
  user: page,
  ownPost: id,
}) => {
  await open(page, id);
  await expect(comments(page).getByLabel('Add a comment')).toBeVisible();
  await page.context().setOffline(true);
  await like(page).click();
  await expect(toast(page, 'No connection')).toContainText(offline);
  await expect(page.getByRole('button', { name: '0 likes' })).toHaveAttribute('aria-pressed', 'false');
  await page.getByLabel('Add a comment').fill('Into the void.');
  await page.getByRole('button', { name: 'Post Comment' }).click();
  await expect(toast(page, 'Failed to post comment')).toBeVisible();
  await expect(page.getByLabel('Add a comment')).toHaveValue('Into the void.');
  const sent = changes(page);
  await reconnect(page);
  expect(sent).toEqual([]);

  await page.goto('/my-posts');
  await page.getByRole('button', { name: /^Delete the post of/ }).click();
  await page.context().setOffline(true);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Failed to Delete')).toBeVisible();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  sent.length = 0;
  await reconnect(page);
  expect(sent).toEqual([]);
  expect((await page.request.get(`/api/posts/${id}`)).status()).toBe(200);
});

test('a page that cannot be loaded offline says so and loads by itself, and unsent input is kept', async ({
  user: page,
  ownPost: id,
}) => {
  await open(page, id);
  await page.getByLabel('Add a comment').fill('Half a thought.');
  await page.context().setOffline(true);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { name: 'Privacy Policy', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Add a comment')).toHaveValue('Half a thought.');
});

test('a missing chunk after a deploy reloads the site once', async ({ page }) => {
  await page.goto('/');
  await page.route(`**${await scriptOf('privacypolicy')}`, (route) =>
    route.fulfill({ status: 404, json: { message: 'There is nothing here.' } }),
  );
  // The version check finds a newer version.
  await page.route('/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/newer.js">' }),
  );
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click();
  await expect.poll(() => loads).toBe(1);
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  expect(loads).toBe(1);
});
