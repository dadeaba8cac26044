import { expect } from '@playwright/test';
import { newAdmin, rowOfPost, rowsOf, signInAdmin } from './support/admins.ts';
import { me } from './support/api.ts';
import { expectWellAtWidths } from './support/axe.ts';
import { report, tabTo, toast } from './support/community.ts';
import { test } from './support/site.ts';

test('an admin sees which post is their own, and a second admin decides about it', async ({
  user: page,
  email,
  ownPost,
  other,
  newBrowser,
}) => {
  await report(other, ownPost, 'Not a foot.');
  const [own, second] = [await newAdmin('moderator', email), await newAdmin('moderator')];
  await signInAdmin(page, own);
  await page.goto('/rtm-sys/queue');
  const queued = rowOfPost(page, 'posts to review', ownPost);
  await expect(queued).toContainText('another admin reviews it');
  const review = queued.getByRole('button', { name: /^Review the post/ });
  await expect(review).toBeDisabled();
  await expect(review).toHaveAccessibleDescription(/another admin reviews it$/);
  await expectWellAtWidths(page);

  await page.goto('/rtm-sys/posts');
  const mine = rowOfPost(page, 'posts', ownPost);
  await expect(mine).toContainText('Your own post');
  await mine.getByRole('button', { name: /^Hide/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Hide This Post?' });
  await dialog.getByRole('radio').first().check();
  await dialog.getByRole('button', { name: 'Hide' }).click();
  await expect(toast(page, 'Failed to hide the post')).toContainText(
    'You cannot decide about your own content. Another admin has to.',
  );
  await page.keyboard.press('Escape');

  const colleague = await newBrowser();
  await signInAdmin(colleague, second);
  await colleague.goto('/rtm-sys/posts');
  const theirs = rowOfPost(colleague, 'posts', ownPost);
  await expect(theirs).not.toContainText('Your own post');
  await theirs.getByRole('button', { name: /^Hide/ }).click();
  const question = colleague.getByRole('dialog', { name: 'Hide This Post?' });
  await question.getByRole('radio').first().check();
  await question.getByRole('button', { name: 'Hide' }).click();
  await expect(toast(colleague, 'Post hidden')).toBeVisible();
  await page.reload();
  await expect(rowOfPost(page, 'posts', ownPost)).toContainText('Hidden');
});

test('an owner looks up an email by keyboard, which is an act, and signs the person out', async ({
  owner: page,
  otherPage: person,
  other,
}) => {
  const { id, anonymousUsername: name } = await me(person);
  await page.goto(`/rtm-sys/users?search=${name}`);
  const row = rowsOf(page, 'users').filter({ hasText: name });
  await expect(row).toContainText('•••');
  await expect(row).not.toContainText(other.email);
  await tabTo(page, new RegExp(`^Show the email of ${name}`));
  await page.keyboard.press('Enter');
  await expect(row).toContainText(other.email);
  const list = await page.request.get('/api/rtm-sys/acts?kind=EmailDisclosed');
  const [act] = (await list.json()) as { ownerId: string; adminName: string }[];
  const self = await (await page.request.get('/api/rtm-sys/me')).json();
  expect(act).toMatchObject({ ownerId: id, adminName: self.username });

  await row.getByRole('button', { name: `Sign Out ${name}` }).click();
  await expect(toast(page, 'Signed out everywhere')).toBeVisible();
  expect((await person.request.get('/api/auth/me')).status()).toBe(401);
});
