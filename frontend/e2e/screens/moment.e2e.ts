import { expect, type Page } from '@playwright/test';
import type { Post, PostRank } from '../../src/api/generated/schema.d.ts';
import { seriousFindings } from '../support/axe.ts';
import { toast } from '../support/community.ts';
import { rating, ratingOf, unusedBoosts } from '../support/screen-answers.ts';
import { type Api, known, test } from '../support/screen.ts';
import { choosePhoto } from '../support/visitor.ts';

test.use({ viewer: 'member' });

const id = known.ownPost!;
const sheet = {
  toeAlignment: '7.0',
  toeNails: '8.1',
  footShape: '6.9',
  aesthetic: '7.6',
  aiComment: 'A calm picture.',
  judge: 'ai',
} as const;
const moment = (page: Page) => page.locator('section[aria-labelledby="moment"]');

async function rate(page: Page): Promise<void> {
  await choosePhoto(page);
  await page.getByRole('button', { name: 'Get My Rating' }).click();
  await expect(page.getByRole('heading', { name: 'Your Rating' })).toBeVisible();
}

/** Publishes a photo, whose post is then like this, in this place of 40. */
async function publish(page: Page, api: Api, post: Partial<Post>, place: number): Promise<void> {
  unusedBoosts(api, []);
  api.answer('POST /api/upload', rating);
  api.answer('POST /api/posts/publish', { id }, { status: 201 });
  api.answer('GET /api/posts/{id}', (recorded) => ({ ...recorded, ...post }));
  api.answer('GET /api/user/posts/{id}/score-sheet', { isPublic: false, sheet: rating });
  const week = { place, of: 40, week: '2035-W21', isClosed: false };
  api.answer('GET /api/posts/{id}/rank', { week } as PostRank);
  api.refuse('GET /api/posts/{id}/card.png', 503);
  await page.goto('/');
  await rate(page);
  await page.getByRole('button', { name: 'Post to Leaderboard' }).click();
  await expect(moment(page)).toBeVisible();
}

const rated = { averageRating: '7.4', aiScore: '7.4', ratingsCount: 0 };

test('a new post says once where it stands, what is best of it and what is next', async ({ page, api }) => {
  await publish(page, api, rated, 12);
  await expect(page.getByRole('heading', { name: 'On the board' })).toBeFocused();
  await expect(moment(page)).toContainText('7.4 /10');
  await expect(moment(page).getByRole('status')).toHaveText('12th of 40 this week');
  expect(await seriousFindings(page)).toEqual([]);
  await moment(page).getByRole('button', { name: 'Share' }).click();
  await expect(page.getByRole('menuitem', { name: 'Save share card' })).toBeVisible();
  await page.keyboard.press('Escape');
  // The menu takes the key until it has left.
  await expect(page.getByRole('menuitem')).toHaveCount(0);
  await expect(moment(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(moment(page)).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.reload();
  await expect(page.getByRole('switch')).toBeVisible();
  await expect(moment(page)).toBeHidden();
});

test('a rank in the lower half is not told, and one tap takes the post off the board', async ({
  page,
  api,
}) => {
  await publish(page, api, rated, 38);
  await expect(moment(page).getByRole('status')).toHaveText('Your best: Toe Nails 8.1');
  await expect(moment(page)).not.toContainText('38');
  await moment(page).getByRole('button', { name: 'Take it off the board' }).click();
  api.answer('DELETE /api/user/posts/{id}', { success: true });
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/my-posts$/);
  await expect(toast(page, 'Post deleted')).toBeVisible();
  expect(api.calls('DELETE /api/user/posts/{id}').map(({ params }) => params['id'])).toEqual([id]);
});

for (const [name, post, says] of [
  ['in review', { ...rated, isPublic: false }, 'Waiting for a look; we tell you.'],
  ['without a score', { averageRating: '0.0', aiScore: null, ratingsCount: 0 }, 'Rated by the first five'],
] as const)
  test(`a new post ${name} says so`, async ({ page, api }) => {
    await publish(page, api, post, 1);
    await expect(moment(page)).toContainText(says);
    await expect(moment(page)).not.toContainText('/10');
    await expect(moment(page).getByRole('button', { name: 'Share' })).toHaveCount('isPublic' in post ? 0 : 1);
  });

test('the owner shows the score sheet to everyone; a refusal says so and changes nothing', async ({
  page,
  api,
}) => {
  await page.goto(`/post/${id}`);
  const show = page.getByRole('switch', { name: 'Show the judge’s score sheet to everyone' });
  await expect(show).toHaveAccessibleDescription(/^Only you see it now/);
  api.refuse('PUT /api/user/posts/{id}/score-sheet', 503, { message: 'Please try again later.' });
  await show.click();
  await expect(toast(page, 'Failed to change who sees it')).toBeVisible();
  await expect(show).not.toBeChecked();
  api.answer('PUT /api/user/posts/{id}/score-sheet', { success: true });
  await show.click();
  await expect(show).toBeChecked();
  await expect(show).toHaveAccessibleDescription(/^Everyone who sees this post sees it now/);
  expect(api.calls('PUT /api/user/posts/{id}/score-sheet').at(-1)?.body).toEqual({ isPublic: true });
});

for (const [before, after, isTold] of [
  ['6.0', 'higher', true],
  ['9.0', 'lower', false],
] as const)
  test(`another try that scores ${after} is shown beside the post before it`, async ({ page, api }) => {
    const own = { isPublic: false, sheet: { ...rating, averageRating: before } };
    api.answer('GET /api/user/posts/{id}/score-sheet', own);
    api.answer('POST /api/upload', ratingOf('another'));
    await page.goto(`/post/${id}`);
    await page.getByRole('link', { name: 'Try again with another photo' }).click();
    await expect(page).toHaveURL(`/?again=${id}`);
    await rate(page);
    const earlier = page.getByRole('region', { name: 'Your Earlier Photo' });
    await expect(earlier).toContainText(before);
    await expect(earlier.getByText('The new one scores higher.')).toHaveCount(isTold ? 1 : 0);
  });

test.describe('a visitor', () => {
  test.use({ viewer: 'visitor' });

  test('sees a score sheet that is shown, and nothing of another', async ({ page, api }) => {
    api.answer('GET /api/posts/{id}', (recorded, { params }) =>
      params['id'] === id ? { ...recorded, scoreSheet: sheet } : recorded,
    );
    await page.goto(`/post/${id}`);
    await expect(page.getByRole('region', { name: 'The Judge’s Score Sheet' })).toContainText(
      'A calm picture.',
    );
    await expect(page.getByRole('switch')).toHaveCount(0);
    expect(await seriousFindings(page)).toEqual([]);
    await page.goto(`/post/${known.post}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Score Sheet')).toHaveCount(0);
  });
});
