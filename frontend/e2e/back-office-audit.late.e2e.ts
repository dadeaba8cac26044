import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { enterBackOffice, rowsOf } from './support/admins.ts';
import { call } from './support/api.ts';
import { expectWellAtWidths } from './support/axe.ts';
import { answerContains, buyBoost } from './support/checkout.ts';
import { test } from './support/site.ts';

const box = (page: Page) => page.getByRole('combobox', { name: 'Search everything' });
const lines = (page: Page) => rowsOf(page, 'lines');

interface Line {
  subjects: readonly { kind: string; id: string }[];
}

/** The lines that the API answers for a filter. */
async function linesOf(page: Page, filter: string) {
  const answer = await page.request.get(`/api/rtm-sys/audit?${filter}`);
  expect(answer.status()).toBe(200);
  return answer.json();
}

test('finance finds a payment by the id of its webhook, follows it to the refund, and exports the lines', async ({
  user: page,
}) => {
  await buyBoost(page, 'regular');
  const [{ id }] = await (await page.request.get('/api/user/payments')).json();
  await enterBackOffice(page, 'finance');
  const refund = { amount: null, reason: 'Paid twice.' };
  expect((await call(page, 'POST', `/api/rtm-sys/payments/${id}/refund`, refund)).ok()).toBe(true);
  await answerContains(page, `/api/rtm-sys/audit?subject=payment:${id}`, 'RefundObserved');
  const about: Line[] = await linesOf(page, `subject=payment:${id}&limit=100`);
  const intent = about.flatMap(({ subjects }) => subjects).find((one) => one.id.startsWith('pi_'))?.id;
  const [webhook] = await linesOf(page, `subject=stripe:${intent}&action=StripeEventReceived&limit=1`);
  const webhookId = (webhook as Line).subjects.find((one) => one.id.startsWith('evt_'))?.id ?? '';

  await page.goto('/rtm-sys/boosts');
  await expect(page.getByRole('heading', { name: 'Boosts' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type(webhookId);
  await expect(page.getByRole('listbox', { name: 'Found' }).getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/rtm-sys\/audit\?subject=stripe/);
  await expect(lines(page)).toHaveCount(2);
  await lines(page)
    .getByRole('link', { name: `Everything about ${intent}` })
    .press('Enter');
  await lines(page)
    .getByRole('link', { name: /^Everything about payment/ })
    .first()
    .press('Enter');
  await expect(page).toHaveURL(new RegExp(`subject=payment(:|%3A)${id}`));
  // What follows from the refund may be there by now.
  await expect(lines(page).nth(about.length)).toBeVisible();
  await expectWellAtWidths(page);

  await lines(page).filter({ hasText: 'started to refund' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^Refund/, level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'As Stored' })).toBeVisible();
  await expectWellAtWidths(page);
  await page.goBack();

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv.trim().split('\r\n').length).toBeGreaterThan(about.length);
  expect(csv).toContain('RefundObserved');
});

test('filters are in the address, combine, and count what the server counts', async ({
  post,
  owner: page,
}) => {
  await page.goto(`/rtm-sys/audit?action=PostPublished&action=PhotoRated&from=2020-01-01T00:00:00.000Z`);
  await expect(page.getByLabel('Action', { exact: true })).toHaveValue('PostPublished,PhotoRated');
  await expect(lines(page).filter({ hasText: 'published' }).first()).toBeVisible();
  const tabs = page.getByRole('navigation', { name: 'Audit trail' });
  await tabs.getByRole('link', { name: 'Moderation' }).click();
  await expect(tabs.locator('[aria-current]')).toHaveText(['Moderation']);
  await tabs.getByRole('link', { name: 'Everything' }).click();
  await expect(tabs.locator('[aria-current]')).toHaveText(['Everything']);
  await page.goto(`/rtm-sys/post/${post}`);
  await page.getByRole('link', { name: 'Audit trail of this post' }).click();
  await page.getByLabel('Action', { exact: true }).selectOption('PostPublished');
  await page.getByLabel('Role', { exact: true }).selectOption('user');
  await expect(page).toHaveURL(/role=user/);
  await expect(lines(page)).toHaveCount(2);
  const did = lines(page)
    .nth(1)
    .getByRole('link', { name: /^What .+ did$/ });
  const name = await did.innerText();
  await did.click();
  await expect(page).toHaveURL(/actor=/);
  await expect(lines(page)).toHaveCount(2);
  await expect(page.getByRole('button', { name: `About: post ${post.slice(-8)}` })).toBeVisible();
  await page.getByRole('button', { name: `By: ${name}` }).click();
  await page.getByLabel('To', { exact: true }).fill('2020-01-02T00:00:05');
  await expect(page.getByText('No lines here.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('2020-01-02T00:00:05');
});

test('an owner sees new lines announced, and looks at what is personal in one', async ({
  user: _,
  owner: page,
}) => {
  await page.goto('/rtm-sys/audit?action=AccountRegistered,EventDisclosed');
  await expect(lines(page).nth(1)).toContainText('registered an account');
  await lines(page)
    .nth(1)
    .getByRole('link', { name: /^Open Account registered/ })
    .click();
  const data = page.getByRole('region', { name: 'Data', exact: true });
  await expect(data).toContainText('"email": null');
  await page.getByRole('button', { name: /^Look/ }).click();
  await expect(data).toContainText('@');
  await page.getByRole('link', { name: 'Audit Trail' }).first().click();
  await page.goto('/rtm-sys/audit?action=EventDisclosed');
  await expect(lines(page)).toHaveCount(2);
  const [{ id }] = await linesOf(page, 'action=AccountRegistered&limit=1');
  expect((await call(page, 'POST', `/api/rtm-sys/audit/${id}/look`)).ok()).toBe(true);
  await page.getByRole('button', { name: /^1 new line/ }).click();
  await expect(lines(page)).toHaveCount(3);
});
