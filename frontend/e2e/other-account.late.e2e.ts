import { expect } from '@playwright/test';
import { me } from './support/api.ts';
import { toast } from './support/community.ts';
import { test } from './support/site.ts';
import { choosePhoto, profileMenu, rateOnScreen, signUp } from './support/visitor.ts';

const told = 'You are signed in as another user in this browser now. Please reload the page.';

test('a form does not save to another account that a second tab has signed in', async ({
  user: page,
  context,
}) => {
  await page.goto('/profile/settings');
  await expect(page.getByLabel('Display Name')).toHaveAttribute('placeholder', /./);
  const first = await page.getByLabel('Display Name').getAttribute('placeholder');

  const beside = await context.newPage();
  await signUp(beside);
  await beside.goto('/profile/settings');
  const name = beside.getByLabel('Display Name');
  await expect(name).not.toHaveAttribute('placeholder', first!);
  const second = await name.getAttribute('placeholder');

  await page.getByLabel('Bio').fill('The words of the first.');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Error')).toContainText(told);
  // From now on the page and its form belong to the second person.
  await expect(page.getByLabel('Display Name')).toHaveAttribute('placeholder', second!);
  await expect(page.getByLabel('Bio')).toHaveValue('');
  const account = await me(page);
  expect([account.anonymousUsername, account.bio ?? '']).toEqual([second, '']);

  await page.getByLabel('Bio').fill('The words of the second.');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeEnabled();
  await expect.poll(async () => (await me(page)).bio).toBe('The words of the second.');
});

test('after a second tab signs in another account, the page shows that account and the old export fails', async ({
  page,
  email: first,
  context,
}) => {
  await page.goto('/');
  await expect(profileMenu(page)).toBeVisible();

  const beside = await context.newPage();
  const second = await signUp(beside);

  // No reload in between: the tab still shows the first person as signed in.
  await profileMenu(page).click();
  await expect(page.getByRole('menu')).toContainText(first);
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('link', { name: 'My Posts' }).click();
  await expect(page.getByText('No posts yet')).toBeVisible();
  await profileMenu(page).click();
  await expect(page.getByRole('menu')).toContainText(second);
  await page.keyboard.press('Escape');

  await page.goto('/account/settings');
  await expect(page.getByRole('button', { name: 'Export My Data' })).toBeVisible();
  await signUp(beside);
  const downloads: string[] = [];
  page.on('download', (file) => downloads.push(file.suggestedFilename()));
  await page.getByRole('button', { name: 'Export My Data' }).click();
  await expect(toast(page, 'Download failed')).toContainText(told);
  expect(downloads).toEqual([]);
});

test('a photo is not rated for another account that a second tab has signed in', async ({
  user: page,
  context,
}) => {
  await page.goto('/');
  await expect(profileMenu(page)).toBeVisible();

  const beside = await context.newPage();
  await signUp(beside);

  await choosePhoto(page);
  await page.getByRole('button', { name: 'Get My Rating' }).click();
  await expect(page.getByRole('alert')).toHaveText(`Upload Failed${told}`);
});

test('a saved rating that the server rejects for another account is kept for a retry', async ({ page }) => {
  await rateOnScreen(page);
  await page.getByRole('button', { name: 'Post to Leaderboard' }).click();
  await expect(page).toHaveURL(/\/register/);
  await signUp(page);
  // As if another person had signed in between the session check and the publishing.
  await page.route('**/api/posts/publish', (route) =>
    route.fulfill({ status: 409, json: { code: 'other_account', message: told, requestId: 'e2e' } }),
  );
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Saved rating' })).toContainText('Failed to post rating');
  await page.unroute('**/api/posts/publish');
  await page.reload();
  await expect(page).toHaveURL(/\/post\//);
});
