import { expect, type Page } from '@playwright/test';
import { enterBackOffice, rowsOf } from './support/admins.ts';
import { call, me } from './support/api.ts';
import { seriousFindings } from './support/axe.ts';
import { newSeed } from './support/photo.ts';
import { test } from './support/site.ts';
import { publish } from './support/visitor.ts';

/** A full page of a list. */
const MANY = 50;

const isPublic = async (page: Page, id: string): Promise<boolean> =>
  (await (await page.request.get(`/api/rtm-sys/posts/${id}`)).json()).isPublic;

test('fifty posts are hidden at once with progress, and shown again by undo', async ({ user: page }) => {
  const ids: string[] = [];
  while (ids.length < MANY) ids.push(await publish(page, newSeed(), 200));
  const { anonymousUsername } = await me(page);
  await enterBackOffice(page, 'moderator');
  await page.goto(`/rtm-sys/posts?search=${anonymousUsername}`);
  const rows = rowsOf(page, 'posts');
  await expect(rows).toHaveCount(MANY + 1);
  await rows.nth(1).focus();
  await page.keyboard.press('Control+a');
  const bar = page.getByRole('region', { name: 'Chosen posts' });
  await expect(bar).toContainText('50 chosen');
  let running = 0;
  let most = 0;
  await page.route('**/api/rtm-sys/posts/*', async (route) => {
    running += 1;
    most = Math.max(most, running);
    const response = await route.fetch();
    running -= 1;
    await route.fulfill({ response });
  });
  await bar.getByRole('button', { name: 'Hide…' }).click();
  const question = page.getByRole('dialog', { name: 'Hide 50 Posts?' });
  await question.getByRole('radio', { name: 'Advertising or spam' }).check();
  await question.getByRole('button', { name: 'Hide', exact: true }).click();
  await expect(page.getByRole('progressbar', { name: 'Hide 50 posts' })).toBeVisible();
  const outcome = page.getByRole('dialog', { name: '50 posts hidden' });
  await expect(outcome).toContainText('50 of 50');
  expect(await seriousFindings(page)).toEqual([]);
  expect(most).toBeLessThanOrEqual(4);
  for (const id of [ids[0]!, ids[MANY - 1]!]) expect(await isPublic(page, id)).toBe(false);

  await outcome.getByRole('button', { name: 'Undo All' }).click();
  const undone = page.getByRole('dialog', { name: '50 posts undone' });
  await expect(undone).toBeVisible();
  for (const id of [ids[0]!, ids[MANY - 1]!]) expect(await isPublic(page, id)).toBe(true);
  await undone.getByRole('button', { name: 'Close' }).first().click();
  await expect(rows.nth(1)).toContainText('Pending Review');
  // Other tests of this site find theirs on the first page.
  for (const id of ids) expect((await call(page, 'DELETE', `/api/user/posts/${id}`)).ok()).toBe(true);
});
