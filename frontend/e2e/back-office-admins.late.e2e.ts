import { expect } from '@playwright/test';
import { adminPassword, enterBackOffice, newAdmin, signInAdmin } from './support/admins.ts';
import { seriousFindings } from './support/axe.ts';
import { toast } from './support/community.ts';
import { test } from './support/site.ts';

test('an act that needs two people is refused to the one who asked, and confirmed by another', async ({
  page,
  browser,
  running: { dataDir },
}) => {
  const asking = await enterBackOffice(page, dataDir, 'owner');
  const [second, dismissed] = [await newAdmin(dataDir, 'owner'), await newAdmin(dataDir, 'owner')];
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
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await seriousFindings(page)).toEqual([]);
  }
  await confirm.click();
  await expect(toast(page, 'Failed to confirm')).toBeVisible();

  const other = await browser.newPage();
  await signInAdmin(other, second);
  await other.goto('/rtm-sys/admins');
  await expect(other.getByRole('list', { name: 'Proposals' })).toContainText(`Asked by ${asking}`);
  await other.getByRole('button', { name: `Confirm: Dismiss an owner: ${dismissed}` }).click();
  await expect(toast(other, 'Confirmed')).toBeVisible();
  await expect(
    other.getByRole('list', { name: 'Admins' }).getByRole('listitem').filter({ hasText: dismissed }),
  ).toContainText('Dismissed');
  const refused = await other.request.post('/api/rtm-sys/login', {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { username: dismissed, password: adminPassword },
  });
  expect(refused.status()).toBe(401);
  await other.close();
});

test('an owner invites an admin, who creates a login by the mailed link', async ({
  page,
  browser,
  running: { dataDir },
}) => {
  await enterBackOffice(page, dataDir, 'owner');
  await page.goto('/rtm-sys/admins');
  const email = `new-${Date.now()}@example.org`;
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(page.getByRole('list', { name: 'Open invitations' })).toContainText(email);
  let link = '';
  await expect
    .poll(
      async () => {
        const list = await (await page.request.get('/sandbox/mail')).text();
        const entry = list.split('<li>').find((item) => item.includes(email));
        const mail = entry && /href="([^"]+)"/.exec(entry)?.[1];
        const text = mail ? await (await page.request.get(mail)).text() : '';
        link = /https?:\/\/[^\s"<]+\?invitation=[^\s"<]+/.exec(text)?.[0] ?? '';
        return link;
      },
      { intervals: [50] },
    )
    .not.toBe('');
  const { pathname, search } = new URL(link);
  const guest = await browser.newPage();
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
  await guest.close();
});
