import { expect, type Page } from '@playwright/test';
import { adminPassword, enterBackOffice, newAdmin, signInAdmin } from './support/admins.ts';
import { call, me } from './support/api.ts';
import { expectWellAtWidths, seriousFindings } from './support/axe.ts';
import { toast } from './support/community.ts';
import { moveClock } from './support/server.ts';
import { test } from './support/site.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

test.use({ program: 'moving' });

/** Confirms an act on the page of the admins. */
async function confirm(page: Page, act: RegExp): Promise<void> {
  await page.goto('/rtm-sys/admins');
  await page.getByRole('button', { name: act }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm This Act?' });
  await dialog.getByLabel('Password').fill(adminPassword);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
}

test('a refund above the limit starts once an owner confirms it', async ({ page, newBrowser }) => {
  const owner = await newAdmin('owner');
  await moveClock(DAY_MS);
  const started = await call(page, 'POST', '/api/donations/checkout', { amount: 6000 });
  const { url } = await started.json();
  const headers = { 'sec-fetch-site': 'same-origin' };
  await page.request.post(url, { headers, form: { act: 'pay' }, maxRedirects: 0 });
  await enterBackOffice(page, 'finance');
  await page.goto('/rtm-sys/payments?kind=donation&state=paid');
  await page.getByRole('link', { name: /^Open the payment of USD 60\.00/ }).click();
  await page.getByRole('button', { name: 'Refund…' }).click();
  const question = page.getByRole('dialog', { name: 'Refund This Payment?' });
  await question.getByLabel('Reason').fill('A mistake.');
  await question.getByRole('button', { name: 'Refund' }).click();
  await expect(toast(page, 'An owner must confirm this')).toBeVisible();

  const other = await newBrowser();
  await signInAdmin(other, owner);
  await confirm(other, /^Confirm: Refund a payment: USD 60\.00/);
  await expect(toast(other, 'Confirmed')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('Refund started · USD 60.00');
});

test('a person is deleted once a second owner confirms it, in another browser than the one who asked', async ({
  page,
  newBrowser,
  otherPage: person,
}) => {
  const { anonymousUsername: name } = await me(person);
  const [first, second] = [await newAdmin('owner'), await newAdmin('owner')];
  await moveClock(DAY_MS);
  await signInAdmin(page, first);
  await moveClock(11 * MINUTE_MS);
  await page.goto(`/rtm-sys/users?search=${name}`);
  await page.getByRole('button', { name: /^Delete/ }).click();
  const dialog = page.getByRole('dialog', { name: `Delete Person: ${name}` });
  await dialog.getByRole('radio', { name: 'Insults or harassment' }).check();
  await dialog.getByRole('button', { name: 'Delete Person' }).click();
  // The sign-in is too old: the call is repeated after the password.
  const again = page.getByRole('dialog', { name: 'Is It Still You?' });
  await again.getByLabel('Password').fill('not this password');
  await again.getByRole('button', { name: 'Continue' }).click();
  await expect(again.getByText('Invalid credentials')).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await again.getByLabel('Password').fill(adminPassword);
  await again.getByRole('button', { name: 'Continue' }).click();
  await expect(toast(page, 'Another owner must confirm this')).toBeVisible();

  const act = new RegExp(`^Confirm: Delete a person: ${name}`);
  await signInAdmin(page, second);
  await confirm(page, act);
  await expect(page.getByText(/^Use another browser/)).toBeVisible();
  expect((await person.request.get('/api/auth/me')).status()).toBe(200);
  const other = await newBrowser();
  await signInAdmin(other, second);
  await confirm(other, act);
  await expect(toast(other, 'Confirmed')).toBeVisible();
  expect((await person.request.get('/api/auth/me')).status()).toBe(401);
});

test('an owner is dismissed once another owner confirms it', async ({ page, newBrowser }) => {
  const [second, dismissed] = [await newAdmin('owner'), await newAdmin('owner')];
  await moveClock(DAY_MS);
  const asking = await enterBackOffice(page, 'owner');
  await page.goto('/rtm-sys/admins');
  await page.getByRole('button', { name: `Dismiss ${dismissed}`, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await expect(dialog.getByText('Please give a reason')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Left the team.');
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast(page, 'Another owner must confirm this')).toBeVisible();
  const asked = page.getByRole('list', { name: 'Proposals' });
  await expect(asked).toContainText('You asked');
  await expect(asked.getByRole('button', { name: /^Confirm/ })).toBeHidden();
  await expectWellAtWidths(page);

  const other = await newBrowser();
  await signInAdmin(other, second);
  await other.goto('/rtm-sys/admins');
  await expect(other.getByRole('list', { name: 'Proposals' })).toContainText(`Asked by ${asking}`);
  const act = `Dismiss an owner: ${dismissed}`;
  await other.getByRole('button', { name: `Confirm: ${act}` }).click();
  await expect(other.getByRole('dialog')).toContainText(
    `${act}. ${asking} asked for it. It is carried out at once.“Left the team.”`,
  );
  await confirm(other, new RegExp(`^Confirm: ${act}`));
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
