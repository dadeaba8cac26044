import { expect, type Page } from '@playwright/test';
import { enterBackOffice, rowsOf, widenNames } from './support/admins.ts';
import { call } from './support/api.ts';
import { expectWellAtWidths, seriousFindings } from './support/axe.ts';
import { actOnNewestPayment, answerContains, buyBoost } from './support/checkout.ts';
import { tabTo, toast } from './support/community.ts';
import { test } from './support/site.ts';

/** The id of the newest payment of the person in this browser. */
async function newestPayment(page: Page): Promise<string> {
  const [{ id }] = await (await page.request.get('/api/user/payments')).json();
  return id;
}

const timeline = (page: Page) => page.getByRole('list', { name: 'Timeline' });
const table = (page: Page, name: string) => page.getByRole('table', { name });
const facts = (page: Page) => page.getByRole('region', { name: 'Facts' });

test('finance decides a lost dispute, and the boost is revoked', async ({ user: page }) => {
  await buyBoost(page, 'regular');
  const id = await newestPayment(page);
  await actOnNewestPayment(page, 'Open a dispute');
  await answerContains(page, '/api/user/payments', '"status":"disputed"');
  await actOnNewestPayment(page, 'We lose');
  await enterBackOffice(page, 'finance');
  await answerContains(page, `/api/rtm-sys/payments/${id}`, '"state":"lost"');
  await widenNames(page);
  await page.goto(`/rtm-sys/payment/${id}`);
  await page.getByRole('button', { name: 'Decide Dispute…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Decide the Lost Dispute?' });
  await dialog.getByLabel('Reason').fill('They won it.');
  await dialog.getByRole('button', { name: 'Decide' }).click();
  await expect(dialog.getByText('Please choose what happens to the boost')).toBeVisible();
  await expectWellAtWidths(page);
  await dialog.getByRole('radio', { name: 'The boost is revoked' }).check();
  await dialog.getByRole('button', { name: 'Decide' }).click();
  await expect(toast(page, 'Payment decided')).toBeVisible();
  await expect(timeline(page)).toContainText(/decided the lost du_\w+ about payment \w+: boost revoked\./);
  await expect(facts(page)).toContainText(/Boost\s*Revoked/);
  await expect(page.getByRole('button', { name: 'Decide Dispute…' })).toHaveCount(0);
});

test('finance declines a request for a refund, by keyboard', async ({ user: page }) => {
  await buyBoost(page, 'regular');
  const id = await newestPayment(page);
  expect((await call(page, 'POST', `/api/user/payments/${id}/refund-request`)).ok()).toBe(true);
  await enterBackOffice(page, 'finance');
  await page.goto('/rtm-sys/payments?needsAdmin=true');
  const row = rowsOf(page, 'payments').filter({ has: page.locator(`a[href="/rtm-sys/payment/${id}"]`) });
  await row.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Decline Request…' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('The boost was used.');
  await tabTo(page, /^Decline$/);
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Payment is not refunded')).toBeVisible();
  await expect(timeline(page)).toContainText('“The boost was used.”');
  await expect(facts(page)).toContainText(/Request for a refund\s*Declined/);
});

test('amounts of the filter are typed in units of the currency', async ({ user: page }) => {
  await buyBoost(page, 'mega');
  await enterBackOffice(page, 'finance');
  await page.goto('/rtm-sys/payments');
  await page.getByLabel('Amount from (USD)').fill('9,99');
  await expect(page).toHaveURL(/amountFrom=999/);
  await page.getByLabel('Amount to (USD)').fill('ten');
  await expect(page.getByLabel('Amount to (USD)')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Amount to (USD)').fill('10');
  await expect(page).toHaveURL(/amountTo=1000/);
  await expect(rowsOf(page, 'payments').nth(1)).toContainText('Mega boost');
  await page.reload();
  await expect(page.getByLabel('Amount from (USD)')).toHaveValue('9.99');
  await page.getByLabel('From', { exact: true }).fill('2099-01-01');
  await expect(page.getByText('No payments here.')).toBeVisible();
});

test('boosts and their payments lead to each other', async ({ user: page }) => {
  await buyBoost(page, 'mega');
  const id = await newestPayment(page);
  await enterBackOffice(page, 'finance');
  await page.goto('/rtm-sys/boosts');
  await page.locator(`a[href="/rtm-sys/payment/${id}"]`).click();
  await facts(page).getByRole('link', { name: 'All boosts' }).click();
  await expect(page).toHaveURL(/\/rtm-sys\/boosts\?owner=/);
  await expect(rowsOf(page, 'boosts')).toHaveCount(2);
});

// The answers are made up: Stripe would have to send what cannot be acted on.
test('a parked event is dismissed by key', async ({ finance: page }) => {
  const event = {
    id: 'evt_1QxyzABCdefGHIjklMNOpqr',
    eventType: 'charge.refunded',
    objectId: 'ch_3Q0000000000abcdef',
    reason: 'The currency differs from the one of the checkout.',
    parkedAt: '2026-11-20T10:00:00.000Z',
  };
  let isParked = true;
  await page.route('**/api/rtm-sys/payments/parked-events**', async (route) => {
    if (route.request().method() === 'GET') return route.fulfill({ json: isParked ? [event] : [] });
    expect(route.request().postDataJSON()).toEqual({ reason: 'Refunded by hand.' });
    isParked = false;
    return route.fulfill({ json: { ok: true } });
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
  await page.getByLabel('Reason').fill('Refunded by hand.');
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast(page, 'Event dismissed')).toBeVisible();
  await expect(page.getByText('No parked events here.')).toBeVisible();
});

// The answers are made up: the sandbox does not differ from the event log.
test('the last reconciliation is shown with every difference, and what ends it', async ({
  finance: page,
}) => {
  const id = '00000000-0000-4000-8000-000000000001';
  const reference = '00000000-0000-4000-8000-000000000002';
  const price = (amount: number) => ({ amount, currency: 'usd' });
  const run = {
    id,
    at: '2026-11-21T10:00:00.000Z',
    since: '2026-11-01T00:00:00.000Z',
    mode: 'live',
    compared: { charge: 12, refund: 1, dispute: 0, event: 40 },
    differences: 1,
    pending: 2,
    foreign: 3,
    settled: 0,
    totals: [
      {
        currency: 'usd',
        charged: { provider: 2388, log: 2388 },
        refunded: { provider: 199, log: 0 },
        disputed: { provider: 0, log: 0 },
      },
    ],
    balance: [{ currency: 'usd', lines: 13, amount: 2189, fee: 430, net: 1759 }],
  };
  const listed = [
    {
      kind: 'not in the log',
      object: 'refund',
      objectId: 're_3Q0000000000abcdef',
      reference,
      provider: { amount: price(199), state: 'succeeded' },
      log: null,
      createdAt: run.at,
      repair: 'observation appended',
      isSettled: false,
      can: { observe: true, settle: true, says: 'Ask Stripe again.' },
    },
  ];
  const path = `/api/rtm-sys/payments/reconciliation/${id}`;
  const sent: unknown[] = [];
  for (const act of ['observe', 'settle']) {
    await page.route(`**${path}/${act}`, async (route) => {
      sent.push(act, route.request().postDataJSON());
      listed[0]!.isSettled = act === 'settle';
      await route.fulfill({ json: { success: true } });
    });
  }
  await page.route('**/api/rtm-sys/payments/reconciliation?**', (route) => route.fulfill({ json: [run] }));
  await page.route('**/api/rtm-sys/payments/reconciliation', (route) => route.fulfill({ json: [run] }));
  await page.route(`**${path}`, (route) => route.fulfill({ json: { ...run, listed } }));
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
    `/rtm-sys/payment/${reference}`,
  );
  await expect(row).toContainText('Ask Stripe again.');
  await expectWellAtWidths(page);
  await row.getByRole('button', { name: 'Ask Stripe Again' }).click();
  await expect(toast(page, 'Stripe is asked again')).toBeVisible();
  await row.getByRole('button', { name: 'Settle…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settle This Difference?' });
  await dialog.getByLabel('Reason').fill('Refunded by hand.');
  await dialog.getByRole('button', { name: 'Settle' }).click();
  await expect(row).toContainText('Settled');
  await expect(row.getByRole('button')).toHaveCount(0);
  const { objectId } = listed[0]!;
  expect(sent).toEqual(['observe', { objectId }, 'settle', { objectId, reason: 'Refunded by hand.' }]);
  await rowsOf(page, 'comparisons').nth(1).getByRole('link').first().click();
  await expect(page).toHaveURL(`/rtm-sys/payments/reconciliation/${id}`);
  await expect(table(page, 'Differences').getByRole('row')).toHaveCount(2);
  expect(await seriousFindings(page)).toEqual([]);
});
