import { expect, type Page } from '@playwright/test';
import { call } from './support/api.ts';
import { seriousFindings } from './support/axe.ts';
import { actOnNewestPayment, answerContains, badge, buyBoost, payments } from './support/checkout.ts';
import { toast } from './support/community.ts';
import { test } from './support/site.ts';
import { password } from './support/visitor.ts';

const answerCheckouts = (page: Page, status: string) =>
  page.route('**/api/checkouts/*', (route) =>
    route.fulfill({ json: { status, kind: 'boost', price: null, boost: null } }),
  );

test('the return from a failed checkout says so', async ({ page }) => {
  await answerCheckouts(page, 'failed');
  await page.goto('/boost?session_id=cs_any&type=boost');
  await expect(page.getByText('The payment failed')).toBeVisible();
  await expect(page).toHaveURL('/boost');
  await expect(page.getByText('The payment failed')).toBeVisible();
});

test('the return from a checkout without a webhook says what is known', async ({ user: page }) => {
  await answerCheckouts(page, 'started');
  await page.clock.install();
  await page.goto('/boost?session_id=cs_any&type=boost');
  await expect(page.getByText('Confirming your payment…')).toBeVisible();
  // Each pause begins with the answer before it.
  await expect(async () => {
    await page.clock.runFor(4000);
    await expect(page).toHaveURL('/boost', { timeout: 100 });
  }).toPass({ intervals: [0] });
  const notice = page.getByText('We have not heard of your payment yet');
  await expect(notice).toBeVisible();
  // It goes on asking, and says nothing that is no longer true.
  await page.unroute('**/api/checkouts/*');
  await answerCheckouts(page, 'parked');
  await page.clock.runFor(10_000);
  await expect(page.getByText('We are looking at your payment')).toBeVisible();
  await expect(notice).toBeHidden();
  await page.unroute('**/api/checkouts/*');
  await answerCheckouts(page, 'refunded');
  await page.clock.runFor(20_000);
  await expect(page.getByText('Your money is on its way back')).toBeVisible();
});

test('a checkout that was left is resumed or dropped on the boost page, and not in the settings @widths', async ({
  user: page,
}) => {
  await page.goto('/boost');
  for (const name of ['Buy Regular Boost', 'Buy Mega Boost']) {
    await page.getByRole('button', { name }).click();
    await page.getByRole('link', { name: 'Cancel and go back' }).click();
    await expect(toast(page, 'Payment Cancelled')).toBeVisible();
  }
  const open = page.getByRole('region', { name: 'Not paid yet' });
  await expect(open.getByRole('listitem')).toHaveText([
    /^Mega Boost · USD 9\.99/,
    /^Regular Boost · USD 1\.99/,
  ]);
  expect(await seriousFindings(page)).toEqual([]);
  await open.getByRole('button', { name: 'Drop the Regular Boost' }).click();
  await expect(toast(page, 'Checkout dropped')).toBeVisible();
  await expect(open.getByRole('listitem')).toHaveCount(1);
  await page.goto('/account/settings');
  await expect(page.getByText('Nothing yet. You find both on the')).toBeVisible();
  await page.goto('/boost');
  await open.getByRole('link', { name: 'Resume the Mega Boost' }).click();
  await page.getByRole('button', { name: 'Pay USD 9.99' }).click();
  await expect(toast(page, 'Boost Purchased!')).toBeVisible();
  await page.goto('/boost');
  await expect(page.getByText('USD 9.99')).toBeVisible();
  await expect(open).toBeHidden();
});

test('an account that waits for its deletion is offered no boost', async ({ user: page, ownPost: id }) => {
  await call(page, 'POST', '/api/user/deletion', { password });
  await page.goto('/boost');
  await expect(page.getByText('Your account will be deleted. Keep it to buy a boost.')).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Buy Mega Boost' })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('button', { name: 'Donate USD 5.00' })).not.toHaveAttribute('aria-disabled');
  await page.goto(`/post/${id}`);
  await expect(page.getByText('Your account will be deleted. Keep it to buy a boost.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Buy Boost' })).toHaveCount(0);
});

test('a refund: requested, then refunded; the badge counts what is left', async ({ user: page }) => {
  await buyBoost(page, 'regular');
  await buyBoost(page, 'mega');
  await page.goto('/account/settings');
  await expect(badge(page, '2 Unused Boosts')).toBeVisible();
  const row = payments(page).getByRole('listitem').first();
  await expect(row).toContainText(/Mega Boost · USD 9\.99.*Paid.*Can be refunded until /);
  await row.getByRole('button', { name: /^Request a refund/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Request a refund?' });
  expect(await seriousFindings(page)).toEqual([]);
  await question.getByRole('button', { name: 'Request a refund' }).click();
  await expect(page.getByText('Refund requested', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'My boosts and donations' })).toBeFocused();
  await expect(row).toContainText(/On hold.*You have requested a refund/);
  await expect(badge(page, '1 Unused Boost')).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);

  await page.getByRole('button', { name: 'Delete My Account…' }).click();
  await expect(page.getByRole('dialog')).toContainText('You lose 1 unused boost.');
  await page.keyboard.press('Escape');

  const receipt = page.waitForEvent('popup');
  await row.getByRole('button', { name: /^Receipt/ }).click();
  await expect((await receipt).getByRole('heading', { name: 'Receipt' })).toBeVisible();
  await page.route('**/api/user/payments/*/receipt', (route) => route.fulfill({ status: 404 }));
  await row.getByRole('button', { name: /^Receipt/ }).click();
  await expect(toast(page, 'Failed to fetch receipt')).toBeVisible();

  await actOnNewestPayment(page, 'Refund');
  await answerContains(page, '/api/user/payments', '"status":"refunded"');
  await page.goto('/account/settings');
  await expect(row).toContainText('USD 9.99 of USD 9.99 refunded.');
  await expect(row).toContainText('Refunded');
});

test('a dispute suspends the account with a banner, and a won one restores it', async ({ user: page }) => {
  await buyBoost(page, 'regular');
  await actOnNewestPayment(page, 'Open a dispute');
  await answerContains(page, '/api/user/payments', '"status":"disputed"');
  await answerContains(page, '/api/auth/me', '"cause":"dispute"');
  await page.goto('/account/settings');
  const banner = page.getByRole('region', { name: 'About your account' });
  await expect(banner).toContainText('Your account is suspended because of a payment dispute.');
  await expect(payments(page).getByText('Disputed')).toBeVisible();
  await expect(payments(page)).toContainText('On hold');
  expect(await seriousFindings(page)).toEqual([]);
  await page.goto('/boost');
  await expect(page.getByText('Your account is suspended, so you cannot buy boosts now.')).toHaveCount(2);
  for (const name of ['Buy Regular Boost', 'Donate USD 5.00']) {
    await expect(page.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
  }

  await actOnNewestPayment(page, 'We win');
  await answerContains(page, '/api/user/payments', '"state":"unclaimed"');
  await answerContains(page, '/api/auth/me', '"suspension":null');
  await page.goto('/account/settings');
  await expect(payments(page)).toContainText('Unused.');
  await expect(banner).toBeHidden();
  await expect(badge(page, '1 Unused Boost')).toBeVisible();
});
