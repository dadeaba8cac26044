import { expect, type Page } from '@playwright/test';
import type { RatePhoto } from '../../src/api/generated/schema.d.ts';
import { expectWellAtWidths } from '../support/axe.ts';
import { answerUploads, me } from '../support/screen-answers.ts';
import { known, now, test } from '../support/screen.ts';
import { getRating } from '../support/visitor.ts';

test.use({ viewer: 'member' });

const photo = (id: string): RatePhoto => ({
  id,
  imageUrl: `/images/${id}/1280.webp`,
  thumbhash: 'ptYFFgZ9xbjGbqe1iARXrWVqBpUKDLg=',
  width: 500,
  height: 600,
  isThisWeek: true,
});
const photos = [photo(known.post!), photo(known['boostedPost']!), photo(known['reported']!)];
const toRate = (page: Page) => page.getByRole('region', { name: 'Rate a Photo' });
const week = (page: Page) => page.getByRole('region', { name: 'This Week', exact: true });

test('members have photos to rate and the week below a small upload, and rating begins with the pressed photo', async ({
  page,
  api,
}) => {
  api.answer('GET /api/rate', { photos, isWeekOver: false });
  api.answer('GET /api/leaderboard/weekly', (board) => ({
    ...board,
    endsAt: new Date(Date.parse(now) + 100 * 3_600_000).toISOString(),
  }));
  const place = { week: '2035-W21', postId: known.ownPost!, of: 45 };
  api.answer('GET /api/me/record', (record) => ({ ...record, thisWeek: { ...place, rank: 3 } }));
  api.answer('GET /api/me/news', { unread: 2, posts: [] });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Put your best foot forward\./);
  await expect(page.locator('h1 sup')).toBeHidden();
  await expect(page.getByRole('region', { name: 'Upload' })).toBeVisible();
  await expect(toRate(page).getByRole('img')).toHaveCount(3);
  await expect(week(page)).toContainText('4 days and 4 hours left');
  await expect(week(page).getByRole('link', { name: /out of 10$/ })).toHaveAttribute('href', /^\/post\//);
  const own = week(page).getByRole('link', { name: 'You are 3rd of 45.' });
  await expect(own).toHaveAttribute('href', `/post/${known.ownPost}`);
  const news = page.getByRole('main').getByRole('link', { name: '2 new in your inbox' });
  await expect(news).toHaveAttribute('href', '/inbox');
  await expect(page.getByRole('region', { name: 'A Score for Every Foot' })).toBeHidden();
  for (const name of ['How It Works', 'See who is ahead this week'])
    await expect(page.getByRole('region', { name })).toBeVisible();
  await expectWellAtWidths(page, [1440, 360, 320]);

  await toRate(page).getByRole('link', { name: 'Rate photo 2' }).press('Enter');
  await expect(page).toHaveURL('/rate');
  await expect(page.getByRole('img', { name: 'Photo to rate' })).toHaveAttribute(
    'src',
    `/images/${photos[1]!.id}/640.webp`,
  );
});

test('what members see below the upload may be over, or fail, and makes room for a result', async ({
  page,
  api,
}) => {
  answerUploads(api);
  api.refuse('GET /api/rate', 503);
  api.refuse('GET /api/leaderboard/weekly', 503);
  api.answer('GET /api/me/record', {
    thisWeek: { week: '2035-W21', postId: known.ownPost!, rank: 3, of: 5 },
    best: null,
    weeks: 0,
    trophies: [],
  });
  await page.goto('/');
  await expect(page.getByRole('alert')).toHaveCount(2);
  api.answer('GET /api/rate', { photos: [], isWeekOver: true });
  api.answer('GET /api/leaderboard/weekly', (board) => ({ ...board, endsAt: now, posts: [] }));
  for (const _ of [1, 2]) await page.getByRole('button', { name: 'Try Again' }).first().click();
  await expect(toRate(page)).toContainText('You have rated all that there is.');
  await expect(week(page)).toContainText('It is over. The next one begins.');
  await expect(week(page)).toContainText('first place is free');
  // A place in the lower half is not told.
  await expect(week(page)).not.toContainText('You are');
  await getRating(page);
  await expect(toRate(page)).toHaveCount(0);
});

test('without a verified address the home page is that of visitors', async ({ page, api }) => {
  api.answer('GET /api/auth/me', { ...me, emailVerified: false });
  await page.goto('/');
  await expect(page.getByText('Verify your email address to post, rate and comment.')).toBeVisible();
  await expect(page.getByText(/^Upload a photo of your own feet and get a score/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'A Score for Every Foot' })).toBeVisible();
  expect(api.calls('GET /api/rate')).toHaveLength(0);
});
