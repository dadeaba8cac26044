import { expect, type Page } from '@playwright/test';
import { actOnNewestPayment, answerContains, badge, payments } from '../support/checkout.ts';
import { toast } from '../support/community.ts';
import { moveClock } from '../support/server.ts';
import { test } from '../support/site.ts';
import { publish } from '../support/visitor.ts';

const WEEK_MS = 7 * 86_400_000;
const MINUTE_MS = 60_000;

// A server of its own, which only other tests with this program share: the others need the true time.
test.use({ program: 'moving' });

const cards = (page: Page) => page.getByRole('region', { name: 'Posts' }).getByRole('article');

const expectFirst = (page: Page, id: string) =>
  expect(cards(page).first().getByRole('link').first()).toHaveAttribute('href', `/post/${id}`);

test('a boost is bought, applied and ends, and another one is paid later', async ({
  user: page,
  ownPost: id,
  other,
}) => {
  const newest = await publish(other);

  await test.step('bought at the checkout of the sandbox', async () => {
    await page.goto('/boost');
    await expect(page.getByText('Test mode:')).toBeVisible();
    await page.getByRole('button', { name: 'Buy Mega Boost' }).click();
    await page.getByRole('button', { name: 'Pay USD 9.99' }).click();
    await expect(toast(page, 'Boost Purchased!')).toBeVisible();
    await expect(page).toHaveURL('/leaderboard');
    await badge(page, '1 Unused Boost').click();
    await page.getByRole('dialog').getByRole('link', { name: 'Choose a Post' }).click();
    await expect(page).toHaveURL('/my-posts');
  });

  await test.step('applied to a post, which is first on the board then', async () => {
    await page.goto('/leaderboard');
    await expectFirst(page, newest);
    await page.goto(`/post/${id}`);
    await page.getByRole('button', { name: 'Apply Boost' }).click();
    const question = page.getByRole('dialog', { name: 'Apply Boost?' });
    await question.getByRole('button', { name: 'Apply Boost' }).click();
    await expect(toast(page, 'Boost Applied!')).toContainText('Your post has a Mega Boost now.');
    await expect(badge(page, '1 Unused Boost')).toBeHidden();
    await page.goto(`/post/${id}`);
    await expect(page.getByText('MEGA BOOST', { exact: true })).toBeVisible();
    await expect(page.getByText(/^until \d+ \w+ \d{4} at \d\d:\d\d$/)).toBeVisible();
    await page.goto('/my-posts');
    await expect(page.getByRole('article')).toContainText('Mega Boost');
    await page.goto('/leaderboard');
    await expectFirst(page, id);
    await expect(cards(page).first()).toContainText('Mega Boost');
  });

  await test.step('ended after a week, on an open page, too', async () => {
    await moveClock(WEEK_MS - MINUTE_MS);
    await page.reload();
    await expectFirst(page, id);
    await moveClock(MINUTE_MS);
    await expectFirst(page, newest);
    await expect(cards(page).filter({ has: page.locator(`a[href="/post/${id}"]`) })).toHaveCount(1);
    await expect(cards(page).filter({ hasText: 'Mega Boost' })).toHaveCount(0);
    await page.goto('/account/settings');
    await expect(payments(page)).toContainText('Ended');
  });

  await test.step('another one for the post: cancelled, then on its way until the money arrives', async () => {
    const buy = async () => {
      await page.getByRole('button', { name: 'Buy Boost' }).click();
      await page.getByRole('button', { name: 'Continue to Payment' }).click();
    };
    await page.goto(`/post/${id}`);
    await buy();
    await page.getByRole('link', { name: 'Cancel and go back' }).click();
    await expect(
      toast(page, 'Boost Cancelled - Your payment was cancelled. No charges were made.'),
    ).toBeVisible();
    await buy();
    await page.getByRole('button', { name: /^Pay later/ }).click();
    await expect(page.getByText('Your payment is on its way')).toBeVisible();
    await expect(page).toHaveURL(`/post/${id}`);
    await actOnNewestPayment(page, 'The money arrives');
    await answerContains(page, `/api/posts/${id}`, '"isBoosted":true');
    await page.goto(`/post/${id}`);
    await expect(page.getByText('BOOSTED', { exact: true })).toBeVisible();
  });
});
