import { expect } from '@playwright/test';
import { seriousFindings } from './support/axe.ts';
import { actOnNewestPayment, answerContains, badge, buyBoost, payments } from './support/checkout.ts';
import { tabTo, toast } from './support/community.ts';
import { test } from './support/site.ts';
import { publish, rateOnScreen } from './support/visitor.ts';

test('a mega boost: buy, badge, apply, first on the board, badges everywhere @widths', async ({
  user: page,
  ownPost: id,
  other: later,
}) => {
  await publish(later);

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

  const offer = page.getByRole('region', { name: 'Unused boost' });
  await expect(offer).toContainText('1 unused Mega Boost');
  await buyBoost(page, 'regular');
  await page.reload();
  await badge(page, '2 Unused Boosts').click();
  await list.getByRole('link', { name: 'Choose a Post' }).click();
  await expect(page).toHaveURL('/my-posts');
  // Until then the page before is shown, which has the same offer.
  await expect(page.getByRole('heading', { name: 'My Posts', level: 1 })).toBeVisible();
  await expect(offer).toContainText('2 unused boosts');
  await offer.getByRole('button', { name: 'Apply your boost' }).click();
  const choice = page.getByRole('dialog', { name: 'Choose a Post' });
  await expect(choice.getByRole('button', { name: /^The post of / })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await choice.getByRole('button', { name: /^The post of / }).click();
  const question = page.getByRole('dialog', { name: 'Apply Boost?' });
  await expect(question.getByRole('group')).toHaveText(/Mega Boost, 7 days.*Regular Boost, 24 hours/);
  await expect(question.getByRole('radio', { name: /^Mega/ })).toBeChecked();
  await question.getByRole('radio', { name: /^Regular/ }).check();
  await question.getByRole('radio', { name: /^Mega/ }).check();
  expect(await seriousFindings(page)).toEqual([]);
  await question.getByRole('button', { name: 'Apply Boost' }).click();
  await expect(toast(page, 'Boost Applied!')).toContainText('Your post has a Mega Boost now.');
  await expect(offer).toContainText('1 unused Regular Boost');

  await page.goto(`/post/${id}`);
  await expect(page.getByText('MEGA BOOST', { exact: true })).toBeVisible();
  await expect(page.getByText(/^until \d+ \w+ \d{4} at \d\d:\d\d$/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Apply|Buy) Boost$/ })).toHaveCount(0);
  await page.goto('/leaderboard');
  await expect(offer).toBeVisible();
  const first = page.getByRole('region', { name: 'Posts' }).getByRole('article').first();
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
  user: page,
  ownPost: id,
}) => {
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
  await answerContains(page, `/api/posts/${id}`, '"isBoosted":true');
  await page.goto(`/post/${id}`);
  await expect(page.getByText('BOOSTED', { exact: true })).toBeVisible();
});

test('a paid boost for a post: the page says so and removes the session from its address', async ({
  user: page,
  ownPost: id,
}) => {
  await page.goto(`/post/${id}`);
  await page.getByRole('button', { name: 'Buy Boost' }).click();
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await page.getByRole('button', { name: /^Pay USD/ }).click();
  await expect(toast(page, 'Boost Purchased!')).toContainText('Your post is boosted now.');
  await expect(page).toHaveURL(`/post/${id}`);
  await expect(page.getByText('BOOSTED', { exact: true })).toBeVisible();
});

test('after posting, a person with an unused boost is asked first', async ({ user: page }) => {
  await buyBoost(page, 'regular');
  await rateOnScreen(page);
  await page.getByRole('button', { name: 'Post to Leaderboard' }).click();
  const question = page.getByRole('dialog', { name: 'Apply Boost?' });
  await expect(question).toContainText('Regular Boost, 24 hours');
  await expect(page).toHaveURL('/');
  await question.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/post\/[\w-]+$/);
  await expect(page.getByRole('button', { name: 'Apply Boost' })).toBeVisible();
  await expect(badge(page, '1 Unused Boost')).toBeVisible();
});
