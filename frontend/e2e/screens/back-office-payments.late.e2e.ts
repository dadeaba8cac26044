import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import type { AdminPaymentDetails, PaymentActs } from '../../src/api/generated/schema.d.ts';
import { rowsOf } from '../support/admins.ts';
import { expectWellAtWidths, seriousFindings } from '../support/axe.ts';
import { tabTo, toast } from '../support/community.ts';
import { known, now, test } from '../support/screen.ts';
import { recording } from '../support/screen-server.ts';

test.use({ viewer: 'finance' });

const dialog = (page: Page) => page.getByRole('dialog');
const table = (page: Page, name: string) => page.getByRole('table', { name });
const payment = recording.answers.finance[`GET /api/rtm-sys/payments/${known.payment}`]!
  .body as AdminPaymentDetails;
const success = { success: true } as const;

test('finance refunds, declines a request and decides a dispute, each for a reason', async ({
  page,
  api,
}) => {
  let changes: Partial<AdminPaymentDetails> = {};
  const can = (more: Partial<PaymentActs>): void => {
    changes = {
      refundRequest: 'open',
      disputes: [{ id: 'du_1', state: 'lost' } as AdminPaymentDetails['disputes'][number]],
      can: {
        observe: false,
        grant: false,
        dismiss: false,
        decline: false,
        refund: false,
        mostRefundable: { amount: 500, currency: 'usd' },
        disputes: [],
        dismissWarnings: false,
        ...more,
      },
    };
  };
  can({ refund: true, decline: true, disputes: ['du_1'], dismissWarnings: true });
  api.answer('GET /api/rtm-sys/payments/{id}', () => ({ ...payment, ...changes }));
  api.answer('GET /api/rtm-sys/payments', (all) =>
    all.map((one) => (one.id === payment.id ? { ...one, state: 'suspected' } : one)),
  );
  await page.goto('/rtm-sys/payments');
  await expect(page.getByRole('group', { name: 'Sums' })).toContainText(/USD \d+\.\d\d paid in 3 payments/);
  await expectWellAtWidths(page, [360, 1440]);
  const row = rowsOf(page, 'payments').filter({
    has: page.locator(`a[href="/rtm-sys/payment/${known.payment}"]`),
  });
  await expect(row).toContainText('Suspected of fraud');
  await row.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/rtm-sys/payment/${known.payment}`);
  const timeline = page.getByRole('list', { name: 'Timeline' });
  await expect(timeline).toContainText(/sent evt_\w+, checkout\.session\.completed, about cs_/);
  await expect(page.getByRole('link', { name: 'All boosts' })).toHaveCount(0);
  await expectWellAtWidths(page, [360, 1440]);
  api.on('GET /api/rtm-sys/payments/{id}/evidence', async () => ({ status: 200, body: 'Paid by card.' }));
  const evidence = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Evidence for a dispute' }).click();
  expect(await readFile(await (await evidence).path(), 'utf8')).toBe('Paid by card.');

  await page.getByRole('button', { name: 'Refund…' }).click();
  await dialog(page).getByLabel('Amount in USD').fill('1000');
  await dialog(page).getByLabel('Reason').fill('Paid twice.');
  await dialog(page).getByRole('button', { name: 'Refund' }).click();
  await expect(dialog(page)).toContainText('Please enter an amount between');
  await dialog(page).getByLabel('Amount in USD').fill('4.99');
  expect(await seriousFindings(page)).toEqual([]);
  const askedRefund = {
    proposalId: 'a-proposal',
    amount: { amount: 499, currency: 'usd' },
    askedBy: 'fin',
    dueAt: now,
    isDelayed: false,
  };
  api.answer('POST /api/rtm-sys/payments/{id}/refund', { ...payment, askedRefund });
  await dialog(page).getByRole('button', { name: 'Refund' }).click();
  await expect(toast(page, 'An owner must confirm this')).toBeVisible();
  const [refund] = api.calls('POST /api/rtm-sys/payments/{id}/refund');
  expect(refund?.body).toEqual({ amount: 499, reason: 'Paid twice.' });

  for (const end of ['decline', 'dismiss-warnings'] as const) {
    api.answer(`POST /api/rtm-sys/payments/{id}/${end}`, payment);
  }
  api.answer('POST /api/rtm-sys/payments/{id}/disputes/{disputeId}/decide', payment);
  await page.getByRole('button', { name: 'Decline Request…' }).press('Enter');
  await expect(dialog(page).getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('The boost was used.');
  await tabTo(page, /^Decline$/);
  can({ disputes: ['du_1'], dismissWarnings: true });
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Payment is not refunded')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Decline Request…' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Dismiss the Warnings…' }).click();
  await dialog(page).getByLabel('Reason').fill('The buyer called.');
  await dialog(page).getByRole('button', { name: 'Dismiss the Warnings' }).click();
  await expect(toast(page, 'Payment warnings dismissed')).toBeVisible();
  await page.getByRole('button', { name: 'Decide Dispute…' }).click();
  await dialog(page).getByLabel('Reason').fill('They won it.');
  await dialog(page).getByRole('button', { name: 'Decide' }).click();
  await expect(dialog(page).getByText('Please choose what happens to the boost')).toBeVisible();
  await expectWellAtWidths(page);
  await dialog(page).getByRole('radio', { name: 'The boost is revoked' }).check();
  can({});
  changes.boostState = 'revoked';
  await dialog(page).getByRole('button', { name: 'Decide' }).click();
  await expect(toast(page, 'Payment decided')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Facts' })).toContainText(/Boost\s*Revoked/);
  await expect(page.getByRole('link', { name: 'All boosts' })).toHaveAttribute(
    'href',
    `/rtm-sys/boosts?owner=${payment.userId}`,
  );
  await expect(page.getByRole('button', { name: 'Decide Dispute…' })).toHaveCount(0);
  const [declined] = api.calls('POST /api/rtm-sys/payments/{id}/decline');
  expect(declined?.body).toEqual({ reason: 'The boost was used.' });
  const [dismissed] = api.calls('POST /api/rtm-sys/payments/{id}/dismiss-warnings');
  expect(dismissed?.body).toEqual({ reason: 'The buyer called.' });
  const [decided] = api.calls('POST /api/rtm-sys/payments/{id}/disputes/{disputeId}/decide');
  expect(decided?.body).toEqual({ boost: 'revoked', reason: 'They won it.' });
});

test('amounts of the filter are typed in units of the currency, and stand in the address', async ({
  page,
  api,
}) => {
  api.answer('GET /api/rtm-sys/payments', []);
  api.answer('GET /api/rtm-sys/payments/sums', { isWhole: true, currencies: [] });
  await page.goto('/rtm-sys/payments');
  await page.getByLabel('Amount from (USD)').fill('9,99');
  await expect(page).toHaveURL(/amountFrom=999/);
  await page.getByLabel('Amount to (USD)').fill('ten');
  await expect(page.getByLabel('Amount to (USD)')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Amount to (USD)').fill('10');
  await expect(page).toHaveURL(/amountTo=1000/);
  await page.reload();
  await expect(page.getByLabel('Amount from (USD)')).toHaveValue('9.99');
  await page.getByLabel('From', { exact: true }).fill('2099-01-01');
  await expect(page).toHaveURL(/from=2099-01-01/);
  await expect(page.getByText('No payments match these filters.')).toBeVisible();
  await expect
    .poll(() => api.calls('GET /api/rtm-sys/payments').at(-1)?.query)
    .toMatchObject({
      amountFrom: '999',
      amountTo: '1000',
    });
});

test('a parked event is dismissed by key', async ({ page, api }) => {
  const event = {
    id: 'evt_1QxyzABCdefGHIjklMNOpqr',
    eventType: 'charge.refunded',
    objectId: 'ch_3Q0000000000abcdef',
    reason: 'The currency differs from the one of the checkout.',
    parkedAt: now,
  };
  let parked = [event];
  api.answer('GET /api/rtm-sys/payments/parked-events', () => parked);
  api.on('POST /api/rtm-sys/payments/parked-events/{id}/dismiss', async () => {
    parked = [];
    return { status: 200, body: success };
  });
  await page.goto('/rtm-sys/payments/parked-events');
  const row = rowsOf(page, 'parked events').filter({ hasText: event.id });
  await expect(row).toContainText(event.reason);
  await expect(row.getByRole('link', { name: event.objectId })).toHaveAttribute(
    'href',
    `/rtm-sys/payments?search=${event.objectId}`,
  );
  await expectWellAtWidths(page);
  await row.focus();
  await page.keyboard.press('d');
  await dialog(page).getByLabel('Reason').fill('Refunded by hand.');
  await dialog(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast(page, 'Event dismissed')).toBeVisible();
  await expect(page.getByText('There are no parked events.')).toBeVisible();
  const [dismissed] = api.calls('POST /api/rtm-sys/payments/parked-events/{id}/dismiss');
  expect(dismissed).toMatchObject({ params: { id: event.id }, body: { reason: 'Refunded by hand.' } });
});

test('the last reconciliation is shown with every difference, and what ends it @verify', async ({
  page,
  api,
}) => {
  const id = '00000000-0000-4000-8000-000000000001';
  const price = (amount: number) => ({ amount, currency: 'usd' as const });
  const run = {
    id,
    at: now,
    since: now,
    mode: 'live' as const,
    compared: { charge: 12, refund: 1, dispute: 0, event: 40 },
    differences: 1,
    pending: 2,
    foreign: 3,
    settled: 0,
    totals: [
      {
        currency: 'usd' as const,
        charged: { provider: 2388, log: 2388 },
        refunded: { provider: 199, log: 0 },
        disputed: { provider: 0, log: 0 },
      },
    ],
    balance: [{ currency: 'usd' as const, lines: 13, amount: 2189, fee: 430, net: 1759 }],
  };
  const difference = {
    kind: 'not in the log' as const,
    object: 'refund' as const,
    objectId: 're_3Q0000000000abcdef',
    reference: known.payment!,
    provider: { amount: price(199), state: 'succeeded' },
    log: null,
    createdAt: now,
    repair: 'observation appended' as const,
    isSettled: false,
    can: { observe: true, settle: true, says: 'Ask Stripe again.' },
  };
  api.answer('GET /api/rtm-sys/payments/reconciliation', [run]);
  api.answer('GET /api/rtm-sys/payments/reconciliation/{id}', () => ({ ...run, listed: [difference] }));
  api.answer('POST /api/rtm-sys/payments/reconciliation/{id}/observe', success);
  api.answer('POST /api/rtm-sys/payments/reconciliation/{id}/settle', () => {
    difference.isSettled = true;
    return success;
  });
  await page.goto('/rtm-sys/payments/reconciliation');
  const last = page.getByRole('region', { name: 'Last Run' });
  await expect(last).toContainText('1 difference');
  await expect(last).toContainText('USD 17.59: USD 21.89, less fees of USD 4.30');
  await expect(table(page, 'Totals').getByRole('row').filter({ hasText: 'Refunded' })).toContainText(
    /USD 1\.99\s*USD 0\.00/,
  );
  const row = table(page, 'Differences').getByRole('row').filter({ hasText: 're_3Q' });
  await expect(row).toContainText(/not in the log.*USD 1\.99, succeeded.*–.*observation appended/s);
  await expect(row.getByRole('link', { name: 'Open' })).toHaveAttribute(
    'href',
    `/rtm-sys/payment/${known.payment}`,
  );
  await expect(row).toContainText('Ask Stripe again.');
  await expectWellAtWidths(page);
  await row.getByRole('button', { name: 'Ask Stripe Again' }).click();
  await expect(toast(page, 'Stripe is asked again')).toBeVisible();
  await row.getByRole('button', { name: 'Settle…' }).click();
  await dialog(page).getByLabel('Reason').fill('Refunded by hand.');
  await dialog(page).getByRole('button', { name: 'Settle' }).click();
  await expect(row).toContainText('Settled');
  await expect(row.getByRole('button')).toHaveCount(0);
  const [observed] = api.calls('POST /api/rtm-sys/payments/reconciliation/{id}/observe');
  expect(observed).toMatchObject({ params: { id }, body: { objectId: difference.objectId } });
  const [settled] = api.calls('POST /api/rtm-sys/payments/reconciliation/{id}/settle');
  expect(settled?.body).toEqual({ objectId: difference.objectId, reason: 'Refunded by hand.' });
  await rowsOf(page, 'comparisons').nth(1).getByRole('link').first().click();
  await expect(page).toHaveURL(`/rtm-sys/payments/reconciliation/${id}`);
  await expect(table(page, 'Differences').getByRole('row')).toHaveCount(2);
  expect(await seriousFindings(page)).toEqual([]);
});
