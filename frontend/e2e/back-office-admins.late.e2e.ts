import { expect } from '@playwright/test';
import { adminPassword } from './support/admins.ts';
import { seriousFindings } from './support/axe.ts';
import { toast } from './support/community.ts';
import { test } from './support/site.ts';
import { invitationLink } from './support/visitor.ts';

test('an owner invites an admin, who creates a login by the mailed link', async ({
  owner: page,
  newBrowser,
}) => {
  await page.goto('/rtm-sys/admins');
  const email = `new-${Date.now()}@example.org`;
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(page.getByRole('list', { name: 'Open invitations' })).toContainText('n•••@e•••.org');
  const { pathname, search } = new URL(await invitationLink(email));
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
