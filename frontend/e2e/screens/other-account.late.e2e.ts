import { expect, type Page } from '@playwright/test';
import type { User } from '../../src/api/generated/schema.d.ts';
import { toast } from '../support/community.ts';
import { me, rating } from '../support/screen-answers.ts';
import { type Api, known, test } from '../support/screen.ts';
import { choosePhoto, getRating, profileMenu, sendLogin, sendRegistration } from '../support/visitor.ts';

const second: User = {
  ...me,
  id: 'second',
  email: 'second@example.org',
  anonymousUsername: 'QuietOtter1234',
};
const told = 'You are signed in as another user in this browser now. Please reload the page.';
const refusal = { code: 'other_account', message: told };

const saved = (page: Page) => page.getByRole('region', { name: 'Saved rating' });
const result = (page: Page) => page.getByRole('heading', { name: 'Your Rating' });
const hero = (page: Page) => page.getByRole('heading', { name: 'Put your best foot forward.' });
const login = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Login' });

async function expectShown(page: Page, { email }: User): Promise<void> {
  await profileMenu(page).click();
  await expect(page.getByRole('menu')).toContainText(email);
  await page.keyboard.press('Escape');
}

async function logOut(page: Page): Promise<void> {
  await profileMenu(page).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(login(page)).toBeVisible();
}

/** Lets people upload a photo, save its rating and log out. The server remembers it for the one who is signed in. */
function acceptRatings(api: Api): void {
  api.answer('POST /api/upload', rating, { status: 201 });
  api.answer('PUT /api/ratings/pending', undefined, { status: 204 });
  api.answer('DELETE /api/ratings/pending', undefined, { status: 204 });
  api.answer('POST /api/auth/logout', undefined, { status: 204, as: 'visitor' });
}

test.describe('after a second tab has signed in another account', () => {
  test.use({ viewer: 'member' });

  /** Opens a page of the first person. From then on the second one is signed in. */
  async function openAsFirst(page: Page, api: Api, address: string): Promise<void> {
    await page.goto(address);
    await expectShown(page, me);
    api.answer('GET /api/auth/me', second);
  }

  test('a form is not saved to it, and then belongs to it', async ({ page, api }) => {
    api.refuse('PATCH /api/user/profile', 409, refusal);
    await openAsFirst(page, api, '/profile/settings');
    await page.getByLabel('Bio').fill('The words of the first.');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(toast(page, 'Error')).toContainText(told);
    await expect(page.getByLabel('Display Name')).toHaveAttribute('placeholder', second.anonymousUsername);
    await expect(page.getByLabel('Bio')).toHaveValue('');
    api.answer('PATCH /api/user/profile', { ...second, bio: 'The words of the second.' });
    await page.getByLabel('Bio').fill('The words of the second.');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Profile updated')).toBeVisible();
    const [first, other] = api.calls('PATCH /api/user/profile');
    expect([first?.headers['x-account-id'], other?.headers['x-account-id']]).toEqual([me.id, second.id]);
  });

  test('a list, an export and a photo are not taken for it', async ({ page, api }) => {
    api.on('GET /api/user/posts', async ({ headers }) =>
      headers['x-account-id'] === me.id ? { status: 409, body: refusal } : { status: 200, body: [] },
    );
    await openAsFirst(page, api, '/leaderboard');
    await page.getByRole('banner').getByRole('link', { name: 'My Posts' }).click();
    await expect(page.getByText('No posts yet')).toBeVisible();
    await expectShown(page, second);

    api.answer('GET /api/auth/me', me);
    api.refuse('GET /api/user/export', 409, refusal);
    await openAsFirst(page, api, '/account/settings');
    const downloads: string[] = [];
    page.on('download', (file) => downloads.push(file.suggestedFilename()));
    await page.getByRole('button', { name: 'Export My Data' }).click();
    await expect(toast(page, 'Download failed')).toContainText(told);
    expect(downloads).toEqual([]);
    expect(api.calls('GET /api/user/export').at(-1)?.headers['x-account-id']).toBe(me.id);

    api.answer('GET /api/auth/me', me);
    api.refuse('POST /api/upload', 409, refusal);
    await openAsFirst(page, api, '/');
    await choosePhoto(page);
    await page.getByRole('button', { name: 'Get My Rating' }).click();
    await expect(page.getByRole('alert')).toHaveText(`Upload Failed${told}`);
    expect(api.calls('POST /api/upload').at(-1)?.headers['x-account-id']).toBe(me.id);
  });

  test('a saved rating that the server rejects for it is kept for a retry', async ({ page, api }) => {
    api.answer('GET /api/ratings/pending', { rating });
    api.refuse('POST /api/posts/publish', 409, refusal);
    await page.goto('/');
    await expect(saved(page)).toContainText('Failed to post rating');
    acceptRatings(api);
    api.answer('POST /api/posts/publish', { id: known.ownPost! }, { status: 201 });
    await page.reload();
    await expect(page).toHaveURL(`/post/${known.ownPost}`);
  });
});

test.describe('what somebody has uploaded', () => {
  test.use({ viewer: 'member' });

  test('disappears in every tab when they sign out', async ({ page, context, api }) => {
    acceptRatings(api);
    await page.goto('/');
    await getRating(page);
    const beside = await context.newPage();
    api.answer('GET /api/auth/me', { ...me, emailVerified: false });
    api.answer('GET /api/ratings/pending', (_, { viewer }) => ({
      rating: viewer === 'member' ? rating : null,
    }));
    await beside.addInitScript((own) => {
      localStorage.setItem('ageVerified', 'true');
      sessionStorage.setItem('pendingRating', JSON.stringify(own));
    }, rating);
    await beside.goto('/');
    await expect(saved(beside)).toContainText('Please verify your email address first.');
    for (const read of ['GET /api/boosts/unclaimed', 'GET /api/me/news', 'GET /api/rate'] as const)
      api.on(read, async ({ viewer }) => (viewer === 'visitor' ? { status: 401, body: {} } : undefined));
    await logOut(page);
    for (const tab of [page, beside]) {
      await expect(hero(tab)).toBeVisible();
      await expect(login(tab)).toBeVisible();
      await expect(result(tab)).toBeHidden();
      await expect(saved(tab)).toBeHidden();
      expect(await tab.evaluate(() => sessionStorage.getItem('pendingRating'))).toBeNull();
    }
  });

  test('is not shown if the answer comes after their sign-out', async ({ page, api }) => {
    acceptRatings(api);
    const release = api.hold('POST /api/upload');
    await page.goto('/');
    await choosePhoto(page);
    await page.getByRole('button', { name: 'Get My Rating' }).click();
    await expect.poll(() => api.calls('POST /api/upload').length).toBe(1);
    await logOut(page);
    const answered = page.waitForResponse('**/api/upload');
    release();
    await (await answered).finished();
    // The answer is handled.
    await expect(page.getByRole('button', { name: 'Get My Rating' })).toBeVisible();
    await expect(result(page)).toBeHidden();
  });

  test('waits for its person after the session has expired, and is not shown to others', async ({
    page,
    api,
  }) => {
    const unverified = { ...me, emailVerified: false };
    acceptRatings(api);
    await api.become('visitor');
    await page.goto('/');
    await getRating(page);
    await page.getByRole('button', { name: 'Post to Leaderboard' }).click();
    await expect(page).toHaveURL('/register');
    api.answer('POST /api/auth/register', unverified, { status: 201, as: 'member' });
    api.answer('GET /api/auth/me', unverified);
    await sendRegistration(page);
    await page.getByRole('link', { name: 'Go to Login' }).click();
    await expect(saved(page)).toContainText('Please verify your email address first.');
    const expire = async (next: User): Promise<void> => {
      await page.goto('about:blank');
      await api.become('visitor');
      await page.goto('/');
      await expect(login(page)).toBeVisible();
      await expect(saved(page)).toBeHidden();
      await page.goto('/login');
      api.answer('POST /api/auth/login', next, { as: 'member' });
      api.answer('GET /api/auth/me', next);
      await sendLogin(page, next.email);
      await expect(page).toHaveURL('/');
      await expect(profileMenu(page)).toBeVisible();
    };
    await expire(unverified);
    await expect(saved(page)).toBeVisible();
    await expire(second);
    await expect(hero(page)).toBeVisible();
    await expect(saved(page)).toBeHidden();
    expect(await page.evaluate(() => sessionStorage.getItem('pendingRating'))).toBeNull();
    expect(api.calls('POST /api/posts/publish')).toEqual([]);
  });

  test('gets one message with one title if the server does not accept the rating', async ({ page, api }) => {
    acceptRatings(api);
    api.refuse('POST /api/posts/publish', 400, { code: 'invalid', message: 'Invalid saved rating' });
    await page.goto('/');
    await expect(profileMenu(page)).toBeVisible();
    await getRating(page);
    await page.getByRole('button', { name: 'Post to Leaderboard' }).click();
    const news = toast(page, 'Invalid saved rating');
    await expect(news).toContainText('Please upload a new photo to get rated.');
    await expect(news).not.toContainText('Failed to post');
  });
});
