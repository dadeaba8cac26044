import { expect, type Page } from '@playwright/test';
import { newAdmin, openReview, rowOfPost, signInAdmin } from './support/admins.ts';
import { me } from './support/api.ts';
import { expectWellAtWidths, seriousFindings } from './support/axe.ts';
import { report, tabTo, toast } from './support/community.ts';
import { test } from './support/site.ts';
import { publish } from './support/visitor.ts';

const picture = (page: Page) => page.getByRole('img', { name: /^Photo posted by / });

test('a moderator approves and hides by keyboard, and undoes it', async ({
  moderator: page,
  otherPage: owner,
  newPerson,
}) => {
  const reporter = await newPerson();
  const { anonymousUsername } = await me(owner);
  const [first, second] = [await publish(owner), await publish(owner)];
  for (const id of [first, second]) await report(reporter, id, `Look at ${id}`, 'explicit');
  await page.goto('/rtm-sys/queue');
  const row = (id: string) => rowOfPost(page, 'posts to review', id);
  await expect(row(first)).toContainText('1 report: Nudity or sexual content');
  await expect(row(first)).toContainText('target 4 hours');
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toContainText(/Review Queue\d+/);
  await expectWellAtWidths(page, [360, 1440]);
  await expect(row(first).getByRole('button', { name: /^Review the post/ })).toBeInViewport({ ratio: 1 });

  await row(first).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/rtm-sys/review?post=${first}`);
  const heading = page.getByRole('heading', { name: `Post by ${anonymousUsername}` });
  await expect(heading).toBeFocused();
  await expect(page.getByText(`Look at ${first}`)).toBeVisible();
  await expect(page.getByText(/^Yours for (10:00|9:\d\d)$/)).toBeVisible();
  await expectWellAtWidths(page, [360, 1440]);
  await page.keyboard.press('a');
  await expect(toast(page, 'Post approved')).toBeVisible();
  // The reports are most harmful, so that the second post is next.
  await expect(page.getByText(`Look at ${second}`)).toBeVisible();

  await page.keyboard.press('h');
  const dialog = page.getByRole('dialog', { name: 'Hide This Post?' });
  await expect(dialog.getByRole('radio').first()).toBeFocused();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Space');
  await tabTo(page, /^$/);
  await expect(dialog.getByLabel('Note')).toBeFocused();
  await page.keyboard.type('a hub on a nap');
  await tabTo(page, /^Hide$/);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Post hidden')).toBeVisible();
  await expect(dialog).toBeHidden();
  expect((await page.request.get(`/api/posts/${second}`)).status()).toBe(404);
  await owner.goto(`/post/${second}`);
  const note = owner.getByRole('region', { name: 'About this post' });
  await expect(note).toContainText('Reason: Shows something other than feet');
  await expect(note).toContainText('“a hub on a nap”');

  await page.keyboard.press('u');
  await expect(toast(page, 'Decision undone')).toBeVisible();
  await expect(page.getByText(`Look at ${second}`)).toBeVisible();
  expect((await page.request.get(`/api/posts/${second}`)).status()).toBe(200);
});

test('pictures are blurred until an admin asks for them, and the choice is kept for this admin', async ({
  moderator: page,
  other: owner,
}) => {
  const [first, second] = [await publish(owner), await publish(owner)];
  await openReview(page, first);
  const isBlurred = (blurred: boolean) =>
    blurred
      ? expect(picture(page)).toHaveCSS('filter', /^blur\(.+\) grayscale\(/)
      : expect(picture(page)).toHaveCSS('filter', 'none');
  await isBlurred(true);
  await page.keyboard.press('b');
  await isBlurred(false);
  await page.keyboard.press('b');
  await isBlurred(true);
  await page.getByRole('button', { name: 'Show Picture' }).click();
  await isBlurred(false);
  // Each picture is asked for, on every page.
  await page.goto('/rtm-sys/posts');
  const row = rowOfPost(page, 'posts', first);
  await expect(row.locator('img')).toHaveCSS('filter', /^blur\(.+\) grayscale\(/);
  await row.getByRole('button', { name: /^Picture of the post by / }).click();
  await expect(row.locator('img')).toHaveCSS('filter', 'none');
  await openReview(page, second);
  await isBlurred(true);

  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'How Reviews Work' });
  expect(await seriousFindings(page)).toEqual([]);
  await help.getByRole('switch', { name: 'Blur pictures' }).click();
  await page.keyboard.press('Escape');
  await isBlurred(false);
  await openReview(page, first);
  await isBlurred(false);
  await signInAdmin(page, await newAdmin('moderator'));
  await openReview(page, second);
  await isBlurred(true);
});
