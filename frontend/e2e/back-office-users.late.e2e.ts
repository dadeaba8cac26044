import { expect, type Locator, type Page } from '@playwright/test';
import { rowsOf } from './support/admins.ts';
import { me, type Person } from './support/api.ts';
import { expectWellAtWidths, seriousFindings } from './support/axe.ts';
import { toast } from './support/community.ts';
import { test } from './support/site.ts';

async function openUser(page: Page, person: Person): Promise<{ row: Locator; name: string }> {
  const { anonymousUsername: name } = await me(person);
  await page.goto(`/rtm-sys/users?search=${name}`);
  return { row: rowsOf(page, 'users').filter({ hasText: name }), name };
}

test('a suspended person sees why, and no longer once they are restored, as their posts', async ({
  owner: page,
  otherPage: person,
  post: postId,
}) => {
  const isShown = async () => (await page.request.get(`/api/posts/${postId}`)).ok();
  const { row } = await openUser(page, person);
  await expect(row).toBeVisible();
  await expectWellAtWidths(page, [360, 1440]);
  const dialog = page.getByRole('dialog');
  await row.getByRole('button', { name: /^Suspend/ }).click();
  await dialog.getByRole('radio', { name: 'Insults or harassment' }).check();
  await dialog.getByLabel('Until the end of').fill('2999-12-01');
  await dialog.getByLabel('Hide their posts until then').check();
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect(toast(page, 'User suspended')).toBeVisible();
  await expect(row).toContainText('Suspended until 1 December 2999');
  await expect.poll(isShown).toBe(false);
  await person.goto('/leaderboard');
  const banner = person.getByRole('region', { name: 'About your account' });
  await expect(banner).toContainText('Your account is suspended until 1 December 2999');

  await row.getByRole('button', { name: /^Restore/ }).click();
  await expect(dialog.getByLabel('Reason')).toBeVisible();
  await expect(dialog.getByRole('alert')).toHaveText('');
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Please give a reason');
  await dialog.getByLabel('Reason').fill('They said sorry.');
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expect(toast(page, 'User restored')).toBeVisible();
  await person.reload();
  await expect(person.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(banner).toBeHidden();
  await expect.poll(isShown).toBe(true);
});

test('a person is made an admin, sees the link, and loses it again', async ({
  owner: page,
  otherPage: person,
}) => {
  const { row } = await openUser(page, person);
  const dialog = page.getByRole('dialog');
  await row.getByRole('button', { name: /^Make Admin/ }).click();
  await dialog.getByLabel('Reason').fill('Joins the team.');
  await dialog.getByRole('button', { name: 'Make Admin' }).click();
  await expect(toast(page, 'Invitation sent')).toBeVisible();
  await person.goto('/');
  const link = person.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' });
  await expect(link).toBeVisible();
  await row.getByRole('button', { name: /^Revoke Admin/ }).click();
  await dialog.getByLabel('Reason').fill('Left the team.');
  await dialog.getByRole('button', { name: 'Revoke Admin' }).click();
  await expect(toast(page, 'Admin rights revoked')).toBeVisible();
  await person.reload();
  await expect(person.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(link).toBeHidden();
});

test('a strike is given once, however often it is sent', async ({ owner: page, other: person }) => {
  const { row, name } = await openUser(page, person);
  // The first answer is lost on its way.
  await page.route('**/strikes', async (route) => {
    await route.fetch();
    await route.abort();
    await page.unroute('**/strikes');
  });
  const dialog = page.getByRole('dialog');
  await row.getByRole('button', { name: /^Strike/ }).click();
  await dialog.getByRole('radio', { name: 'Advertising or spam' }).check();
  await dialog.getByRole('button', { name: 'Give a Strike' }).click();
  // The browser sends it again, and the server recognises it.
  await expect(toast(page, 'Strike given')).toBeVisible();
  const [user] = await (await page.request.get(`/api/rtm-sys/users?search=${name}`)).json();
  expect(user.strikes).toBe(1);
});

test('a moderator sees the people, but decides nothing about them', async ({
  moderator: page,
  newPerson,
}) => {
  await newPerson();
  await page.goto('/rtm-sys/users');
  await expect(rowsOf(page, 'users').nth(1)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Suspend/ })).toHaveCount(0);
});
