import { expect } from '@playwright/test';
import { commentBy, like, open, score } from '../support/community.ts';
import { openLive } from '../support/live.ts';
import { test } from '../support/site.ts';
import { publish } from '../support/visitor.ts';

test('a new post, and a rating, likes, comments and deletions, are seen live by another person', async ({
  user: page,
  otherPage: other,
}) => {
  await openLive(other, '/leaderboard');
  const id = await publish(page);
  await other.getByRole('button', { name: /^\d+ new posts? – show$/ }).click();
  await other.locator(`a[href="/post/${id}"]`).first().click();
  await expect(other.getByText('From the AI score', { exact: true })).toBeVisible();
  await open(page, id);
  const before = Number(await score(page).textContent());

  await other.getByRole('radio', { name: '10', exact: true }).check();
  await other.getByRole('button', { name: 'Submit Rating' }).click();
  await expect(other.getByText('You rated this post 10 out of 10. Thank you!')).toBeFocused();
  // Scores are rounded half up to tenths, so compute in whole tenths.
  const after = (Math.round((Math.round(before * 10) + 100) / 2) / 10).toFixed(1);
  for (const each of [other, page]) {
    await expect(each.getByText('From 1 vote and the AI score', { exact: true })).toBeVisible();
    await expect(score(each)).toHaveText(after);
  }
  // The figures that explain the rank have come, too.
  await page.getByRole('button', { name: 'Why this rank' }).click();
  const figure = (name: string) => page.locator('dl > div').filter({ hasText: name }).locator('dd');
  await expect(figure('1 rating by people, together')).toHaveText('10');
  await expect(figure('Divided by 2 scores')).toHaveText(after);

  await like(other).click();
  await expect(like(page)).toHaveAccessibleName('1 like');
  await expect(like(page)).toHaveAttribute('aria-pressed', 'false');

  await other.getByLabel('Add a comment').fill('What a day for a walk.');
  await other.getByRole('button', { name: 'Post Comment' }).click();
  await expect(commentBy(other, 'What a day for a walk.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Comments (1)' })).toBeVisible();
  // New comments must not move the text that a person reads.
  await expect(commentBy(page, 'What a day for a walk.')).toBeHidden();
  await page.getByRole('button', { name: '1 new comment – show' }).click();
  await page.getByRole('button', { name: /^Reply to/ }).click();
  await page.getByLabel(/^Reply to/).fill('It was.');
  await page.getByRole('button', { name: 'Post Reply' }).click();
  await expect(commentBy(page, 'It was.')).toBeVisible();
  await page
    .getByRole('button', { name: /likes? of the comment/ })
    .first()
    .click();
  await other.getByRole('button', { name: '1 new comment – show' }).click();
  await expect(commentBy(other, 'It was.')).toBeVisible();
  await expect(other.getByRole('button', { name: /^1 like of the comment/ })).toBeVisible();

  await other.getByRole('button', { name: /^Delete your comment/ }).click();
  const question = other.getByRole('alertdialog', { name: 'Delete Comment?' });
  await expect(question).toContainText('1 reply to it will be deleted');
  await question.getByRole('button', { name: 'Delete' }).click();
  for (const each of [other, page]) await expect(each.getByText('No comments yet.')).toBeVisible();
});
