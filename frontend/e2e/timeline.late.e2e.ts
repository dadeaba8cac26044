import { expect } from '@playwright/test';
import { call } from './support/api.ts';
import { expectWellAtWidths } from './support/axe.ts';
import { test } from './support/site.ts';
import { publish, rateAsUser } from './support/visitor.ts';

test('a person reads their timeline by keyboard, page by page', async ({ user: page, post }) => {
  await rateAsUser(page);
  for (let turn = 0; turn < 26; turn += 1) {
    await call(page, 'POST', `/api/posts/${post}/like`);
    await call(page, 'DELETE', `/api/posts/${post}/like`);
  }
  await page.goto('/account/settings#timeline');
  await page.getByRole('link', { name: 'Open My Timeline' }).press('Enter');

  await expect(page).toHaveURL('/account/timeline');
  await expect(page.getByRole('heading', { name: 'My Timeline', level: 1 })).toBeFocused();
  const lines = page.getByRole('main').getByRole('listitem');
  await expect(lines.first()).toContainText('You took back a like of a post.');
  await expect(lines).toHaveCount(50);
  await expectWellAtWidths(page);

  await page.getByRole('button', { name: 'Show More' }).press('Enter');
  const photo = lines.filter({ hasText: 'You uploaded a photo and got the AI score' });
  await expect(photo).toContainText(/The photo is deleted on .+ at \d\d:\d\d unless you publish it\./);
  await expect(lines.last()).toContainText('You registered an account');
  await expect(page.getByRole('button', { name: 'Show More' })).toBeHidden();
  await expectWellAtWidths(page);

  await lines.first().getByRole('link', { name: 'a post' }).press('Enter');
  await expect(page).toHaveURL(`/post/${post}`);
});

test('the owner of a post reads its history, which others do not have', async ({ user: page, post }) => {
  const own = await publish(page);
  await page.goto(`/post/${own}`);
  await page.getByRole('link', { name: 'History of this post' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'History of My Post', level: 1 })).toBeFocused();
  const lines = page.getByRole('main').getByRole('listitem');
  await expect(lines.first()).toContainText('You published a post');
  await expect(lines.last()).toContainText('You uploaded a photo');
  await expectWellAtWidths(page);

  await page.goto(`/post/${post}`);
  await expect(page.getByRole('region', { name: 'Author' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'History of this post' })).toHaveCount(0);
  await page.goto(`/account/timeline?post=${post}`);
  await expect(page.getByText('This post does not exist, or it is not yours.')).toBeVisible();
});
