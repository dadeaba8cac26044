import { expect, type Page } from '@playwright/test';
import { closedWeek, serveArchive } from './support/archive.ts';
import { seriousFindings } from './support/axe.ts';
import { comment, like } from './support/community.ts';
import { sweep } from './support/scope.ts';
import { test } from './support/site.ts';
import { publish, register, signUp } from './support/visitor.ts';

/** State of the post page → how to reach it. The post and its comments are by another person. */
const states: Record<string, (page: Page, id: string) => Promise<void>> = {
  'for a visitor': async (page, id) => {
    await page.goto(`/post/${id}`);
    await expect(page.getByText('Two of them.')).toBeVisible();
  },
  'with the sign-up dialog': async (page, id) => {
    await page.goto(`/post/${id}`);
    await like(page).click();
    await expect(page.getByRole('dialog')).toContainText('Please sign up to like posts');
  },
  'for an unverified person': async (page, id) => {
    await register(page);
    await page.goto(`/post/${id}`);
    await expect(page.getByRole('button', { name: 'Resend Verification Email' })).toBeVisible();
  },
  'with an open reply, open figures and a selected rating': async (page, id) => {
    await signUp(page);
    await page.goto(`/post/${id}`);
    await page.getByRole('button', { name: 'Why this rank' }).click();
    await expect(page.getByText('AI score', { exact: true })).toBeVisible();
    await page.getByRole('radio', { name: '7', exact: true }).check();
    await page
      .getByRole('button', { name: /^Reply to/ })
      .first()
      .click();
    await page.getByLabel(/^Reply to/).fill('x'.repeat(501));
    await expect(page.getByText('1 character too many')).toBeAttached();
  },
  'with an empty report': async (page, id) => {
    await signUp(page);
    await page.goto(`/post/${id}`);
    await page.getByRole('button', { name: 'Report', exact: true }).click();
    await page.getByRole('button', { name: 'Submit Report' }).click();
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(
      'Reason required Please provide a reason for reporting this post',
    );
  },
  'with the share menu': async (page, id) => {
    await page.goto(`/post/${id}`);
    await page.getByRole('button', { name: 'Share' }).click();
    await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
  },
  'with the enlarged photo': async (page, id) => {
    await page.goto(`/post/${id}`);
    await page.getByRole('button', { name: 'Enlarge the photo' }).click();
    await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
  },
  'with the confirmation to delete a comment': async (page, id) => {
    await signUp(page);
    await comment(page, id, 'To be deleted.');
    await page.goto(`/post/${id}`);
    await page.getByRole('button', { name: /^Delete/ }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
  },
};

const sampled = [
  'for a visitor',
  'with an open reply, open figures and a selected rating',
  'with an empty report',
];

for (const [name, open] of sweep(Object.entries(states), ([state]) => state, sampled)) {
  test(`post ${name}: no serious accessibility violation, light or dark`, async ({ page, post, other }) => {
    await comment(other, post, 'Two of them.', await comment(other, post, 'A comment.'));
    await open(page, post);
    expect(await seriousFindings(page)).toEqual([]);
  });
}

test('a closed week: no serious accessibility violation, light or dark', async ({ user: page }) => {
  for (let count = 0; count < 3; count += 1) await publish(page);
  await serveArchive(page);
  await page.goto(`/leaderboard?tab=week&week=${closedWeek}`);
  await expect(page.getByText('Final standings')).toBeVisible();
  await expect(page.getByText('Removed').first()).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
});
