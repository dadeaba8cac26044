import { expect, type Page } from '@playwright/test';
import { toast } from './support/community.ts';
import { test } from './support/site.ts';
import {
  getRating,
  logIn,
  profileMenu,
  rateAsUser,
  rateOnScreen,
  sendRegistration,
} from './support/visitor.ts';

const saved = (page: Page) => page.getByRole('region', { name: 'Saved rating' });
const result = (page: Page) => page.getByRole('heading', { name: 'Your Rating' });

/** A visitor uploads a photo, wants to post it, and registers. The rating waits for the verification. */
async function registerWithRating(page: Page): Promise<string> {
  await rateOnScreen(page);
  await page.getByRole('button', { name: 'Post to Leaderboard' }).click();
  await expect(page).toHaveURL('/register');
  const email = await sendRegistration(page);
  await page.getByRole('link', { name: 'Go to Login' }).click();
  await expect(saved(page)).toContainText('Please verify your email address first.');
  return email;
}

async function logOut(page: Page): Promise<void> {
  await profileMenu(page).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
}

/** Nothing waits to be posted, and nothing was posted by the person of the page. */
async function expectNothing(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Put your best foot forward.' })).toBeVisible();
  await expect(saved(page)).toBeHidden();
  expect(await (await page.request.get('/api/ratings/pending')).json()).toEqual({ rating: null });
  expect(await page.evaluate(() => sessionStorage.getItem('pendingRating'))).toBeNull();
  expect(await (await page.request.get('/api/user/posts')).json()).toEqual([]);
}

test('after a sign-out, the next person finds and posts nothing of the first', async ({
  page,
  context,
  other: next,
}) => {
  await registerWithRating(page);
  // A second tab that has saved the rating too.
  const beside = await context.newPage();
  await beside.goto('/termsofservice');
  const stored = await page.evaluate(() => Object.entries(sessionStorage));
  await beside.evaluate((entries) => {
    for (const [key, value] of entries) sessionStorage.setItem(key, value);
  }, stored);
  await beside.goto('/');
  await expect(saved(beside)).toBeVisible();
  const { imageUrl } = (await (await page.request.get('/api/ratings/pending')).json()).rating;
  expect((await page.request.get(imageUrl)).status()).toBe(200);

  await logOut(page);
  await expect(saved(page)).toBeHidden();
  await expect(result(page)).toBeHidden();
  await expect(saved(beside)).toBeHidden();
  await expect(beside.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();

  await logIn(page, next.email);
  await expect(profileMenu(page)).toBeVisible();
  await expectNothing(page);
  expect((await page.request.get(imageUrl)).status()).toBe(404);
  await beside.goto('/');
  await expect(profileMenu(beside)).toBeVisible();
  await expectNothing(beside);
});

test('a result on the screen disappears in every tab when its person signs out', async ({
  user: page,
  context,
}) => {
  const beside = await context.newPage();
  for (const tab of [page, beside]) {
    await rateAsUser(tab);
  }
  await logOut(page);
  for (const tab of [page, beside]) {
    await expect(result(tab)).toBeHidden();
    await expect(tab.getByRole('heading', { name: 'Put your best foot forward.' })).toBeVisible();
  }
});

test('the answer of an upload is not shown after its person has signed out', async ({ user: page }) => {
  await page.goto('/');
  await expect(profileMenu(page)).toBeVisible();
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/upload', async (route) => {
    const response = await route.fetch();
    ask();
    await released;
    await route.fulfill({ response });
  });
  const rated = getRating(page).then(
    () => 'shown',
    () => 'not shown',
  );
  await asked;
  await logOut(page);
  const answered = page.waitForResponse('**/api/upload');
  release();
  await answered;
  await expect(page.getByRole('heading', { name: 'Put your best foot forward.' })).toBeVisible();
  await expect(result(page)).toBeHidden();
  await page.close();
  expect(await rated).toBe('not shown');
});

test('a rating whose session has expired waits for its person, and is not shown to others', async ({
  page,
  other: next,
}) => {
  const email = await registerWithRating(page);
  await page.context().clearCookies({ name: 'session' });
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(saved(page)).toBeHidden();
  await logIn(page, email);
  await expect(saved(page)).toBeVisible();

  await page.context().clearCookies({ name: 'session' });
  await logIn(page, next.email);
  await expect(profileMenu(page)).toBeVisible();
  await expectNothing(page);
});

test('a rating that the server does not accept gets one message with one title', async ({ user: page }) => {
  await rateAsUser(page);
  await page.route('**/api/posts/publish', (route) =>
    route.fulfill({
      status: 400,
      json: { code: 'invalid', message: 'Invalid saved rating', requestId: 'e2e' },
    }),
  );
  await page.getByRole('button', { name: 'Post to Leaderboard' }).click();
  const told = toast(page, 'Invalid saved rating');
  await expect(told).toContainText('Please upload a new photo to get rated.');
  await expect(told).not.toContainText('Failed to post');
});

test('own posts and unused boosts are read again when the window gets the focus', async ({ user: page }) => {
  await page.goto('/my-posts');
  await expect(page.getByText('No posts yet')).toBeVisible();
  // A read that is still in flight is not started again.
  for (const path of ['/api/user/posts', '/api/boosts/unclaimed']) {
    await expect(async () => {
      const asked = page.waitForRequest(`**${path}`, { timeout: 1000 });
      await page.evaluate(() => window.dispatchEvent(new Event('focus')));
      await asked;
    }).toPass();
  }
});
