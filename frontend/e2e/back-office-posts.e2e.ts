import { expect, type Page } from '@playwright/test';
import { rowOfPost } from './support/admins.ts';
import { me, type Person } from './support/api.ts';
import { expectWellAtWidths, seriousFindings } from './support/axe.ts';
import { tabTo, toast } from './support/community.ts';
import { test } from './support/site.ts';
import { publish } from './support/visitor.ts';

const grid = (page: Page) => page.getByRole('grid', { name: 'posts' });
const rowOf = (page: Page, id: string) => rowOfPost(page, 'posts', id);

async function openPostsOf(page: Page, owner: Person): Promise<void> {
  const { anonymousUsername } = await me(owner);
  await page.goto(`/rtm-sys/posts?search=${anonymousUsername}`);
  await expect(grid(page)).toBeVisible();
}

async function giveReason(page: Page, reason: string, action: string, note = ''): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: reason }).check();
  if (note) await dialog.getByLabel('Note').fill(note);
  await dialog.getByRole('button', { name: action, exact: true }).click();
}

test('a moderator approves and hides by keyboard, and undoes it', async ({ moderator: page, other }) => {
  const [first, second] = [await publish(other), await publish(other)];
  await openPostsOf(page, other);
  expect(await seriousFindings(page)).toEqual([]);

  // The newest is on top.
  await rowOf(page, second).focus();
  await page.keyboard.press('a');
  await expect(toast(page, 'Post approved')).toBeVisible();
  await expect(rowOf(page, second)).toContainText('Approved');
  await expect(rowOf(page, second).getByRole('button', { name: /^Approve/ })).toHaveCount(0);
  await expect(rowOf(page, second)).toBeFocused();

  await page.keyboard.press('ArrowDown');
  await expect(rowOf(page, first)).toBeFocused();
  await page.keyboard.press('h');
  const dialog = page.getByRole('dialog', { name: 'Hide This Post?' });
  await expect(dialog.getByRole('radio').first()).toBeFocused();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Please choose a reason')).toBeVisible();
  await page.keyboard.press('Space');
  await tabTo(page, /^Hide$/);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Post hidden')).toBeVisible();
  await expect(rowOf(page, first)).toContainText('Hidden');
  await expect(rowOf(page, first)).toBeFocused();
  expect((await page.request.get(`/api/posts/${first}`)).status()).toBe(404);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Undone')).toBeVisible();
  await expect(rowOf(page, first)).toContainText('Pending Review');
  expect((await page.request.get(`/api/posts/${first}`)).status()).toBe(200);
});

test('the owner of a hidden post learns what happened and why', async ({
  moderator: page,
  otherPage: owner,
  post: id,
}) => {
  await openPostsOf(page, owner);
  await rowOf(page, id).getByRole('button', { name: /^Hide/ }).click();
  await giveReason(page, 'Shows a face or identifies a person', 'Hide', 'Your name is on the towel.');
  await expect(toast(page, 'Post hidden')).toBeVisible();

  await owner.goto(`/post/${id}`);
  const note = owner.getByRole('region', { name: 'About this post' });
  await expect(note).toContainText('A moderator hid this post.');
  await expect(note).toContainText('Reason: Shows a face or identifies a person. See section 5');
  await expect(note).toContainText('“Your name is on the towel.”');
  await expect(note.getByRole('button', { name: 'Appeal…' })).toBeVisible();
  await expect(note.getByRole('link', { name: 'My Posts' })).toHaveAttribute('href', '/my-posts');
  await expect(note.getByRole('link', { name: 'upload another photo' })).toHaveAttribute('href', '/');
  // For others, its address is not found.
  await expect(owner.getByRole('button', { name: 'Share' })).toHaveCount(0);
  expect(await seriousFindings(owner)).toEqual([]);
  await owner.goto('/my-posts');
  await expect(owner.getByRole('article')).toContainText(
    'A moderator decided: Shows a face or identifies a person.',
  );

  await rowOf(page, id)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await giveReason(page, 'Advertising or spam', 'Delete');
  await expect(toast(page, 'Post deleted')).toBeVisible();
  await owner.goto(`/post/${id}`);
  await expect(note).toContainText('A moderator removed this post.');
});

test('the page of a post shows what is known, and undoes an act for a reason', async ({
  owner: page,
  otherPage: owner,
  post: id,
}) => {
  await openPostsOf(page, owner);
  await rowOf(page, id).getByRole('button', { name: /^Hide/ }).click();
  await giveReason(page, 'Shows too little to be recognized', 'Hide');
  await expect(toast(page, 'Post hidden')).toBeVisible();
  await rowOf(page, id).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/rtm-sys/post/${id}`);
  await expect(page.getByRole('region', { name: 'Check and Judge' })).toContainText('Demo judge');
  await expect(page.getByRole('heading', { name: 'Rate this' })).toHaveCount(0);
  await expectWellAtWidths(page);
  const acts = page.getByRole('region', { name: 'Acts', exact: true });
  await expect(acts).toContainText('Post hidden');
  await acts.getByRole('button', { name: /^Undo/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo This Act?' });
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog.getByText('Please give a reason')).toBeVisible();
  await dialog.getByLabel('Reason').fill('The light was fine.');
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(acts).toContainText('The light was fine.');
  await expect(acts.getByRole('button', { name: /^Undo/ })).toHaveCount(0);
  await page.route(`**/api/rtm-sys/posts/${id}`, async (route) => {
    const response = await route.fetch();
    const post = { ...(await response.json()), isLogAvailable: false, verdict: null, refusals: [] };
    await route.fulfill({ response, json: post });
  });
  await page.reload();
  for (const name of ['Check and Judge', 'Earlier Refusals of Its Owner']) {
    await expect(page.getByRole('region', { name })).toContainText('Not available at the moment.');
  }
  await page.getByRole('link', { name: 'Back Office' }).click();
  await expect(page).toHaveURL('/rtm-sys/posts');
});

test('filters, order, columns and saved filters of a list are kept where they belong', async ({
  moderator: page,
  ownPost: id,
}) => {
  await openPostsOf(page, page);
  await expect(rowOf(page, id)).toBeVisible();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Hidden');
  await expect(page).toHaveURL(/status=hidden/);
  await expect(page.getByText('No posts here.')).toBeVisible();
  await page.getByRole('button', { name: 'Saved' }).click();
  await page.getByRole('menuitem', { name: 'Save this filter…' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('My hidden ones');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('');
  await expect(rowOf(page, id)).toBeVisible();

  const flags = grid(page).getByRole('columnheader', { name: 'Flags' });
  await expect(flags).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Flags' }).click();
  await page.keyboard.press('Escape');
  await expect(flags).toBeHidden();
  await grid(page).getByRole('button', { name: 'Published' }).click();
  await expect(page).toHaveURL(/sort=createdAt/);
  await page.reload();
  await expect(grid(page)).toBeVisible();
  await expect(flags).toBeHidden();
  await expect(grid(page).getByRole('columnheader', { name: 'Published' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  const file = await page.request.get((await page.getByRole('link', { name: 'CSV' }).getAttribute('href'))!);
  expect(file.headers()['content-type']).toContain('text/csv');
  expect(await file.text()).toContain(id);
  await page.getByRole('button', { name: 'Saved' }).click();
  await page.getByRole('menuitem', { name: 'My hidden ones', exact: true }).click();
  await expect(page).toHaveURL(/status=hidden/);

  await page.goto('/rtm-sys/posts?status=nonsense');
  await expect(page.getByText('status is one of pending,')).toBeVisible();
  await page.getByRole('button', { name: 'Reset Filters' }).click();
  await expect(page).toHaveURL('/rtm-sys/posts');
  await expect(grid(page)).toBeVisible();
});
