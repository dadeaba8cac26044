import { expect, type Page } from '@playwright/test';
import { toast } from '../support/community.ts';
import { rating } from '../support/screen-answers.ts';
import { test } from '../support/screen.ts';
import { choosePhoto } from '../support/visitor.ts';

const post = (page: Page) => page.getByRole('button', { name: 'Post to Leaderboard' });
const notice = (page: Page) => page.getByRole('region', { name: 'Saved rating' });

test.beforeEach(({ api }) => {
  api.answer('POST /api/upload', rating);
  api.on('DELETE /api/ratings/pending', async () => ({ status: 204 }));
});

async function openRating(page: Page): Promise<void> {
  await page.goto('/');
  await choosePhoto(page);
  await page.getByRole('button', { name: 'Get My Rating' }).click();
  await expect(page.getByRole('heading', { name: 'Your Rating' })).toBeVisible();
}

test('a damaged saved rating is cleared; a good one is available in a new tab and can be discarded', async ({
  page,
  api,
  context,
}) => {
  await page.goto('/login');
  await page.evaluate(() => sessionStorage.setItem('pendingRating', '{"imageUrl":"/images/x/1280.webp"}'));
  await page.goto('/');
  await expect(toast(page, 'Invalid saved rating')).toContainText('Please upload a new photo to get rated.');
  expect(await page.evaluate(() => sessionStorage.getItem('pendingRating'))).toBeNull();

  api.answer('GET /api/ratings/pending', { rating });
  const tab = await context.newPage();
  await tab.addInitScript(() => localStorage.setItem('ageVerified', 'true'));
  await tab.goto('/register');
  await expect(notice(tab)).toContainText('is waiting.');
  await tab.goto('/');
  await expect(notice(tab).getByRole('link', { name: 'Register' })).toBeVisible();
  const before = api.calls('DELETE /api/ratings/pending').length;
  await notice(tab).getByRole('button', { name: 'Discard' }).click();
  await expect(notice(tab)).toBeHidden();
  await expect.poll(() => api.calls('DELETE /api/ratings/pending').length).toBe(before + 1);
});

test.describe('signed in', () => {
  test.use({ viewer: 'member' });

  test('a photo that is posted already is not offered again, and nothing of it is kept', async ({
    page,
    api,
  }) => {
    const message = 'You have already published this photo.';
    api.refuse('POST /api/posts/publish', 409, { code: 'conflict', message });
    await openRating(page);
    await post(page).click();
    await expect(page.getByText(message)).toBeInViewport();
    await expect(post(page)).toBeHidden();
    await page.getByRole('button', { name: 'Upload Another' }).click();
    await expect(page.getByRole('button', { name: 'Choose a Photo' })).toBeVisible();
    await expect(page.getByText('is not posted yet.')).toHaveCount(0);
  });
});
