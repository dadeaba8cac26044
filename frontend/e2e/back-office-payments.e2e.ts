import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { enterBackOffice, rowsOf } from './support/admins.ts';
import { me } from './support/api.ts';
import { seriousFindings } from './support/axe.ts';
import { actOnNewestPayment, buyBoost } from './support/checkout.ts';
import { toast } from './support/community.ts';
import { test } from './support/site.ts';

/** The text of the file that a press downloads. */
async function downloaded(page: Page, press: () => Promise<void>): Promise<string> {
  const file = page.waitForEvent('download');
  await press();
  return readFile(await (await file).path(), 'utf8');
}

test('finance finds a payment by its Stripe id, refunds it, and downloads its files', async ({
  user: page,
}) => {
  await buyBoost(page, 'mega');
  await actOnNewestPayment(page, 'Warn of fraud');
  const { anonymousUsername } = await me(page);
  await enterBackOffice(page, 'finance');
  await page.goto('/rtm-sys/payments');
  const row = rowsOf(page, 'payments').filter({ hasText: anonymousUsername });
  await expect(row).toContainText(/Mega boost.*Suspected of fraud.*USD 9\.99/);
  await row.getByRole('link', { name: /^Open the payment of USD 9\.99/ }).click();
  const timeline = page.getByRole('list', { name: 'Timeline' });
  await expect(timeline).toContainText(/sent evt_\w+, checkout\.session\.completed, about cs_/);
  const session = await timeline.getByText(/^cs_/).first().textContent();

  await page.goto(`/rtm-sys/payments?search=${session}`);
  await expect(rowsOf(page, 'payments').filter({ hasText: 'Mega boost' })).toHaveCount(1);
  await expect(page.getByRole('group', { name: 'Sums' })).toHaveText(
    'USD 9.99 paid in 1 payment, USD 0.00 refunded',
  );
  expect(await seriousFindings(page)).toEqual([]);
  await row.getByRole('link', { name: /^Open the payment/ }).click();

  await page.getByRole('button', { name: 'Dismiss the Warnings…' }).click();
  const warnings = page.getByRole('dialog', { name: 'Dismiss the Warnings of Fraud?' });
  await warnings.getByLabel('Reason').fill('The buyer called.');
  await warnings.getByRole('button', { name: 'Dismiss the Warnings' }).click();
  await expect(timeline).toContainText(/finance\S* settled the warnings of fraud issfr_/);

  await page.getByRole('button', { name: 'Refund…' }).click();
  const question = page.getByRole('dialog', { name: 'Refund This Payment?' });
  await question.getByLabel('Amount in USD').fill('1000');
  await question.getByLabel('Reason').fill('Paid twice.');
  await question.getByRole('button', { name: 'Refund' }).click();
  await expect(question).toContainText('Please enter an amount between');
  await question.getByLabel('Amount in USD').fill('4.99');
  expect(await seriousFindings(page)).toEqual([]);
  await question.getByRole('button', { name: 'Refund' }).click();
  await expect(toast(page, 'Payment is being refunded')).toBeVisible();
  await expect(timeline).toContainText(/finance\S* started to refund USD 4\.99 of payment/);
  await expect(timeline).toContainText('“Paid twice.”');

  const evidence = await downloaded(page, () => page.getByRole('button', { name: /^Evidence/ }).click());
  expect(evidence).toContain(session);
  await page.goto('/rtm-sys/payments/daily-sums');
  await expect(page.getByRole('columnheader', { name: 'Net' })).toBeVisible();
  const books = await downloaded(page, () => page.getByRole('link', { name: 'Bookkeeping CSV' }).click());
  expect(books).toMatch(/^\uFEFFdate,reference,kind,movement,amountInMajorUnits,currency,stripeId/);
});

test('a moderator reaches no payment', async ({ moderator: page }) => {
  await page.goto('/rtm-sys/posts');
  await expect(page.getByRole('link', { name: 'Payments' })).toHaveCount(0);
  const answer = await page.request.get('/api/rtm-sys/payments');
  expect(answer.status()).toBe(403);
});
