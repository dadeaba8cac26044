import { expect, type Page } from '@playwright/test';
import { buyBoost } from './support/checkout.ts';
import { toast } from './support/community.ts';
import { moveClock } from './support/server.ts';
import { test } from './support/site.ts';
import { publish } from './support/visitor.ts';

const WEEK_MS = 7 * 86_400_000;
const MINUTE_MS = 60_000;

// A server of its own, which only other tests with this program share: the others need the true time.
test.use({ program: 'moving' });

const cards = (page: Page) => page.getByRole('region', { name: 'Posts' }).getByRole('article');

const firstPost = (page: Page, id: string) =>
  expect(cards(page).first().getByRole('link').first()).toHaveAttribute('href', `/post/${id}`);

test('a mega boost is first on the board until the clock reaches its end, then it is gone', async ({
  user: page,
  other: later,
}) => {
  const boosted = await publish(page);
  const newest = await publish(later);

  await buyBoost(page, 'mega');
  await page.goto(`/post/${boosted}`);
  const badge = page.getByRole('banner').getByRole('button', { name: '1 Unused Boost', exact: true });
  await expect(badge).toBeVisible();
  await page.getByRole('button', { name: 'Apply Boost' }).click();
  const question = page.getByRole('dialog', { name: 'Apply Boost?' });
  await question.getByRole('button', { name: 'Apply Boost' }).click();
  await expect(toast(page, 'Boost Applied!')).toBeVisible();
  await expect(badge).toBeHidden();

  await page.goto('/leaderboard?sort=recent');
  await firstPost(page, boosted);
  await expect(cards(page).first()).toContainText('Mega Boost');

  await moveClock(WEEK_MS - MINUTE_MS);
  await page.reload();
  await firstPost(page, boosted);

  // The open page learns of the end by live news.
  await moveClock(MINUTE_MS);
  await firstPost(page, newest);
  const link = page.locator(`a[href="/post/${boosted}"]`);
  await expect(cards(page).filter({ has: link })).toHaveCount(1);
  await expect(cards(page).filter({ hasText: 'Mega Boost' })).toHaveCount(0);
  await page.goto(`/post/${boosted}`);
  await expect(page.getByRole('button', { name: 'Buy Boost' })).toBeVisible();
  await expect(page.getByText('MEGA BOOST', { exact: true })).toHaveCount(0);
  await page.goto('/my-posts');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article')).not.toContainText('Mega Boost');
  await page.goto('/account/settings');
  await expect(page.getByRole('list', { name: 'Boosts and donations' })).toContainText('Ended');
});
