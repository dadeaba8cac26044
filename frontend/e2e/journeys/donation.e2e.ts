import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { enterBackOffice } from '../support/admins.ts';
import { toast } from '../support/community.ts';
import { test } from '../support/site.ts';

test('a visitor donates, and finance finds the payment, refunds it, and books both', async ({ page }) => {
  await page.goto('/boost');
  await page.getByLabel('Custom amount').fill('12.34');
  await page.getByRole('button', { name: 'Donate USD 12.34' }).click();
  await page.getByRole('button', { name: 'Pay USD 12.34' }).click();
  await expect(page.getByRole('dialog', { name: 'Thank You!' })).toBeVisible();

  await enterBackOffice(page, 'finance');
  await page.goto('/rtm-sys/payments?kind=donation&state=paid');
  await page.getByLabel('Amount from (USD)').fill('12.34');
  await expect(page).toHaveURL(/amountFrom=1234/);
  await page
    .getByRole('link', { name: /^Open the payment of USD 12\.34/ })
    .first()
    .click();
  const timeline = page.getByRole('list', { name: 'Timeline' });
  await expect(timeline).toContainText(/sent evt_\w+, checkout\.session\.completed, about cs_/);
  await page.getByRole('button', { name: 'Refund…' }).click();
  const question = page.getByRole('dialog', { name: 'Refund This Payment?' });
  await question.getByLabel('Amount in USD').fill('4.99');
  await question.getByLabel('Reason').fill('Given twice.');
  await question.getByRole('button', { name: 'Refund' }).click();
  await expect(toast(page, 'Payment is being refunded')).toBeVisible();
  await expect(timeline).toContainText(/finance\S* started to refund USD 4\.99 of payment/);
  await expect(page.getByRole('region', { name: 'Facts' })).toContainText('USD 4.99');

  // The id of its webhook leads from anywhere to its lines in the audit trail.
  const [webhook = ''] = /evt_\w+/.exec(await timeline.innerText()) ?? [];
  await page.goto('/rtm-sys/boosts');
  await page.getByRole('combobox', { name: 'Search everything' }).fill(webhook);
  await expect(page.getByRole('listbox', { name: 'Found' }).getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid', { name: 'lines' })).toContainText(`sent ${webhook}`);
  await page.goto('/rtm-sys/payments/daily-sums');
  const file = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Bookkeeping CSV' }).click();
  const books = await readFile(await (await file).path(), 'utf8');
  expect(books).toMatch(/,donation,\w+,12\.34,/);
  expect(books).toMatch(/,donation,\w+,-4\.99,/);
});
