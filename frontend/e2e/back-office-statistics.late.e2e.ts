import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { adminPassword, rowsOf } from './support/admins.ts';
import { expectWellAtWidths } from './support/axe.ts';
import { tabTo } from './support/community.ts';
import { test } from './support/site.ts';
import { publish } from './support/visitor.ts';

test('an owner goes from a figure to its lines, changes the range by keyboard, and downloads the figures', async ({
  owner: page,
  otherPage: other,
}) => {
  await publish(other);
  await page.goto('/rtm-sys/statistics');
  await expect(page.getByRole('heading', { name: 'Statistics', level: 1 })).toBeVisible();
  await page.getByRole('navigation', { name: 'Statistics' }).getByRole('link', { name: 'Content' }).click();
  const posts = page.getByRole('listitem').filter({ hasText: 'Posts that were published' });
  await expect(posts.getByRole('img', { name: /^Bar chart: Posts\./ })).toBeVisible();
  await expectWellAtWidths(page, [360, 1440]);

  // By keyboard, to weeks: the address says so.
  await page.getByLabel('By', { exact: true }).focus();
  await page.keyboard.press('w');
  await tabTo(page, /^Show$/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/[?&]part=content&.*by=week/);
  const table = page.getByRole('table', { name: 'Figures by week' });
  const present = table.getByRole('row').nth(1);
  await expect(present).toContainText(/^\d{4}-W\d\d Not over/);

  // As if this sign-in were over 10 minutes old: the page asks, and no refusal takes its place.
  const stale = { code: 'sign_in_again', message: 'Too old.' };
  await page.route('**/statistics?*format=csv*', (route) => route.fulfill({ status: 403, json: stale }), {
    times: 1,
  });
  const file = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Is It Still You?' });
  await dialog.getByLabel('Password').fill(adminPassword);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const csv = await readFile(await (await file).path(), 'utf8');
  expect(csv).toMatch(/^\uFEFFperiod,first,last,isComplete,accounts,/);
  const [name = '', first, last] = csv.trimEnd().split('\r\n').at(-1)?.split(',') ?? [];
  await expect(present).toContainText(name);

  const links = present.getByRole('link');
  const address = new URL((await links.first().getAttribute('href')) ?? '', page.url());
  expect(address.pathname).toBe('/rtm-sys/audit');
  expect(Object.fromEntries(address.searchParams)).toEqual({
    action: 'PhotoRated',
    from: `${first}T00:00:00.000Z`,
    to: `${last}T23:59:59.999Z`,
  });
  await links.first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/rtm-sys\/audit\?action=PhotoRated&from=/);
  await expect(page.getByRole('heading', { name: 'Audit Trail', level: 1 })).toBeVisible();
  await expect(rowsOf(page, 'lines').nth(1)).toContainText('uploaded');
  await page.goBack();
  await expect(page).toHaveURL(/[?&]part=content&.*by=week/);
  await expect(present).toContainText(name);

  await page.goto('/rtm-sys/statistics?part=content&from=2020-01-01&to=2020-01-31');
  await expect(page.getByText('Nothing of this was recorded in these days.')).toBeVisible();
});
