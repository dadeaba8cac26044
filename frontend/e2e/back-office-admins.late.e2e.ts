import { expect } from '@playwright/test';
import { adminPassword, signInAdmin } from './support/admins.ts';
import { call } from './support/api.ts';
import { expectWellAtWidths, seriousFindings } from './support/axe.ts';
import { toast } from './support/community.ts';
import { test } from './support/site.ts';
import { invitationLink } from './support/visitor.ts';

test('an act that needs two people is refused to the one who asked, and confirmed by another', async ({
  page,
  enterBackOffice,
  newAdmin,
  newBrowser,
}) => {
  const asking = await enterBackOffice(page, 'owner');
  const [second, dismissed] = [await newAdmin('owner'), await newAdmin('owner')];
  await page.goto('/rtm-sys/admins');
  await page.getByRole('button', { name: `Dismiss ${dismissed}`, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await expect(dialog.getByText('Please give a reason')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Left the team.');
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast(page, 'Another owner must confirm this')).toBeVisible();
  const confirm = page.getByRole('button', { name: `Confirm: Dismiss an owner: ${dismissed}` });
  await expect(confirm).toBeVisible();
  await expectWellAtWidths(page);
  await confirm.click();
  await expect(toast(page, 'Failed to confirm')).toBeVisible();

  const other = await newBrowser();
  await signInAdmin(other, second);
  await other.goto('/rtm-sys/admins');
  await expect(other.getByRole('list', { name: 'Proposals' })).toContainText(`Asked by ${asking}`);
  await other.getByRole('button', { name: `Confirm: Dismiss an owner: ${dismissed}` }).click();
  await expect(toast(other, 'Confirmed')).toBeVisible();
  await expect(
    other.getByRole('list', { name: 'Admins' }).getByRole('listitem').filter({ hasText: dismissed }),
  ).toContainText('Dismissed');
  const refused = await call(other, 'POST', '/api/rtm-sys/login', {
    username: dismissed,
    password: adminPassword,
  });
  expect(refused.status()).toBe(401);
});

test('an owner invites an admin, who creates a login by the mailed link', async ({
  owner: page,
  newBrowser,
}) => {
  await page.goto('/rtm-sys/admins');
  const email = `new-${Date.now()}@example.org`;
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(page.getByRole('list', { name: 'Open invitations' })).toContainText('n•••@e•••.org');
  const { pathname, search } = new URL(await invitationLink(page.request, email));
  const guest = await newBrowser();
  await guest.goto(pathname + search);
  await expect(guest.getByRole('heading', { name: 'You Are Invited' })).toBeVisible();
  expect(await seriousFindings(guest)).toEqual([]);
  const username = `guest-${Date.now()}`;
  await guest.getByLabel('Username').fill(username);
  await guest.getByLabel('Password', { exact: true }).fill(adminPassword);
  await guest.getByLabel('Confirm Password').fill(adminPassword);
  await guest.getByRole('button', { name: 'Create Login' }).click();
  await expect(toast(guest, 'Your login is ready')).toBeVisible();
  await guest.getByLabel('Username').fill(username);
  await guest.getByLabel('Password').fill(adminPassword);
  await guest.getByRole('button', { name: 'Sign In' }).click();
  await expect(guest).toHaveURL('/rtm-sys/posts');
});
