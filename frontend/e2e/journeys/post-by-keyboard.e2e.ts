import { expect } from '@playwright/test';
import { comment, commentBy, like, open, tabTo, toast } from '../support/community.ts';
import { test } from '../support/site.ts';

test('the post page by keyboard: report, rate, like, comment, reply, delete', async ({
  user: page,
  post: id,
  other: owner,
}) => {
  await comment(owner, id, 'Thank you for looking.');
  await open(page, id);
  await like(page).focus();
  await page.keyboard.press('Enter');
  await expect(like(page)).toHaveAccessibleName('1 like');
  await expect(like(page)).toBeFocused();

  await page.getByRole('main').getByRole('link', { name: 'Leaderboard' }).focus();
  await tabTo(page, /^Report$/);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Report Post' });
  await expect(dialog).toBeVisible();
  await tabTo(page, /^Submit Report$/);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('Reason required');
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('It shows a shoe.');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowUp');
  await expect(dialog.getByRole('radio', { name: 'It is spam or advertising' })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Report submitted')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Report', exact: true })).toBeFocused();

  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: '0', exact: true })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Submit Rating' })).toBeDisabled();
  await page.keyboard.press('Space');
  for (let step = 0; step < 7; step += 1) await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: '7', exact: true })).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('You rated this post 7 out of 10. Thank you!')).toBeFocused();

  await page.getByLabel('Add a comment').focus();
  await page.keyboard.type('Typed, not clicked.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(commentBy(page, 'Typed, not clicked.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Post Comment' })).toBeFocused();

  await tabTo(page, /^Reply to .*/);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(/^Reply to/)).toBeFocused();
  await page.keyboard.type('You are welcome.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(commentBy(page, 'You are welcome.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Reply to/, expanded: true })).toBeHidden();

  await tabTo(page, /^Delete your comment/);
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Delete Comment?' });
  await expect(question).toBeVisible();
  await tabTo(page, /^Delete$/);
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
});
