import { expect, type Page } from '@playwright/test';
import { open } from './support/community.ts';
import { test } from './support/site.ts';
import {
  getRating,
  openHomeAsUser,
  profileMenu,
  publish,
  rateAsUser,
  rateOnScreen,
  register,
  sendLogin,
  sendRegistration,
  verificationLink,
} from './support/visitor.ts';

const saved = (page: Page) => page.getByRole('region', { name: 'Saved rating' });
const earlier = (page: Page) => page.getByRole('region', { name: 'Earlier rating' });
const photo = (page: Page) =>
  page.getByRole('region', { name: 'Your Rating' }).getByRole('img', { name: 'Your rated photo' });

test('a rating survives a reload and another upload, and can be fetched back @widths', async ({ page }) => {
  await rateOnScreen(page);
  const first = await photo(page).getAttribute('src');
  await page.reload();
  await expect(photo(page)).toHaveAttribute('src', first!);

  await page.getByRole('button', { name: 'Upload Another' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Upload Another?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(photo(page)).toBeVisible();
  await page.getByRole('button', { name: 'Upload Another' }).click();
  await dialog.getByRole('button', { name: 'Upload Another' }).click();
  await expect(earlier(page)).toContainText('is not posted yet.');
  await expect(earlier(page)).toBeInViewport();

  await getRating(page);
  await expect(photo(page)).not.toHaveAttribute('src', first!);
  const second = await photo(page).getAttribute('src');
  await earlier(page).getByRole('button', { name: 'Show It Again' }).click();
  await expect(photo(page)).toHaveAttribute('src', first!);
  await expect(earlier(page).getByRole('img')).toHaveAttribute('src', second!);
});

test('the last rating that was chosen waits, and accompanies registration and verification @widths', async ({
  page,
  context,
}) => {
  await rateOnScreen(page);
  await page.getByRole('button', { name: 'Post to Leaderboard' }).click();
  await expect(page).toHaveURL('/register');

  // Another tab chooses another photo: only that one is posted.
  const tab = await context.newPage();
  await tab.goto('/');
  await getRating(tab);
  const chosen = await photo(tab).getAttribute('src');
  await tab.getByRole('button', { name: 'Post to Leaderboard' }).click();
  for (const each of [page, tab]) {
    await expect(saved(each)).toContainText(/Your \d.*is waiting\./);
    await expect(saved(each).getByRole('img')).toHaveAttribute('src', chosen!);
  }

  await tab.goto('/forgot-password');
  await expect(saved(tab)).toContainText(/Your \d.*is waiting\./);
  await tab.goto('/reset-password');
  await expect(saved(tab)).toContainText(/Your \d.*is waiting\./);

  const email = await sendRegistration(page);
  await expect(page.getByText('Your saved rating is posted after that.')).toBeVisible();
  await expect(saved(page).getByRole('img')).toHaveAttribute('src', chosen!);
  await tab.close();
  const link = await verificationLink(email);
  const mail = await context.newPage();
  await mail.goto(link);
  await expect(mail).toHaveURL(/\/post\//);
  await expect(mail.getByRole('img', { name: /^Photo posted by/ })).toHaveAttribute('src', chosen!);
  // Nothing is posted twice by the tab that has waited.
  await openHomeAsUser(page);
  await expect(saved(page)).toBeHidden();
  const posts: unknown[] = await (await page.request.get('/api/user/posts')).json();
  expect(posts).toHaveLength(1);
});

test('an unverified person keeps a rating to post, and is told what to do @widths', async ({ page }) => {
  await register(page);
  await page.goto('/leaderboard');
  const reminder = page.getByText('Verify your email address to post, rate and comment.');
  await expect(reminder).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resend Verification Email' })).toHaveCount(1);
  await page.goto('/');
  await expect(reminder).toBeVisible();
  await rateAsUser(page);
  await page.getByRole('button', { name: 'Post to Leaderboard' }).click();
  await expect(saved(page)).toContainText('Please verify your email address first.');
  await expect(saved(page)).toBeInViewport();
  await expect(reminder).toBeHidden();
  await page.goto('/my-posts');
  await expect(saved(page)).toContainText(/Your \d.*is waiting\./);
  await expect(reminder).toBeVisible();
});

test('a person without a rating sees no message about one', async ({ page }) => {
  await page.goto('/register');
  await sendRegistration(page);
  await expect(page.getByText('The link works for 24 hours.')).toBeVisible();
  await expect(page.getByText('Your saved rating')).toHaveCount(0);
});

test('a score that a visitor chose is sent after the login', async ({ page, newPerson, post: id }) => {
  const { email } = await newPerson();
  await open(page, id);
  await page.getByRole('radio', { name: '7', exact: true }).check();
  await page.getByRole('button', { name: 'Submit Rating' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Login' }).click();
  await sendLogin(page, email);
  await expect(page.getByText('You rated this post 7 out of 10')).toBeVisible();
  await page.reload();
  await expect(page.getByText('You rated this post 7 out of 10')).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('chosenScore'))).toBeNull();
});

test('a score that a visitor chose is sent after the verification, wherever the person is @widths', async ({
  page,
  context,
  post: id,
}) => {
  await open(page, id);
  await page.getByRole('radio', { name: '7', exact: true }).check();
  await page.getByRole('button', { name: 'Submit Rating' }).click();
  await page.goto('/register');
  const email = await sendRegistration(page);
  const mail = await context.newPage();
  await mail.goto(await verificationLink(email));
  const sent = mail.getByRole('listitem').filter({ hasText: 'Your 7 out of 10 is sent' });
  await expect(sent).toBeVisible();
  await expect(mail).toHaveURL('/');
  expect(await mail.evaluate(() => localStorage.getItem('chosenScore'))).toBeNull();
  await sent.getByRole('button', { name: 'See the Post' }).click();
  await expect(mail).toHaveURL(`/post/${id}`);
  await expect(mail.getByText('You rated this post 7 out of 10')).toBeVisible();
});

test('a score that the server could not take is kept, and sent later', async ({
  page,
  newPerson,
  post: id,
}) => {
  const { email } = await newPerson();
  await page.goto('/login');
  await page.evaluate(
    (postId) => localStorage.setItem('chosenScore', JSON.stringify({ postId, score: 6 })),
    id,
  );
  await page.reload();
  await page.route('**/api/ratings/submit', (route) => route.fulfill({ status: 503, json: {} }));
  await sendLogin(page, email);
  await expect(page.getByRole('listitem').filter({ hasText: 'Failed to Submit Rating' })).toBeVisible();
  await page.unroute('**/api/ratings/submit');
  await page.goto('/termsofservice');
  await expect(page.getByText('Your 6 out of 10 is sent', { exact: true })).toBeVisible();
});

test("a score for one's own post is refused once and forgotten", async ({ page, newPerson }) => {
  const person = await newPerson();
  const own = await publish(person);
  await page.goto('/login');
  await page.evaluate(
    (postId) => localStorage.setItem('chosenScore', JSON.stringify({ postId, score: 10 })),
    own,
  );
  await page.reload();
  await sendLogin(page, person.email);
  await expect(page.getByRole('listitem').filter({ hasText: 'Failed to Submit Rating' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('chosenScore'))).toBeNull();
});

test('a rating that a copy of the tab has posted leads to its post', async ({ user: page }) => {
  await rateAsUser(page);
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  const copy = await page.context().newPage();
  await copy.addInitScript((text) => Object.assign(sessionStorage, JSON.parse(text)), kept);
  await copy.goto('/');
  await copy.getByRole('button', { name: 'Post to Leaderboard' }).click();
  await expect(copy).toHaveURL(/\/post\//);
  await page.getByRole('button', { name: 'Post to Leaderboard' }).click();
  await expect(page).toHaveURL(copy.url());
});

test('a score is not sent for another person after a sign-out', async ({ page, newPerson, post: id }) => {
  const { email } = await newPerson();
  await register(page);
  await page.goto('/leaderboard');
  await page.evaluate(
    (postId) => localStorage.setItem('chosenScore', JSON.stringify({ postId, score: 3 })),
    id,
  );
  await page.reload();
  await profileMenu(page).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await sendLogin(page, email);
  await expect(profileMenu(page)).toBeVisible();
  await open(page, id);
  await expect(page.getByRole('button', { name: 'Submit Rating' })).toBeDisabled();
  await expect(page.getByText(/You rated this post/)).toHaveCount(0);
});

test('a rating that could not be posted offline is posted when the browser is online again', async ({
  page,
}) => {
  await rateOnScreen(page);
  await page.getByRole('button', { name: 'Post to Leaderboard' }).click();
  const email = await sendRegistration(page);
  const link = await verificationLink(email);
  await page.route(
    '**/api/posts/publish',
    async (route) => {
      await page.context().setOffline(true);
      await route.abort();
    },
    { times: 1 },
  );
  await page.goto(link);
  await expect(saved(page)).toContainText('It is posted when you are connected again.');
  await page.context().setOffline(false);
  await expect(page).toHaveURL(/\/post\//);
});
