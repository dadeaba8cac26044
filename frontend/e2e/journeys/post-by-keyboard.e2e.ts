import { expect } from '@playwright/test';
import { call } from '../support/api.ts';
import { comment, commentBy, like, open, tabTo, toast } from '../support/community.ts';
import { newSeed, randomFrom } from '../support/photo.ts';
import { test } from '../support/site.ts';

/** What page and server could count in different ways. */
const HARD = [
  ...'aé \n\u0958\uAC01\u0323\u05B8\uFE0F\u{E0100}\u200B\u200D\u00AD\u202E\u3164\uF8FF\u2028\u0007\u0378\u{1F469}\u{1F3FD}',
  'e\u0301',
  '\u1019\u103C\u102D',
  '\u1100\u1161\u11A8',
  '\u{1F3F4}\u{E0067}\u{E0062}\u{E007F}',
];

test('the post page by keyboard: rate, report, like, comment, reply, delete', async ({
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
  await tabTo(page, /^Enlarge the photo$/);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: '0', exact: true })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Submit Rating' })).toBeDisabled();
  await page.keyboard.press('Space');
  for (let step = 0; step < 7; step += 1) await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: '7', exact: true })).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('You rated this post 7 out of 10. Thank you!')).toBeFocused();

  await tabTo(page, /^Report$/);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Report Post' });
  await expect(dialog).toBeVisible();
  await tabTo(page, /^Submit Report$/);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('Reason required');
  await expect(dialog.getByRole('radio').first()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(dialog.getByRole('radio', { name: 'Something else' })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('It shows a shoe.');
  await tabTo(page, /^Submit Report$/);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Report submitted')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Report', exact: true })).toBeFocused();

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

  await test.step('the counter says of any text what the server says', async () => {
    const random = randomFrom(newSeed());
    const draw = (below: number) => Math.floor(random() * below);
    const box = page.getByLabel('Add a comment');
    for (let round = 0; round < 20; round += 1) {
      const text = Array.from({ length: 350 + draw(300) }, () => HARD[draw(HARD.length)]).join('');
      await box.fill(text);
      const count = Number.parseInt(await page.getByText(/^\d+\/500/).innerText(), 10);
      const answer = await call(page, 'POST', `/api/posts/${id}/comments`, { text });
      const stored = answer.ok() ? [...(await answer.json()).text].length : undefined;
      expect([text, stored]).toEqual([text, count <= 500 ? count : undefined]);
    }
  });
});
