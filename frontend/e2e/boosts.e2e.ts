import { expect, type Page } from '@playwright/test';
import { seriousFindings } from './support/axe.ts';
import { actOnNewestPayment, buyBoost, reloadUntil } from './support/checkout.ts';
import { anotherPerson, tabTo, toast } from './support/community.ts';
import { test } from './support/site.ts';
import { enter, newSeed, publish, rateOnScreen, signUp } from './support/visitor.ts';

test.beforeEach(async ({ page }) => enter(page));

/** The number of unused boosts in the header. */
const badge = (page: Page, text: string) =>
  page.getByRole('banner').getByRole('button', { name: text, exact: true });

const payments = (page: Page) => page.getByRole('list', { name: 'Boosts and donations' });

test('a mega boost: buy, badge, apply, first on the board, badges everywhere', async ({ page, browser }) => {
  await signUp(page);
  const id = await publish(page, newSeed());
  const later = await anotherPerson(browser);
  await publish(later, newSeed());
  await later.context().close();

  await page.goto('/boost');
  await expect(page.getByText('USD 9.99')).toBeVisible();
  await expect(page.getByText('Test mode:')).toBeVisible();
  await page.getByRole('button', { name: 'Buy Mega Boost' }).click();
  await page.getByRole('button', { name: 'Pay USD 9.99' }).click();
  await expect(toast(page, 'Boost Purchased!')).toBeVisible();
  await expect(page).toHaveURL('/leaderboard');

  await badge(page, '1 Unused Boost').click();
  const list = page.getByRole('dialog', { name: 'Unused Boosts' });
  await expect(list.getByRole('listitem')).toContainText(/Mega Boost.*USD 9\.99.*Bought on .* · 7 days/);
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(badge(page, '1 Unused Boost')).toBeFocused();

  await page.goto(`/post/${id}`);
  await page.getByRole('button', { name: 'Apply Boost' }).click();
  const question = page.getByRole('dialog', { name: 'Apply Boost?' });
  await expect(question).toContainText('Mega Boost, 7 days');
  expect(await seriousFindings(page)).toEqual([]);
  await question.getByRole('button', { name: 'Apply Boost' }).click();
  await expect(toast(page, 'Boost Applied!')).toBeVisible();
  await expect(page.getByText('MEGA BOOST', { exact: true })).toBeVisible();
  await expect(page.getByText(/^until \d+ \w+ \d{4} at \d\d:\d\d$/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Apply|Buy) Boost$/ })).toHaveCount(0);
  await expect(badge(page, '1 Unused Boost')).toBeHidden();

  await page.goto('/leaderboard');
  const first = page.getByRole('tabpanel').getByRole('article').first();
  await expect(first.getByRole('link').first()).toHaveAttribute('href', `/post/${id}`);
  await expect(first).toContainText('Mega Boost');
  await page.goto('/my-posts');
  await expect(page.getByRole('article')).toContainText('Mega Boost');
});

test('visitors see prices, are asked to sign up, and can donate', async ({ page }) => {
  await page.goto('/boost');
  await expect(page.getByText('Account required to boost posts')).toHaveCount(2);
  await expect(page.getByText('USD 1.99')).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);

  await page.getByLabel('Custom amount').fill('0.99');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Invalid Amount')).toContainText('Please enter an amount between $1 and $1,000');
  await expect(page.getByLabel('Custom amount')).toHaveAttribute('aria-invalid', 'true');
  expect(await seriousFindings(page)).toEqual([]);

  await page.getByLabel('Custom amount').fill('12.34');
  await page.getByRole('button', { name: 'Donate USD 12.34' }).click();
  await page.getByRole('button', { name: 'Pay USD 12.34' }).click();
  const thanks = page.getByRole('dialog', { name: 'Thank You!' });
  await expect(thanks).toBeVisible();
  await expect(page).toHaveURL('/boost');
  expect(await seriousFindings(page)).toEqual([]);
  await thanks.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await page.getByRole('button', { name: 'USD 20', exact: true }).click();
  await page.getByRole('button', { name: 'Donate USD 20.00' }).click();
  await page.getByRole('link', { name: 'Cancel and go back' }).click();
  await expect(toast(page, 'Payment Cancelled')).toBeVisible();
  await expect(page).toHaveURL('/boost');

  await page.getByRole('link', { name: 'Sign Up to Continue' }).first().click();
  await expect(page).toHaveURL(/\/register\?next=/);
});

test('a boost bought on the page of a post, with the keyboard: cancelled, then paid later', async ({
  page,
}) => {
  await signUp(page);
  const id = await publish(page, newSeed());
  await page.goto(`/post/${id}`);
  await page.getByRole('button', { name: 'Buy Boost' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Boost This Post' });
  await expect(dialog.getByRole('radio', { name: /USD 1\.99/ })).toBeChecked();
  expect(await seriousFindings(page)).toEqual([]);
  await dialog.getByRole('radio', { name: /USD 1\.99/ }).focus();
  // The focus moves a moment later, and chooses only while the key is down.
  await page.keyboard.down('ArrowDown');
  await expect(dialog.getByRole('radio', { name: /USD 9\.99/ })).toBeChecked();
  await page.keyboard.up('ArrowDown');
  await tabTo(page, /^Continue to Payment$/);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Cancel and go back' }).click();
  await expect(
    toast(page, 'Boost Cancelled - Your payment was cancelled. No charges were made.'),
  ).toBeVisible();
  await expect(page).toHaveURL(`/post/${id}`);

  await page.getByRole('button', { name: 'Buy Boost' }).click();
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await page.getByRole('button', { name: /^Pay later/ }).click();
  await expect(page.getByText('Your payment is on its way')).toBeVisible();
  await expect(page).toHaveURL(`/post/${id}`);
  expect(await seriousFindings(page)).toEqual([]);
  await page.getByRole('link', { name: 'My boosts and donations' }).click();
  await expect(payments(page).getByText('On its way')).toBeVisible();

  await actOnNewestPayment(page, 'The money arrives');
  await page.goto(`/post/${id}`);
  await reloadUntil(page, () =>
    expect(page.getByText('BOOSTED', { exact: true })).toBeVisible({ timeout: 500 }),
  );
});

test('a paid boost for a post: the page says so and removes the session from its address', async ({
  page,
}) => {
  await signUp(page);
  const id = await publish(page, newSeed());
  await page.goto(`/post/${id}`);
  await page.getByRole('button', { name: 'Buy Boost' }).click();
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await page.getByRole('button', { name: /^Pay USD/ }).click();
  await expect(toast(page, 'Boost Purchased!')).toContainText('Your post is boosted now.');
  await expect(page).toHaveURL(`/post/${id}`);
  await expect(page.getByText('BOOSTED', { exact: true })).toBeVisible();
});

/** Answers every question about a checkout. */
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

test('the return from a checkout without a webhook says what is known, and where to look', async ({
  page,
}) => {
  await signUp(page);
  await answerCheckouts(page, 'started');
  await page.clock.install();
  await page.goto('/boost?session_id=cs_any&type=boost');
  await expect(page.getByText('Confirming your payment…')).toBeVisible();
  // Each pause begins with the answer before it.
  await expect(async () => {
    await page.clock.runFor(4000);
    await expect(page).toHaveURL('/boost', { timeout: 100 });
  }).toPass({ intervals: [0] });
  await expect(page.getByText('We have not heard of your payment yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'My boosts and donations' })).toBeVisible();
});

test('a refund: requested, then refunded; the badge counts what is left', async ({ page }) => {
  await signUp(page);
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
  await page.goto('/account/settings');
  await reloadUntil(page, () =>
    expect(row).toContainText('USD 9.99 of USD 9.99 refunded.', { timeout: 500 }),
  );
  await expect(row).toContainText('Refunded');
});

test('a dispute suspends the account with a banner, and a won one restores it', async ({ page }) => {
  await signUp(page);
  await buyBoost(page, 'regular');
  await actOnNewestPayment(page, 'Open a dispute');
  await page.goto('/account/settings');
  const banner = page.getByRole('region', { name: 'About your account' });
  await reloadUntil(page, () =>
    expect(banner).toContainText('Your account is suspended because of a payment dispute.', { timeout: 500 }),
  );
  await expect(payments(page).getByText('Disputed')).toBeVisible();
  await expect(payments(page)).toContainText('On hold');
  expect(await seriousFindings(page)).toEqual([]);

  await actOnNewestPayment(page, 'We win');
  await page.goto('/account/settings');
  await reloadUntil(page, async () => {
    await expect(payments(page)).toContainText('Unused.', { timeout: 500 });
    await expect(banner).toBeHidden();
  });
  await expect(badge(page, '1 Unused Boost')).toBeVisible();
});

test('after posting, a person with an unused boost is asked first', async ({ page }) => {
  await signUp(page);
  await buyBoost(page, 'regular');
  await page.goto('/');
  await rateOnScreen(page, newSeed());
  await page.getByRole('button', { name: 'Post to Leaderboard' }).click();
  const question = page.getByRole('dialog', { name: 'Apply Boost?' });
  await expect(question).toContainText('Boost, 24 hours');
  await expect(page).toHaveURL('/');
  await question.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/post\/[\w-]+$/);
  await expect(page.getByRole('button', { name: 'Apply Boost' })).toBeVisible();
  await expect(badge(page, '1 Unused Boost')).toBeVisible();
});
