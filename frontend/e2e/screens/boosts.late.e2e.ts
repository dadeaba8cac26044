import { expect } from '@playwright/test';
import type { CheckoutStatus, OwnPayment } from '../../src/api/generated/schema.d.ts';
import { seriousFindings } from '../support/axe.ts';
import { badge, payments } from '../support/checkout.ts';
import { toast } from '../support/community.ts';
import { answerUploads, unusedBoosts } from '../support/screen-answers.ts';
import { known, now, test } from '../support/screen.ts';
import { rateOnScreen } from '../support/visitor.ts';

const checkout = (status: CheckoutStatus['status']): CheckoutStatus => ({
  status,
  kind: 'boost',
  price: null,
  boost: null,
});

test('the return from a failed checkout says so', async ({ page, api }) => {
  api.answer('GET /api/checkouts/{sessionId}', checkout('failed'));
  await page.goto('/boost?session_id=cs_any&type=boost');
  await expect(page.getByText('The payment failed')).toBeVisible();
  await expect(page).toHaveURL('/boost');
  await expect(page.getByText('The payment failed')).toBeVisible();
});

test.describe('a member', () => {
  test.use({ viewer: 'member' });

  test('who returns from a checkout without a webhook is told what is known', async ({ page, api }) => {
    api.answer('GET /api/checkouts/{sessionId}', checkout('started'));
    api.answer('POST /api/checkouts/{sessionId}/return', undefined, { status: 204 });
    await page.clock.install({ time: now });
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
    for (const [status, text] of [
      ['parked', 'We are looking at your payment'],
      ['refunded', 'Your money is on its way back'],
    ] as const) {
      api.answer('GET /api/checkouts/{sessionId}', checkout(status));
      await page.clock.runFor(20_000);
      await expect(page.getByText(text)).toBeVisible();
      await expect(notice).toBeHidden();
    }
  });

  test('resumes or drops a checkout on the boost page, and not in the settings @widths', async ({
    page,
    api,
  }) => {
    const open = page.getByRole('region', { name: 'Not paid yet' });
    const left = (boostType: 'mega' | 'regular', settled: OwnPayment): OwnPayment => ({
      ...settled,
      id: `payment-${boostType}`,
      kind: 'boost',
      boostType,
      status: 'started',
      paidAt: null,
      checkoutUrl: `${known.site}/termsofservice`,
    });
    const answer = await page.request.get('/api/user/payments?part=settled');
    const settled = (await answer.json()) as OwnPayment[];
    const both = [left('mega', settled[0]!), left('regular', settled[0]!)];
    let still = both;
    api.answer('GET /api/user/payments', (recorded, { query }) =>
      query['part'] === 'open' ? still : recorded,
    );
    api.on('POST /api/user/payments/{id}/drop', async () => {
      still = both.slice(0, 1);
      return { status: 200, body: { success: true } };
    });
    await page.goto('/boost');
    await expect(open.getByRole('listitem')).toHaveText([/^Mega Boost · USD/, /^Regular Boost · USD/]);
    expect(await seriousFindings(page)).toEqual([]);
    await open.getByRole('button', { name: 'Drop the Regular Boost' }).click();
    await expect(toast(page, 'Checkout dropped')).toBeVisible();
    await expect(open.getByRole('listitem')).toHaveCount(1);
    await page.goto('/account/settings');
    await expect(payments(page).getByRole('listitem')).toHaveCount(settled.length);
    await expect(payments(page)).not.toContainText('Not paid');
    await page.goto('/boost');
    await open.getByRole('link', { name: 'Resume the Mega Boost' }).click();
    await expect(page).toHaveURL('/termsofservice');
  });

  test('whose account waits for its deletion is offered no boost', async ({ page, api }) => {
    api.answer('GET /api/auth/me', (user) => ({ ...user, deletionDueAt: '2035-05-30T14:00:00.000Z' }));
    unusedBoosts(api, []);
    const sentence = page.getByText('Your account will be deleted. Keep it to buy a boost.');
    await page.goto('/boost');
    await expect(sentence).toHaveCount(2);
    await expect(page.getByRole('button', { name: 'Buy Mega Boost' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await expect(page.getByRole('button', { name: 'Donate USD 5.00' })).not.toHaveAttribute('aria-disabled');
    await page.goto(`/post/${known.ownPost}`);
    await expect(sentence).toBeVisible();
    await expect(page.getByRole('button', { name: 'Buy Boost' })).toHaveCount(0);
  });

  test('requests a refund; the badge counts what is left', async ({ page, api }) => {
    unusedBoosts(api, ['mega', 'regular']);
    await page.goto('/account/settings');
    const row = payments(page).getByRole('listitem').filter({ hasText: 'Mega Boost' });
    await expect(row).toContainText(/Mega Boost · USD 9\.99.*Paid.*Can be refunded until /);
    await row.getByRole('button', { name: /^Request a refund/ }).click();
    const question = page.getByRole('alertdialog', { name: 'Request a refund?' });
    expect(await seriousFindings(page)).toEqual([]);
    const change = (changes: Partial<OwnPayment>) =>
      api.answer('GET /api/user/payments', (recorded) =>
        recorded.map((payment) => (payment.boostType === 'mega' ? { ...payment, ...changes } : payment)),
      );
    api.on('POST /api/user/payments/{id}/refund-request', async () => {
      unusedBoosts(api, ['regular']);
      change({ refundRequest: 'open', canRequestRefund: false });
      return { status: 200, body: { success: true } };
    });
    await question.getByRole('button', { name: 'Request a refund' }).click();
    await expect(page.getByText('Refund requested', { exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'My boosts and donations' })).toBeFocused();
    await expect(row).toContainText('You have requested a refund');
    await expect(badge(page, '1 Unused Boost')).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete My Account…' }).click();
    await expect(page.getByRole('dialog')).toContainText('You lose 1 unused boost.');
    await page.keyboard.press('Escape');

    api.answer('GET /api/user/payments/{id}/receipt', { receiptUrl: `${known.site}/termsofservice` });
    const receipt = page.waitForEvent('popup');
    await row.getByRole('button', { name: /^Receipt/ }).click();
    await expect(await receipt).toHaveURL('/termsofservice');
    api.refuse('GET /api/user/payments/{id}/receipt', 404);
    await row.getByRole('button', { name: /^Receipt/ }).click();
    await expect(toast(page, 'Failed to fetch receipt')).toBeVisible();

    change({ status: 'refunded', refunded: { amount: 999, currency: 'usd' }, canRequestRefund: false });
    await page.goto('/account/settings');
    await expect(row).toContainText('USD 9.99 of USD 9.99 refunded.');
  });

  test('is suspended by a dispute, with a banner, and buys nothing', async ({ page, api }) => {
    api.answer('GET /api/auth/me', (user) => ({
      ...user,
      suspension: { cause: 'dispute', reason: 'A payment dispute.', endsAt: null },
    }));
    api.answer('GET /api/user/payments', (recorded) =>
      recorded.map((payment) => ({ ...payment, status: 'disputed' as const })),
    );
    await page.goto('/account/settings');
    await expect(page.getByRole('region', { name: 'About your account' })).toContainText(
      'Your account is suspended because of a payment dispute.',
    );
    await expect(payments(page).getByText('Disputed').first()).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    await page.goto('/boost');
    await expect(page.getByText('Your account is suspended, so you cannot buy boosts now.')).toHaveCount(2);
    for (const name of ['Buy Regular Boost', 'Donate USD 5.00']) {
      await expect(page.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
    }
  });

  test('with an unused boost is asked for it after posting, before the post opens', async ({ page, api }) => {
    api.answer('POST /api/posts/publish', { id: known.ownPost! });
    api.refuse('GET /api/posts/{id}/rank', 503);
    answerUploads(api);
    await rateOnScreen(page);
    await page.getByRole('button', { name: 'Post to Leaderboard' }).click();
    const question = page.getByRole('dialog', { name: 'Apply Boost?' });
    await expect(question).toContainText('Mega Boost, 7 days');
    await expect(page).toHaveURL('/');
    await question.getByRole('button', { name: 'Close' }).click();
    await expect(page).toHaveURL(`/post/${known.ownPost}`);
    await expect(page.getByRole('button', { name: 'Apply Boost' })).toBeVisible();
  });
});
