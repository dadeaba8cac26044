import { expect, type Page } from '@playwright/test';
import { answerUploads, me, ratingOf } from '../support/screen-answers.ts';
import { known, test } from '../support/screen.ts';
import { getRating, profileMenu, rateOnScreen, sendLogin, sendRegistration } from '../support/visitor.ts';

const saved = (page: Page) => page.getByRole('region', { name: 'Saved rating' });
const earlier = (page: Page) => page.getByRole('region', { name: 'Earlier rating' });
const photo = (page: Page) =>
  page.getByRole('region', { name: 'Your Rating' }).getByRole('img', { name: 'Your rated photo' });
const first = /photo-1/;
const second = /photo-2/;

test.beforeEach(({ api }) => {
  answerUploads(api);
  api.answer('PUT /api/ratings/pending', undefined, { status: 204 });
  api.answer('DELETE /api/ratings/pending', undefined, { status: 204 });
  api.answer('POST /api/posts/publish', { id: known.ownPost! }, { status: 201 });
  api.answer('POST /api/auth/verify-email', me, { as: 'member' });
  api.answer('POST /api/auth/login', me, { as: 'member' });
});

test('a rating survives a reload and another upload, and can be fetched back @widths', async ({ page }) => {
  await rateOnScreen(page);
  await page.reload();
  await expect(photo(page)).toHaveAttribute('src', first);
  const another = page.getByRole('button', { name: 'Upload Another' });
  const dialog = page.getByRole('alertdialog', { name: 'Upload Another?' });
  await another.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(photo(page)).toBeVisible();
  await another.click();
  await dialog.getByRole('button', { name: 'Upload Another' }).click();
  await expect(earlier(page)).toContainText('is not posted yet.');
  await expect(earlier(page)).toBeInViewport();
  await getRating(page);
  await expect(photo(page)).toHaveAttribute('src', second);
  await earlier(page).getByRole('button', { name: 'Show It Again' }).click();
  await expect(photo(page)).toHaveAttribute('src', first);
  await expect(earlier(page).getByRole('img')).toHaveAttribute('src', second);
});

test('the last rating that was chosen waits, accompanies the registration, and is posted @widths @verify', async ({
  page,
  api,
  context,
}) => {
  api.answer('POST /api/auth/register', { ...me, emailVerified: false }, { status: 201, as: 'member' });
  await rateOnScreen(page);
  await page.getByRole('button', { name: 'Post to Leaderboard' }).click();
  await expect(page).toHaveURL('/register');
  // Another tab chooses another photo: only that one is posted.
  const tab = await context.newPage();
  await rateOnScreen(tab);
  // A moment later.
  await tab.evaluate(() => {
    const later = Date.now() + 1000;
    const get = (date: object, name: string) => (name === 'now' ? () => later : Reflect.get(date, name));
    globalThis.Date = new Proxy(Date, { get } as ProxyHandler<DateConstructor>);
  });
  // What was saved last, until it is posted.
  api.answer('GET /api/ratings/pending', () => {
    const put = api.calls('PUT /api/ratings/pending').at(-1)?.body as { imageHash: string } | undefined;
    const isPosted = api.calls('POST /api/posts/publish').length > 0;
    return { rating: put && !isPosted ? ratingOf(put.imageHash) : null };
  });
  await tab.getByRole('button', { name: 'Post to Leaderboard' }).click();
  for (const each of [page, tab]) await expect(saved(each).getByRole('img')).toHaveAttribute('src', second);
  for (const address of ['/forgot-password', '/reset-password']) {
    await tab.goto(address);
    await expect(saved(tab)).toContainText(/Your \d.*is waiting\./);
  }
  api.answer('GET /api/auth/me', (user) => ({ ...user, emailVerified: false }));
  await sendRegistration(page);
  await expect(page.getByText('Your saved rating is posted after that.')).toBeVisible();
  await tab.close();
  api.answer('GET /api/auth/me', me);
  const mail = await context.newPage();
  await mail.goto(`/verify-email?token=${'a'.repeat(43)}`);
  await expect(mail).toHaveURL(`/post/${known.ownPost}`);
  const posted = api
    .calls('POST /api/posts/publish')
    .map(({ body }) => (body as { imageHash: string }).imageHash);
  expect(posted).toEqual(['photo-2']);
  await mail.goto('/');
  await expect(mail.getByRole('button', { name: 'Choose a Photo' })).toBeVisible();
  await expect(saved(mail)).toBeHidden();
});

test('a score that a visitor chose is sent after the login, and kept if the server could not take it', async ({
  page,
  api,
}) => {
  api.refuse('POST /api/ratings/submit', 503);
  await page.goto(`/post/${known.reported}`);
  await page.getByRole('radio', { name: '7', exact: true }).check();
  await page.getByRole('button', { name: 'Submit Rating' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Login' }).click();
  await sendLogin(page, me.email);
  await expect(page.getByRole('listitem').filter({ hasText: 'Failed to Submit Rating' })).toBeVisible();
  api.answer('POST /api/ratings/submit', { success: true, community: null, judge: null });
  await page.goto('/termsofservice');
  const sent = page.getByRole('listitem').filter({ hasText: 'Your 7 out of 10 is sent' });
  await expect(sent).toBeVisible();
  await sent.getByRole('button', { name: 'See the Post' }).click();
  await expect(page).toHaveURL(`/post/${known.reported}`);
  expect(await page.evaluate(() => localStorage.getItem('chosenScore'))).toBeNull();
  expect(api.calls('POST /api/ratings/submit').at(-1)?.body).toEqual({
    postId: known.reported,
    overallScore: 7,
  });
});

test('a score that the server refuses for good is forgotten', async ({ page, api }) => {
  api.refuse('POST /api/ratings/submit', 403, { message: 'You cannot rate your own post.' });
  const score = JSON.stringify({ postId: known.ownPost, score: 10 });
  await page.addInitScript((text) => localStorage.setItem('chosenScore', text), score);
  await page.goto('/login');
  await sendLogin(page, me.email);
  await expect(page.getByRole('listitem').filter({ hasText: 'Failed to Submit Rating' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('chosenScore'))).toBeNull();
});

test.describe('an unverified person', () => {
  test.use({ viewer: 'member' });
  test.beforeEach(({ api }) => api.answer('GET /api/auth/me', { ...me, emailVerified: false }));

  test('keeps a rating to post, and is told what to do @widths', async ({ page }) => {
    await page.goto('/leaderboard');
    const reminder = page.getByText('Verify your email address to post, rate and comment.');
    await expect(reminder).toBeVisible();
    await expect(page.getByRole('button', { name: 'Resend Verification Email' })).toHaveCount(1);
    await page.goto('/');
    await expect(reminder).toBeVisible();
    await getRating(page);
    await page.getByRole('button', { name: 'Post to Leaderboard' }).click();
    await expect(saved(page)).toContainText('Please verify your email address first.');
    await expect(saved(page)).toBeInViewport();
    await expect(reminder).toBeHidden();
    await page.goto('/my-posts');
    await expect(saved(page)).toContainText(/Your \d.*is waiting\./);
    await expect(reminder).toBeVisible();
  });

  test('leaves no score to the next person who signs in', async ({ page, api }) => {
    api.answer('POST /api/auth/logout', undefined, { status: 204, as: 'visitor' });
    const score = JSON.stringify({ postId: known.reported, score: 3 });
    await page.goto('/leaderboard');
    await page.evaluate((text) => localStorage.setItem('chosenScore', text), score);
    await page.reload();
    await profileMenu(page).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    api.answer('GET /api/auth/me', { ...me, id: known.author! });
    api.answer('POST /api/auth/login', { ...me, id: known.author! }, { as: 'member' });
    await sendLogin(page, me.email);
    await expect(profileMenu(page)).toBeVisible();
    await page.goto(`/post/${known.reported}`);
    await expect(page.getByRole('button', { name: 'Submit Rating' })).toBeDisabled();
    expect(api.calls('POST /api/ratings/submit')).toEqual([]);
  });
});

test('a rating that could not be posted offline is posted when the browser is online again @verify', async ({
  page,
  api,
  context,
}) => {
  await rateOnScreen(page);
  await page.getByRole('button', { name: 'Post to Leaderboard' }).click();
  await expect(page).toHaveURL('/register');
  const { promise: breaks, resolve: breakOff } = Promise.withResolvers<null>();
  let isOnline = false;
  api.on('POST /api/posts/publish', async () => (isOnline ? undefined : breaks));
  await api.become('member');
  await page.goto('/');
  await expect(saved(page)).toContainText('is being posted');
  await expect(page.getByRole('region', { name: 'See who is ahead this week' })).toBeVisible();
  await context.setOffline(true);
  breakOff(null);
  await expect(saved(page)).toContainText('It is posted when you are connected again.');
  isOnline = true;
  await context.setOffline(false);
  await expect(page).toHaveURL(`/post/${known['ownPost']}`);
});
