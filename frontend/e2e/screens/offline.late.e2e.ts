import { expect, type Page } from '@playwright/test';
import { comments, like, toast } from '../support/community.ts';
import { scriptOf } from '../support/opening.ts';
import { me } from '../support/screen-answers.ts';
import { known, test } from '../support/screen.ts';
import { watchRequests } from '../support/settled.ts';
import { password, profileMenu, typeNewPassword } from '../support/visitor.ts';

// A context of its own: what tests of other files have loaded must not come from its HTTP cache.
test.use({ contextOptions: { serviceWorkers: 'block' } });

const offline = 'You are offline. Please try again when you are connected.';

/** Goes offline. Returns a function that goes online, and expects that nothing is sent then that was not before. */
async function goOffline(page: Page): Promise<() => Promise<void>> {
  await page.context().setOffline(true);
  return async () => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    await page.evaluate(() => {
      const isBack = new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
      Object.assign(window, { isBack });
    });
    await page.context().setOffline(false);
    await page.evaluate(() => Object(window).isBack.then(() => undefined));
    // A queued call would be sent before this one.
    await page.evaluate(() => fetch('/health/live').then(() => undefined));
    expect(sent).toEqual([]);
  };
}

test('a login fails and is not sent later', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(me.email);
  await page.getByLabel('Password').fill(password);
  const goOnline = await goOffline(page);
  const submit = page.getByRole('main').getByRole('button', { name: 'Login' });
  await submit.click();
  await expect(page.getByRole('alert')).toHaveText(offline);
  await expect(submit).toBeEnabled();
  await goOnline();
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

test.describe('for a member', () => {
  test.use({ viewer: 'member' });

  test('a logout fails, and so does the save of a profile, which keeps the input', async ({ page }) => {
    await page.goto('/profile/settings');
    await page.getByLabel('Bio').fill('Barefoot since 1999.');
    await profileMenu(page).click();
    const goOnline = await goOffline(page);
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(toast(page, 'Logout failed')).toBeVisible();
    await expect(profileMenu(page)).toBeVisible();
    const save = page.getByRole('button', { name: 'Save Changes' });
    await save.click();
    await expect(toast(page, 'No connection')).toContainText(offline);
    await expect(save).toBeEnabled();
    await expect(page.getByLabel('Bio')).toHaveValue('Barefoot since 1999.');
    await goOnline();
  });

  test('a failed session check does not sign out', async ({ page, api }) => {
    api.answer('GET /api/auth/me', { ...me, emailVerified: false });
    await page.goto('/profile/settings');
    const save = page.getByRole('button', { name: 'Save Changes' });
    await expect(save).toBeVisible();
    await page.context().setOffline(true);
    const failed = page.waitForEvent('console', (message) =>
      message.text().startsWith('Session check failed'),
    );
    // For an unverified account, returning to the tab triggers a session check.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await failed;
    await page.evaluate(() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve))));
    await expect(save).toBeVisible();
    await expect(profileMenu(page)).toBeVisible();
  });

  test('the settings show errors, and send nothing later', async ({ page }) => {
    await page.goto('/account/settings');
    const remove = page.getByRole('button', { name: 'Delete My Account…' });
    const dialog = page.getByRole('dialog');
    // The code of the dialogs is loaded at the first act.
    await remove.click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    const goOnline = await goOffline(page);
    const ratings = page.getByRole('switch', { name: 'Ratings' });
    await ratings.click();
    await expect(toast(page, 'Failed to Update Preferences')).toBeVisible();
    await expect(ratings).toBeChecked();
    await page.getByLabel('Current Password').fill(password);
    await typeNewPassword(page, 'a longer walk at dawn');
    await page.getByRole('button', { name: 'Update Password' }).click();
    await expect(page.getByText(`Failed to Update Password${offline}`)).toBeVisible();
    await expect(page.getByText('Current password is incorrect')).toBeHidden();
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
    await goOnline();
  });

  test('likes, comments and deletions show errors and are not sent later', async ({ page }) => {
    const settled = watchRequests(page);
    await page.goto(`/post/${known['ownPost']}`);
    await settled();
    await expect(comments(page).getByLabel('Add a comment')).toBeVisible();
    let goOnline = await goOffline(page);
    await like(page).click();
    await expect(toast(page, 'Your like was not saved')).toContainText(offline);
    await expect(like(page)).toHaveAttribute('aria-pressed', 'false');
    await page.getByLabel('Add a comment').fill('Into the void.');
    await page.getByRole('button', { name: 'Post Comment' }).click();
    await expect(toast(page, 'Failed to post comment')).toBeVisible();
    await expect(page.getByLabel('Add a comment')).toHaveValue('Into the void.');
    await goOnline();
    await page.goto('/my-posts');
    await page
      .getByRole('button', { name: /^Delete the post of/ })
      .first()
      .click();
    goOnline = await goOffline(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('alertdialog').getByRole('alert')).toContainText('Failed to Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await goOnline();
  });

  test('a page that cannot be loaded says so and loads by itself, and unsent input is kept', async ({
    page,
  }) => {
    const settled = watchRequests(page);
    await page.goto(`/post/${known['ownPost']}`);
    await settled();
    await page.getByLabel('Add a comment').fill('Half a thought.');
    await page.context().setOffline(true);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click();
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByRole('heading', { name: 'Privacy Policy', level: 1 })).toBeVisible();
    await page.goBack();
    await expect(page.getByLabel('Add a comment')).toHaveValue('Half a thought.');
  });
});
