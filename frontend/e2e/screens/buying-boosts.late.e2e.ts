import { expect } from '@playwright/test';
import { seriousFindings } from '../support/axe.ts';
import { badge } from '../support/checkout.ts';
import { tabTo, toast } from '../support/community.ts';
import { unusedBoosts } from '../support/screen-answers.ts';
import { known, test } from '../support/screen.ts';

test('visitors see prices and are asked to sign up, and can donate', async ({ page, api }) => {
  const { ownPost } = known;
  api.answer('POST /api/donations/checkout', { url: `${known.site}/post/${ownPost}` });
  await page.goto('/boost');
  await expect(page.getByText('Account required to boost posts')).toHaveCount(2);
  await expect(page.getByText('USD 1.99')).toBeVisible();
  const amount = page.getByLabel('Custom amount');
  await amount.fill('0.99');
  await page.keyboard.press('Enter');
  await expect(amount).toHaveAccessibleDescription(
    /Invalid Amount\. Please enter an amount between \$1 and \$1,000/,
  );
  await expect(page.locator('[data-toasts] li')).toHaveCount(0);
  await expect(amount).toHaveAttribute('aria-invalid', 'true');
  expect(await seriousFindings(page)).toEqual([]);
  await amount.fill('12.34');
  await page.getByRole('button', { name: 'Donate USD 12.34' }).click();
  await expect(page).toHaveURL(`/post/${ownPost}`);
  expect(api.calls('POST /api/donations/checkout')[0]?.body).toEqual({ amount: 1234 });

  api.answer('GET /api/checkouts/{sessionId}', {
    status: 'paid',
    kind: 'donation',
    price: null,
    boost: null,
  });
  await page.goto('/boost?session_id=cs_any&type=donation');
  const thanks = page.getByRole('dialog', { name: 'Thank You!' });
  await expect(thanks).toBeVisible();
  await expect(page).toHaveURL('/boost');
  expect(await seriousFindings(page)).toEqual([]);
  await thanks.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goto('/boost?cancelled=true');
  await expect(toast(page, 'Payment Cancelled')).toBeVisible();
  await expect(page).toHaveURL('/boost');
  await page.getByRole('link', { name: 'Sign Up to Continue' }).first().click();
  await expect(page).toHaveURL(/\/register\?next=/);
});

test.describe('a member', () => {
  test.use({ viewer: 'member' });

  test('chooses which boost a post gets, from the list of unused boosts on', async ({ page, api }) => {
    unusedBoosts(api, ['mega', 'regular']);
    await page.goto('/leaderboard');
    const offer = page.getByRole('region', { name: 'Unused boost' });
    await expect(offer).toContainText('2 unused boosts');
    await badge(page, '2 Unused Boosts').click();
    const list = page.getByRole('dialog', { name: 'Unused Boosts' });
    await expect(list.getByRole('listitem').first()).toContainText(
      /Mega Boost.*USD 9\.99.*Bought on .* · 7 days/,
    );
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(badge(page, '2 Unused Boosts')).toBeFocused();
    await badge(page, '2 Unused Boosts').click();
    // A pointer would rest on a post of the board, which loads then.
    await list.getByRole('link', { name: 'Choose a Post' }).press('Enter');
    await expect(page).toHaveURL('/my-posts');
    // Until then the page before is shown, which has the same offer.
    await expect(page.getByRole('heading', { name: 'My Posts', level: 1 })).toBeVisible();
    await expect(offer).toContainText('2 unused boosts');
    await offer.getByRole('button', { name: 'Apply your boost' }).click();
    // Neither the hidden one nor the one that has a boost.
    const choice = page
      .getByRole('dialog', { name: 'Choose a Post' })
      .getByRole('button', { name: /^The post of / });
    await expect(choice).toHaveCount(1);
    expect(await seriousFindings(page)).toEqual([]);
    await choice.click();
    const question = page.getByRole('dialog', { name: 'Apply Boost?' });
    await expect(question.getByRole('group')).toHaveText(/Mega Boost, 7 days.*Regular Boost, 24 hours/);
    await expect(question.getByRole('radio', { name: /^Mega/ })).toBeChecked();
    await question.getByRole('radio', { name: /^Regular/ }).check();
    expect(await seriousFindings(page)).toEqual([]);
    api.on('POST /api/posts/{id}/apply-boost', async () => {
      unusedBoosts(api, ['mega']);
      return { status: 200, body: { boostType: 'regular' } };
    });
    await question.getByRole('button', { name: 'Apply Boost' }).click();
    await expect(toast(page, 'Boost Applied!')).toContainText('Your post has a Regular Boost now.');
    await expect(offer).toContainText('1 unused Mega Boost');
    expect(api.calls('POST /api/posts/{id}/apply-boost')).toMatchObject([
      { params: { id: known.ownPost }, body: { boostId: 'boost-1' } },
    ]);
  });

  test('buys a boost on the page of a post with the keyboard, and hears of the end of the checkout', async ({
    page,
    api,
  }) => {
    const address = `/post/${known.ownPost}`;
    api.answer('POST /api/checkouts/{sessionId}/return', undefined, { status: 204 });
    unusedBoosts(api, []);
    api.answer('POST /api/posts/{id}/boost', { checkoutUrl: `${known.site}${address}?boost=cancelled` });
    await page.goto(address);
    await expect(page.getByRole('definition').filter({ hasText: 'USD 1.99' })).toBeVisible();
    await page.getByRole('button', { name: 'Buy Boost' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Boost This Post' });
    const regular = dialog.getByRole('radio', { name: /USD 1\.99/ });
    await expect(regular).toBeChecked();
    expect(await seriousFindings(page)).toEqual([]);
    await regular.focus();
    // The focus moves a moment later, and chooses only while the key is down.
    await page.keyboard.down('ArrowDown');
    await expect(dialog.getByRole('radio', { name: /USD 9\.99/ })).toBeChecked();
    await page.keyboard.up('ArrowDown');
    await tabTo(page, /^Continue to Payment$/);
    await page.keyboard.press('Enter');
    const cancelled = 'Boost Cancelled - Your payment was cancelled. No charges were made.';
    await expect(toast(page, cancelled)).toBeVisible();
    await expect(page).toHaveURL(address);
    expect(api.calls('POST /api/posts/{id}/boost')[0]?.body).toEqual({ boostType: 'mega' });

    const pending = { status: 'pending', kind: 'boost', price: null, boost: null } as const;
    api.answer('GET /api/checkouts/{sessionId}', pending);
    await page.goto(`${address}?boost=success&session_id=cs_any`);
    await expect(page.getByText('Your payment is on its way')).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);

    const { boost } = await (await page.request.get(`/api/posts/${known.boostedPost}/boost`)).json();
    api.answer('GET /api/checkouts/{sessionId}', {
      ...pending,
      status: 'paid',
      boost: { ...boost, postId: known['ownPost'] },
    });
    api.answer('GET /api/posts/{id}', (post) => ({ ...post, isBoosted: true, boostType: 'regular' }));
    await page.goto(`${address}?boost=success&session_id=cs_any`);
    await expect(toast(page, 'Boost Purchased!')).toContainText('Your post is boosted now.');
    await expect(page).toHaveURL(address);
    await expect(page.getByText('BOOSTED', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: /^(Apply|Buy) Boost$/ })).toHaveCount(0);
  });
});
