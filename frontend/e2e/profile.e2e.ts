import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { me } from './support/api.ts';
import { newSeed } from './support/photo.ts';
import { test } from './support/site.ts';
import { choosePicture, newName, profileMenu, publish, signUp } from './support/visitor.ts';

/** Records the requests of this kind that the page sends from now on. */
function requestsOf(page: Page, method: string, path: string): string[] {
  const urls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === method && pathname.startsWith(path)) urls.push(request.url());
  });
  return urls;
}

test('visitors see the picture, name, bio and links of a profile', async ({
  user: page,
  ownPost: post,
  newBrowser,
}) => {
  const name = newName('Sunny');
  await page.goto('/');
  await profileMenu(page).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page).toHaveURL('/profile/settings');

  await test.step('the browser crops the picture before the upload', async () => {
    const picker = page.getByLabel('Profile picture', { exact: true });
    await picker.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
    await expect(page.getByText('Please upload an image file')).toBeVisible();
    await choosePicture(page, 'Upload Picture');
    const dialog = page.getByRole('dialog', { name: 'Crop Your Picture' });
    const opener = page.getByRole('button', { name: 'Upload Picture' });
    await expect(dialog.getByLabel('Zoom')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
    await choosePicture(page, 'Upload Picture');
    const zoom = dialog.getByLabel('Zoom');
    await zoom.press('ArrowRight');
    await expect(zoom).toHaveValue('1.1');
    await dialog.getByRole('group').press('ArrowRight');
    const uploads = requestsOf(page, 'POST', '/api/user/profile/picture');
    await dialog.getByRole('button', { name: 'Save Picture' }).dblclick();
    await expect(page.getByText('Picture saved')).toBeVisible();
    await expect(dialog).toBeHidden();
    expect(uploads).toHaveLength(1);
    await expect(page.getByRole('button', { name: 'Change Picture' })).toBeFocused();
  });

  await test.step('each field shows its own error', async () => {
    await page.getByLabel('Display Name').fill(name);
    await page.getByLabel('Bio').fill('x'.repeat(501));
    await expect(page.getByText('501/500')).toBeVisible();
    const save = page.getByRole('button', { name: 'Save Changes' });
    await save.click();
    await expect(page.getByText('A bio has at most 500 characters')).toBeVisible();
    await page.getByLabel('Bio').fill('Barefoot since 1999.\nAnd proud.');
    await page.getByLabel('Instagram').fill('sunny.sole');
    await page.getByLabel('YouTube').fill('javascript:alert(1)');
    await save.click();
    await expect(page.getByLabel('YouTube')).toBeFocused();
    await expect(page.getByLabel('YouTube')).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('YouTube').fill('https://www.youtube.com/@sunnysole');
    await save.click();
    await expect(page.getByText('Profile updated')).toBeVisible();
  });

  await test.step('a visitor goes from the board to the profile', async () => {
    const visitor = await newBrowser();
    await visitor.goto('/leaderboard');
    await visitor.getByLabel('Search by username').fill(name);
    await expect(visitor).toHaveURL(/search=/);
    await visitor.getByRole('link', { name, exact: true }).first().click();
    await expect(visitor.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect(visitor.getByText('1 post', { exact: true })).toBeVisible();
    await expect(visitor.getByText('Barefoot since 1999.')).toBeVisible();
    const instagram = visitor.getByRole('link', { name: /^Instagram/ });
    await expect(instagram).toHaveAttribute('href', 'https://www.instagram.com/sunny.sole');
    await expect(instagram).toHaveAttribute('target', '_blank');
    await expect(instagram).toHaveAttribute('rel', 'nofollow ugc noopener');
    const picture = await visitor.locator('main img').first().getAttribute('src');
    const served = await sharp(await (await visitor.request.get(picture!)).body()).metadata();
    expect(served.width).toBe(served.height);
    await visitor.getByRole('link', { name: /^Photo of/ }).click();
    await expect(visitor).toHaveURL(`/post/${post}`);
  });

  await test.step('the picture is removed', async () => {
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('Picture removed')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Upload Picture' })).toBeVisible();
  });
});

test('a rejected bio shows its error at the field, and can be saved once it is corrected', async ({
  user: page,
}) => {
  await page.goto('/profile/settings');
  const bio = page.getByLabel('Bio');
  await bio.fill('See https://example.org');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(bio).toBeFocused();
  await expect(bio).toHaveAccessibleDescription(/We can't show this bio: it has a link\. Please change it\./);
  await bio.fill('🦶'.repeat(500));
  await expect(page.getByText('500/500')).toBeVisible();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Profile updated')).toBeVisible();
});

test('leaving with unsaved changes asks first', async ({ user: page }) => {
  const chosen = newName('Sunny');
  await page.goto('/profile/settings');
  const name = page.getByLabel('Display Name');
  const leave = page.getByRole('banner').getByRole('link', { name: 'Leaderboard' });
  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await name.fill(chosen);
  await leave.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/profile/settings');
  await expect(name).toHaveValue(chosen);
  const asked = page.waitForEvent('dialog');
  const reload = page.evaluate(() => location.reload());
  const browsers = await asked;
  expect(browsers.type()).toBe('beforeunload');
  await browsers.dismiss();
  await reload;

  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Profile updated')).toBeVisible();
  await leave.click();
  await expect(page).toHaveURL('/leaderboard');

  await page.goBack();
  await name.fill(newName('Rainy'));
  await leave.click();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/leaderboard');
});

test('a file that is not a picture is rejected before the upload', async ({ user: page }) => {
  await page.goto('/profile/settings');
  await page
    .getByLabel('Profile picture', { exact: true })
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') });
  await expect(page.getByText('Please upload an image file')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('an unknown person is not found, and a new person has no posts yet', async ({ page }) => {
  await page.goto('/user/00000000-0000-4000-8000-000000000000');
  await expect(page.getByRole('heading', { name: 'User Not Found' })).toBeVisible();
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL('/leaderboard');
  await signUp(page);
  const { id } = await me(page);
  await page.goto(`/user/${id}`);
  await expect(page.getByText('No posts yet')).toBeVisible();
});

test('own posts are listed, and deleting one needs a confirmation', async ({ user: page }) => {
  await page.goto('/my-posts');
  await expect(page.getByRole('link', { name: 'Upload Your First Post' })).toHaveAttribute('href', '/');
  const id = await publish(page);
  // The event of a return to the window.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  const card = page.getByRole('article');
  await expect(card).toHaveCount(1);
  await card.hover();
  await expect(card.getByText('0 votes', { exact: true })).toBeVisible();

  const remove = card.getByRole('button', { name: /^Delete the post/ });
  await remove.click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Post?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(card).toHaveCount(1);
  await expect(remove).toBeFocused();

  await page.route('**/api/user/posts/*', (route) => route.abort());
  await remove.click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Failed to Delete', { exact: true })).toBeVisible();
  await page.unroute('**/api/user/posts/*');
  await expect(page.getByText('Could not delete post. Please try again.', { exact: true })).toBeVisible();

  const deletions = requestsOf(page, 'DELETE', '/api/user/posts/');
  await remove.click();
  await dialog.getByRole('button', { name: 'Delete' }).dblclick();
  await expect(page.getByRole('link', { name: 'Upload Your First Post' })).toBeVisible();
  expect(deletions).toHaveLength(1);
  await expect(page.getByRole('heading', { name: 'My Posts' })).toBeFocused();
  await page.goto(`/post/${id}`);
  await expect(page.getByRole('heading', { name: 'Post not found' })).toBeVisible();
});

test('after a post is deleted the focus moves to the next one', async ({ user: page }) => {
  const older = await publish(page);
  await publish(page);
  await page.goto('/my-posts');
  await page
    .getByRole('button', { name: /^Delete the post/ })
    .first()
    .press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article').getByRole('link')).toBeFocused();
  await expect(page.getByRole('article').getByRole('link')).toHaveAttribute('href', `/post/${older}`);
});

test('a post in review shows the reason to its owner, and is hidden from others', async ({
  user: page,
  other,
  request,
}) => {
  const seed = newSeed();
  await publish(other, seed);
  // A copy of another person's photo goes to review.
  const id = await publish(page, seed);
  const { isPublic, moderationFlags } = (await (await page.request.get('/api/user/posts')).json())[0];
  expect(isPublic).toBe(false);
  await page.goto('/my-posts');
  await expect(page.getByRole('article')).toContainText('Hidden.');
  await expect(page.getByRole('article')).toContainText(moderationFlags[0]);
  expect((await request.get(`/api/posts/${id}`)).status()).toBe(404);
  await page.goto(`/post/${id}`);
  await expect(page.getByText(`It waits for a moderator: it ${moderationFlags[0]}.`)).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'My Posts' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Share' })).toHaveCount(0);
});
