import { expect } from '@playwright/test';
import { enterBackOffice } from './support/admins.ts';
import { seriousFindings } from './support/axe.ts';
import { anotherPerson, toast } from './support/community.ts';
import { test } from './support/site.ts';

test('a suspended person sees why, and no longer once they are restored', async ({
  page,
  browser,
  running: { dataDir },
}) => {
  const person = await anotherPerson(browser);
  const { anonymousUsername } = await (await person.request.get('/api/auth/me')).json();
  await enterBackOffice(page, dataDir, 'owner');
  await page.goto(`/rtm-sys/users?search=${anonymousUsername}`);
  const row = page
    .getByRole('grid', { name: 'users' })
    .getByRole('row')
    .filter({ hasText: anonymousUsername });
  await expect(row).toBeVisible();
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await seriousFindings(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  const dialog = page.getByRole('dialog');
  await row.getByRole('button', { name: /^Suspend/ }).click();
  await dialog.getByRole('radio', { name: 'Insults or harassment' }).check();
  await dialog.getByLabel('Until the end of').fill('2999-12-01');
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect(toast(page, 'User suspended')).toBeVisible();
  await expect(row).toContainText('Suspended until 1 December 2999');
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
  await person.context().close();
});

test('a person is made an admin, sees the link, and loses it again', async ({
  page,
  browser,
  running: { dataDir },
}) => {
  const person = await anotherPerson(browser);
  const { anonymousUsername } = await (await person.request.get('/api/auth/me')).json();
  await enterBackOffice(page, dataDir, 'owner');
  await page.goto(`/rtm-sys/users?search=${anonymousUsername}`);
  const row = page
    .getByRole('grid', { name: 'users' })
    .getByRole('row')
    .filter({ hasText: anonymousUsername });
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
  await person.context().close();
});
