import { expect } from '@playwright/test';
import { openLive, serveLive } from './support/live.ts';
import { newSeed } from './support/photo.ts';
import { test } from './support/site.ts';
import { emptyPages } from './support/server-pages.ts';
import { LARGE, publish, rateAsUser, rateOnScreen, upload } from './support/visitor.ts';

test('a verified person posts directly from the results', async ({ user: page }) => {
  await rateAsUser(page);
  await page.getByRole('button', { name: 'Post to Leaderboard' }).click();
  await expect(page).toHaveURL(/\/post\//);
  await expect(page.getByText('Current Rating')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Put your best foot forward.' })).toBeVisible();
});

test('the same photo cannot be posted twice, and the page says that it is posted', async ({ user: page }) => {
  const seed = newSeed();
  await upload(page, seed, LARGE);
  await rateAsUser(page, seed);
  await page.getByRole('button', { name: 'Post to Leaderboard' }).click();
  await expect(page.getByText('You have already published this photo.')).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Post to Leaderboard' })).toBeHidden();
  // It is posted, so nothing is asked and nothing is kept.
  await page.getByRole('button', { name: 'Upload Another' }).click();
  await expect(page.getByRole('button', { name: 'Choose a Photo' })).toBeVisible();
  await expect(page.getByText('is not posted yet.')).toHaveCount(0);
});

test('after a lost response, the browser publishes again and opens the post', async ({ user: page }) => {
  await rateAsUser(page);
  let lost: { id: string } | undefined;
  await page.route(
    '**/api/posts/publish',
    async (route) => {
      lost = await (await route.fetch()).json();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  const post = page.getByRole('button', { name: 'Post to Leaderboard' });
  const keys: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/posts/publish')) keys.push(request.headers()['idempotency-key']);
  });
  await post.click();
  await expect(page.getByText('Current Rating')).toBeVisible();
  await expect(page).toHaveURL(`/post/${lost?.id}`);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('after several lost responses, a second press publishes nothing twice', async ({ user: page }) => {
  await rateAsUser(page);
  const keys: unknown[] = [];
  const answers: { id: string }[] = [];
  await page.route('**/api/posts/publish', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    const response = await route.fetch();
    answers.push(await response.json());
    return keys.length <= 3 ? route.abort('connectionreset') : route.fulfill({ response });
  });
  const post = page.getByRole('button', { name: 'Post to Leaderboard' });
  await post.click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Failed to post' })).toContainText(
    'Could not post to leaderboard. Please try again.',
  );
  await post.click();
  await expect(page.getByText('Current Rating')).toBeVisible();
  expect([keys.length, new Set(keys).size, new Set(answers.map(({ id }) => id)).size]).toEqual([4, 1, 1]);
});

test('a saved rating is available in a new tab and can be discarded', async ({ page, context }) => {
  await rateOnScreen(page);
  await page.getByRole('button', { name: 'Post to Leaderboard' }).click();
  await expect(page).toHaveURL('/register');

  const tab = await context.newPage();
  await tab.goto('/');
  const notice = tab.getByRole('region', { name: 'Saved rating' });
  await expect(notice.getByRole('link', { name: 'Register' })).toBeVisible();
  const answer = (method: string) =>
    tab.waitForResponse(
      (response) => response.url().endsWith('/api/ratings/pending') && response.request().method() === method,
    );
  const forgotten = answer('DELETE');
  await notice.getByRole('button', { name: 'Discard' }).click();
  await expect(notice).toBeHidden();
  expect((await forgotten).status()).toBe(204);
  const asked = answer('GET');
  await tab.reload();
  expect(await (await asked).json()).toEqual({ rating: null });
});

test('a damaged saved rating is cleared, and the message explains what to do', async ({ page }) => {
  await page.goto('/login');
  await page.evaluate(() => sessionStorage.setItem('pendingRating', '{"imageUrl":"/images/x/1280.webp"}'));
  await page.goto('/');
  const toast = page.getByRole('listitem').filter({ hasText: 'Invalid saved rating' });
  await expect(toast).toContainText('Please upload a new photo to get rated.');
  expect(await page.evaluate(() => sessionStorage.getItem('pendingRating'))).toBeNull();
});

test('a forged saved rating is rejected and cleared', async ({ user: page }) => {
  await page.goto('/termsofservice');
  await page.evaluate(() => {
    const forged = {
      imageUrl: '/images/00000000-0000-4000-8000-000000000000/1280.webp',
      imageHash: 'ab'.repeat(32),
      averageRating: '10.0',
      toeAlignment: '10.0',
      toeNails: '10.0',
      footShape: '10.0',
      aesthetic: '10.0',
      aiComment: 'The best feet ever.',
    };
    sessionStorage.setItem('pendingRating', JSON.stringify(forged));
  });
  await page.goto('/');
  await expect(page.getByRole('listitem').filter({ hasText: 'Invalid saved rating' })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('pendingRating'))).toBeNull();
});

test('the board loads its next page near the end of the list and with its button', async ({ user: page }) => {
  for (let count = 0; count < 3; count += 1) await publish(page);
  // The real server, with a page size of one post.
  const asked: string[] = [];
  await emptyPages(page);
  await page.route('**/api/posts?*', (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('limit', '1');
    asked.push(url.searchParams.get('cursor') ?? 'first');
    return route.continue({ url: url.href });
  });
  await page.addInitScript(() => {
    // Without the observer only the button loads pages.
    Object.assign(window, {
      IntersectionObserver: class {
        observe() {}
        disconnect() {}
      },
    });
  });
  // Deletions of other tests must not change this page.
  await serveLive(page);
  await openLive(page, '/leaderboard');
  const cards = page.getByRole('region', { name: 'Posts' }).getByRole('listitem');
  await expect(cards).toHaveCount(1);
  expect(new Set(asked)).toEqual(new Set(['first']));
  asked.length = 0;
  await page.getByRole('button', { name: 'Load More' }).click();
  await expect(cards).toHaveCount(2);

  const scrolling = await page.context().newPage();
  await emptyPages(scrolling);
  await scrolling.route('**/api/posts?*', (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('limit', '1');
    return route.continue({ url: url.href });
  });
  await serveLive(scrolling);
  await scrolling.goto('/leaderboard');
  const loaded = scrolling.getByRole('region', { name: 'Posts' }).getByRole('listitem');
  await expect.poll(() => loaded.count()).toBeGreaterThanOrEqual(3);
  const addresses = await loaded
    .getByRole('link', { name: /^Photo by/ })
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(asked).toEqual([expect.not.stringMatching(/^first$/)]);
});
