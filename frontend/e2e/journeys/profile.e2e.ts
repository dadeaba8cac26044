import { expect } from '@playwright/test';
import sharp from 'sharp';
import { test } from '../support/site.ts';
import { choosePicture, newName, profileMenu } from '../support/visitor.ts';

test('a person fills in the profile, and another one finds it with picture, name, bio and links', async ({
  user: page,
  ownPost,
  otherPage,
}) => {
  const name = newName('Sunny');
  await page.goto('/');
  await profileMenu(page).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await choosePicture(page, 'Upload Picture');
  const dialog = page.getByRole('dialog', { name: 'Crop Your Picture' });
  await dialog.getByLabel('Zoom').press('ArrowRight');
  await dialog.getByRole('button', { name: 'Save Picture' }).click();
  await expect(page.getByText('Picture saved')).toBeVisible();
  await page.getByLabel('Display Name').fill(name);
  await page.getByLabel('Bio').fill('See https://example.org');
  await page.getByLabel('Instagram').fill('sunny.sole');
  const save = page.getByRole('button', { name: 'Save Changes' });
  await save.click();
  await expect(page.getByLabel('Bio')).toHaveAccessibleDescription(/We can't show this bio: it has a link\./);
  await page.getByLabel('Bio').fill('Barefoot since 1999.\nAnd proud.');
  await save.click();
  await expect(page.getByText('Profile updated')).toBeVisible();

  await otherPage.goto('/leaderboard');
  await otherPage.getByLabel('Search by username').fill(name);
  await expect(otherPage).toHaveURL(/search=/);
  await otherPage.getByRole('link', { name, exact: true }).first().click();
  await expect(otherPage.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(otherPage.getByText('Barefoot since 1999.')).toBeVisible();
  await expect(otherPage.getByText('1 post', { exact: true })).toBeVisible();
  await expect(otherPage.getByRole('link', { name: /^Instagram/ })).toHaveAttribute(
    'href',
    'https://www.instagram.com/sunny.sole',
  );
  const picture = await otherPage.locator('main img').first().getAttribute('src');
  const served = await sharp(await (await otherPage.request.get(picture!)).body()).metadata();
  expect(served.width).toBe(served.height);
  await otherPage.getByRole('link', { name: /^Photo of/ }).click();
  await expect(otherPage).toHaveURL(`/post/${ownPost}`);
  const author = otherPage.getByRole('region', { name: 'Author' });
  await expect(author.locator('img')).toHaveAttribute('src', /./);

  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Picture removed')).toBeVisible();
  await otherPage.reload();
  await expect(author).toContainText(name);
  await expect(author.locator('img')).toHaveCount(0);
});
