import { expect } from '@playwright/test';
import { me } from '../support/screen-answers.ts';
import { known, test } from '../support/screen.ts';
import { choosePhoto, profileMenu, sendLogin } from '../support/visitor.ts';

test('each control for members tells a visitor why to sign up, and gets the focus back', async ({ page }) => {
  await page.goto(`/post/${known.post}`);
  const dialog = page.getByRole('dialog');
  const reasons: [string | RegExp, string][] = [
    [/^1 like of the comment/, 'Please sign up to like comments'],
    [/^Reply to/, 'Please sign up to reply to comments'],
    [/^Report the comment/, 'Please log in to report comments'],
    ['Report', 'Please log in to report posts'],
    [/^1 like$/, 'Please sign up to like posts'],
  ];
  for (const [name, reason] of reasons) {
    const control = page.getByRole('button', { name, exact: true }).first();
    await control.click();
    await expect(dialog).toContainText(reason);
    await page.keyboard.press('Escape');
    await expect(control).toBeFocused();
  }
  await page.goto(`/user/${known.user}`);
  await page.getByRole('button', { name: 'Report this profile' }).click();
  await expect(dialog).toContainText('Please log in to report profiles');
});

test('a photo is posted without a rating by members, and visitors keep their choice', async ({
  page,
  api,
}) => {
  await page.goto('/');
  await choosePhoto(page);
  await page.getByRole('button', { name: 'Post Without Rating' }).click();
  const dialog = page.getByRole('dialog', { name: 'Login Required' });
  await expect(dialog).toContainText('Please log in or register to post directly without rating.');
  await dialog.getByRole('link', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  api.answer('POST /api/auth/login', me, { as: 'member' });
  await sendLogin(page, me.email);
  await expect(profileMenu(page)).toBeVisible();
  await expect(page.getByRole('img', { name: 'Preview of your choice' })).toBeVisible();
  api.answer('POST /api/posts/publish-direct', { id: known.ownPost! }, { status: 201 });
  api.answer('GET /api/posts/{id}', (post) => ({
    ...post,
    aiScore: null,
    averageRating: '0.0',
    ratingsCount: 0,
  }));
  await page.getByRole('button', { name: 'Post Without Rating' }).click();
  await expect(page).toHaveURL(`/post/${known.ownPost}`);
  await expect(page.getByText('Not yet rated', { exact: true })).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Report', exact: true })).toBeHidden();
});
