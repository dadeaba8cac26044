import { expect, type Page } from '@playwright/test';
import { expectWellAtWidths, seriousFindings } from '../support/axe.ts';
import { like } from '../support/community.ts';
import { photoWithLocation } from '../support/photo.ts';
import { answerUploads, me } from '../support/screen-answers.ts';
import { sweep } from '../support/scope.ts';
import type { Viewer } from '../support/screen-server.ts';
import { type Api, known, test } from '../support/screen.ts';
import { choosePhoto, profileMenu, rateOnScreen, sendRegistration } from '../support/visitor.ts';

const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();

/** Has an upload fail, and waits until both ways out are known. */
async function failUpload(page: Page, hasRetry: boolean): Promise<void> {
  await page.goto('/');
  await choosePhoto(page);
  await page.getByRole('button', { name: 'Get My Rating' }).click();
  await expect(page.getByText('Upload Failed', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible({ visible: hasRetry });
  await expect(page.getByRole('button', { name: 'Choose Another' })).toBeVisible();
}

const post = `/post/${known['post']}`;
const UNVERIFIED = { ...me, emailVerified: false };

/** State of a page → who sees it, and how to reach it. Each function returns when the page no longer changes. */
const states: Record<string, readonly [Viewer, (page: Page, api: Api) => Promise<void>]> = {
  results: ['visitor', (page) => rateOnScreen(page)],
  'a rating that waits': [
    'visitor',
    async (page) => {
      await rateOnScreen(page);
      await page.getByRole('button', { name: 'Post to Leaderboard' }).click();
      await heading(page, 'Register');
      await page.goto('/');
      await expect(page.getByRole('region', { name: 'Saved rating' })).toBeVisible();
    },
  ],
  'a refused upload': [
    'visitor',
    async (page, api) => {
      api.refuse('POST /api/upload', 422, { message: 'This is no picture.' });
      await failUpload(page, false);
    },
  ],
  'a failed upload': [
    'visitor',
    async (page, api) => {
      api.cut('POST /api/upload');
      await failUpload(page, true);
    },
  ],
  'a login with errors': [
    'visitor',
    async (page) => {
      await page.goto('/login');
      await page.getByRole('button', { name: 'Login' }).click();
      await expect(page.getByText('Please enter your email address')).toBeVisible();
    },
  ],
  'a sent registration': [
    'visitor',
    async (page, api) => {
      api.answer('POST /api/auth/register', UNVERIFIED, { status: 201, as: 'member' });
      api.answer('GET /api/auth/me', UNVERIFIED);
      await page.goto('/register');
      await sendRegistration(page);
      await heading(page, 'Check Your Email!');
    },
  ],
  'a forgotten password': [
    'visitor',
    async (page, api) => {
      api.answer('POST /api/auth/forgot-password', { message: 'Sent.' });
      await page.goto('/forgot-password');
      await page.getByRole('button', { name: 'Send Reset Link' }).click();
      await expect(page.getByText('Please enter your email address')).toBeVisible();
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByLabel('Email').fill(me.email);
      await page.getByRole('button', { name: 'Send Reset Link' }).click();
      await heading(page, 'Check Your Email');
    },
  ],
  'an empty new password': [
    'visitor',
    async (page) => {
      await page.goto(`/reset-password?token=${'a'.repeat(86)}`);
      await page.getByRole('button', { name: 'Reset Password' }).click();
      await expect(page.getByText('Please fill in all fields')).toBeVisible();
    },
  ],
  'settings with errors and a dialog': [
    'member',
    async (page) => {
      await page.goto('/account/settings');
      await page.getByRole('button', { name: 'Update Password' }).click();
      await expect(page.getByText('Current password is required')).toBeVisible();
      expect(await seriousFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Delete My Account…' }).click();
      await expect(page.getByRole('dialog', { name: 'Delete your account?' })).toBeVisible();
    },
  ],
  'a profile with errors and a picture': [
    'member',
    async (page) => {
      await page.goto('/profile/settings');
      await page.getByLabel('Bio').fill('x'.repeat(501));
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await expect(page.getByText('A bio has at most 500 characters')).toBeVisible();
      expect(await seriousFindings(page)).toEqual([]);
      const file = { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await photoWithLocation() };
      await page.getByLabel('Profile picture', { exact: true }).setInputFiles(file);
      await expect(page.getByRole('button', { name: 'Save Picture' })).toBeEnabled();
    },
  ],
  'own posts, and the question before one is deleted': [
    'member',
    async (page, api) => {
      let hasPosts = false;
      api.answer('GET /api/user/posts', (recorded) => (hasPosts ? recorded : []));
      await page.goto('/my-posts');
      await expect(page.getByRole('link', { name: 'Upload Your First Post' })).toBeVisible();
      expect(await seriousFindings(page)).toEqual([]);
      hasPosts = true;
      await page.reload();
      await page.getByRole('article').first().hover();
      expect(await seriousFindings(page)).toEqual([]);
      await page
        .getByRole('button', { name: /^Delete the post/ })
        .first()
        .click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  ],
  'the profile menu': [
    'member',
    async (page) => {
      await page.goto('/leaderboard');
      await profileMenu(page).click();
      await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
    },
  ],
  'a post with the sign-up dialog': [
    'visitor',
    async (page) => {
      await page.goto(post);
      await like(page).click();
      await expect(page.getByRole('dialog')).toContainText('Please sign up to like posts');
    },
  ],
  'a post for an unverified person': [
    'member',
    async (page, api) => {
      api.answer('GET /api/auth/me', UNVERIFIED);
      await page.goto(`/post/${known['reported']}`);
      await expect(page.getByRole('button', { name: 'Resend Verification Email' })).toBeVisible();
    },
  ],
  'a post with an open reply and open figures': [
    'member',
    async (page, api) => {
      const [board, week] = [
        { place: 2, of: 7 },
        { place: 1, of: 4, week: '2035-W21', isClosed: false },
      ];
      const figures = { aiScore: '4.4', ratingsCount: 2, ratingsSum: 15, averageRating: '6.5' };
      const noBoost = { boost: null, boostEndsAt: null };
      api.answer('GET /api/posts/{id}/rank', { ...figures, ...noBoost, board, allTime: board, week });
      await page.goto(post);
      await page.getByRole('button', { name: 'Why this rank' }).click();
      await expect(page.getByText('AI score', { exact: true })).toBeVisible();
      await page
        .getByRole('button', { name: /^Reply to/ })
        .first()
        .click();
      await page.getByLabel(/^Reply to/).fill('x'.repeat(501));
      await expect(page.getByText('1 character too many')).toBeAttached();
    },
  ],
  'a post with an empty report': [
    'member',
    async (page) => {
      await page.goto(post);
      await page.getByRole('button', { name: 'Report', exact: true }).click();
      await page.getByRole('button', { name: 'Submit Report' }).click();
      await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(
        'Reason required Please provide a reason for reporting this post',
      );
    },
  ],
  'a post with the share menu': [
    'visitor',
    async (page) => {
      await page.goto(post);
      await page.getByRole('button', { name: 'Share' }).click();
      await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeVisible();
    },
  ],
  'a post with the enlarged photo': [
    'visitor',
    async (page) => {
      await page.goto(post);
      await page.getByRole('button', { name: 'Enlarge the photo' }).click();
      await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
    },
  ],
  'a post with the question before a comment is deleted': [
    'member',
    async (page) => {
      await page.goto(post);
      await page.getByRole('button', { name: /^Delete/ }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
    },
  ],
};

const sample = [
  'a login with errors',
  'settings with errors and a dialog',
  'own posts, and the question before one is deleted',
  'a post with an open reply and open figures',
  'a post with the share menu',
];

for (const name of sweep(Object.keys(states), String, sample)) {
  const [viewer, open] = states[name]!;
  test(`${name}: no serious accessibility violation, light or dark`, async ({ page, api }) => {
    await api.become(viewer);
    answerUploads(api);
    api.answer('PUT /api/ratings/pending', undefined, { status: 204 });
    await open(page, api);
    await expectWellAtWidths(page, [1280, 360]);
  });
}

test.describe('before the age gate', () => {
  test.use({ isOfAge: false });

  test('the age gate: no serious accessibility violation, and no bar over it', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/leaderboard');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page.locator('.bottom-bar')).toBeHidden();
    expect(await seriousFindings(page)).toEqual([]);
  });
});
