import { expect } from '@playwright/test';
import { newAdmin, openReview, rowOfPost, signInAdmin } from './support/admins.ts';
import { expectWellAtWidths, seriousFindings } from './support/axe.ts';
import { report, toast } from './support/community.ts';
import { test } from './support/site.ts';

test('a moderator escalates a post, which only an owner sees until the hold is lifted', async ({
  moderator: page,
  newBrowser,
  otherPage: author,
  post: id,
}) => {
  await page.goto(`/rtm-sys/post/${id}`);
  await page.getByRole('button', { name: 'Escalate…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Escalate This Post?' });
  await expect(dialog).toContainText('only owners of the back office see the post');
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Escalate' }).click();
  await expect(dialog.getByText('Please choose a reason')).toBeVisible();
  await dialog.getByRole('radio', { name: 'Violence or unlawful content' }).check();
  await dialog.getByLabel('Note').fill('Reported to the police.');
  await dialog.getByRole('button', { name: 'Escalate' }).click();
  await expect(toast(page, 'Post escalated')).toBeVisible();
  // Moderators cannot undo it.
  await expect(toast(page, 'Post escalated').getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect(page).toHaveURL('/rtm-sys/posts');
  await page.goto(`/rtm-sys/post/${id}`);
  await expect(page.getByRole('heading', { name: 'Post not found' })).toBeVisible();
  await author.goto('/my-posts');
  await expect(author.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(author.locator(`a[href="/post/${id}"]`)).toHaveCount(0);

  const owner = await newBrowser();
  await signInAdmin(owner, await newAdmin('owner'));
  await owner.goto('/rtm-sys/posts?status=escalated');
  const row = rowOfPost(owner, 'posts', id);
  await expect(row).toContainText('Legal Hold');
  await expect(row.locator('img')).toHaveCount(0);
  await row.getByRole('link').first().click();
  await expect(owner.getByText('“Reported to the police.”')).toBeVisible();
  await expectWellAtWidths(owner);
  await expect(owner.getByRole('img', { name: /^Photo posted by/ })).toHaveCount(0);
  await owner.getByRole('button', { name: 'Show Picture' }).click();
  await expect(owner.getByRole('img', { name: /^Photo posted by/ })).toBeVisible();
  await owner.getByRole('button', { name: 'Lift the Hold…' }).click();
  const question = owner.getByRole('dialog', { name: 'Lift This Legal Hold?' });
  await question.getByLabel('Reason').fill('It is legal.');
  await question.getByRole('button', { name: 'Lift the Hold' }).click();
  await expect(toast(owner, 'Undone')).toBeVisible();
  await expect(owner.getByRole('button', { name: 'Escalate…' })).toBeVisible();
  expect((await author.request.get(`/api/posts/${id}`)).status()).toBe(200);
});

test('a moderator escalates a post in a review, by keyboard', async ({
  moderator: page,
  other: author,
  post: id,
  newPerson,
}) => {
  await report(await newPerson(), id, 'Look at this.', 'other');
  await openReview(page, id);
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: 'Escalate This Post?' });
  await expect(dialog.getByRole('radio').first()).toBeFocused();
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole('radio', { name: 'Violence or unlawful content' }).check();
  await dialog.getByRole('button', { name: 'Escalate' }).click();
  await expect(toast(page, 'Post escalated')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Look at this.')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true');
  expect((await page.request.get(`/api/rtm-sys/posts/${id}`)).status()).toBe(404);
  expect((await author.request.get(`/api/posts/${id}`)).status()).toBe(404);
});
